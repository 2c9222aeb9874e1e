import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import styles from './delivery-facts.module.css'
import * as deliveryWords from './delivery-words.ts'
import * as words from './order-words.ts'
import { usePlaceNames } from './place-names.ts'

/** The delivery of an order, and the contact that the shop calls about it. */
export function DeliveryFacts({ order }: { order: OwnOrder }) {
  const { shipping_address: to, delivery_method_code, type_code } = order
  const phone = to?.phone ?? order.customer_phone
  const facts = [
    [words.how, type_code === 'STORE' ? words.boughtInShop : deliveryWords.methods[delivery_method_code]],
    [words.name, to ? `${to.first_name} ${to.last_name}` : order.customer_name],
    [words.phone, phone && formatPhone(phone)],
    [words.email, to?.email],
    [words.address, to?.address],
    [words.area, usePlaceNames(order.shipping_region_code, order.shipping_delivery_zone_code)],
    [words.notes, order.shipping_additional_details],
  ] as const
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, fact]) => fact)
        .map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
    </dl>
  )
}
