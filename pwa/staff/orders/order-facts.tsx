import { Fragment, type ReactNode } from 'react'
import { formatDate } from '#pwa/lib/format.ts'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { usePlaceNames } from '#pwa/orders/place-names.ts'
import { tenderName } from '#pwa/pos/cart/tender.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { changeDue } from '#sync/protocol/pricing.ts'
import { WALK_IN } from '#sync/protocol/sale.ts'
import styles from './order-view.module.css'
import { TYPE_WORDS } from './order-words.ts'

/** Who, when, how it was paid and where it goes: what is known of it. */
export function OrderFacts({ order }: { order: StaffOrder }) {
  const { shipping_address: to, tendered } = order
  const phone = order.customer_phone ?? to?.phone
  const facts: [string, ReactNode][] = [
    ['Type', TYPE_WORDS[order.type_code]],
    ['Rung up', order.occurred_at && formatDate(order.occurred_at)],
    ['Booked', formatDate(order.created_at)],
    ['Till', order.till_code],
    ['Cashier', order.teller?.name],
    ['Customer', order.customer_name ?? order.customer?.name ?? (order.type_code === 'STORE' ? WALK_IN : 'Guest')],
    ['Email', order.customer?.email ?? to?.email],
    ['Phone', phone && formatPhone(phone)],
    ['Paid into', order.account_code && tenderName(order.account_code)],
    ['Tendered', tendered !== null && formatCedis(tendered)],
    ['Change', tendered !== null && formatCedis(changeDue(order.total, tendered) ?? 0)],
    ['Reference', order.reference],
    ['Delivery', deliveryWords.methods[order.delivery_method_code]],
    ['Address', to?.address],
    ['Area', usePlaceNames(order.shipping_region_code, order.shipping_delivery_zone_code)],
    ['Coupon', order.coupon_code],
    ['Cancelled because', order.cancel_reason],
    ['Notes', order.shipping_additional_details],
  ]
  return (
    <section className={styles.card}>
      <h2>Details</h2>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
      </dl>
    </section>
  )
}
