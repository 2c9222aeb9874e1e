import type { OwnOrder } from '#sync/protocol/order-view.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import styles from './delivery-facts.module.css'
import { usePlaceNames } from './place-names.ts'

/** How an order comes to its owner and whom the shop calls about it. */
export function DeliveryFacts({ order }: { order: OwnOrder }) {
  const { shipping_address: to, delivery_method_code, type_code } = order
  const phone = to?.phone ?? order.customer_phone
  const facts = [
    ['How', type_code === 'STORE' ? 'Bought in the shop' : delivery_method_code === 'delivery' ? 'Delivery' : 'Walk In'],
    ['Name', to ? `${to.first_name} ${to.last_name}` : order.customer_name],
    ['Phone', phone && formatPhone(phone)],
    ['E-mail', to?.email],
    ['Address', to?.address],
    ['Area', usePlaceNames(order.shipping_region_code, order.shipping_delivery_zone_code)],
    ['Notes', order.shipping_additional_details],
  ] as const
  return <dl className={styles.facts}>{facts.filter(([, words]) => words).map(([name, words]) => <div key={name}><dt>{name}</dt><dd>{words}</dd></div>)}</dl>
}
