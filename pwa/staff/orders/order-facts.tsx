import { Fragment, type ReactNode } from 'react'
import { formatDate } from '#pwa/lib/format.ts'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { usePlaceNames } from '#pwa/orders/place-names.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { useAccountName } from '../kit/use-account-name.ts'
import { customerName } from './customer-name.ts'
import styles from './order-view.module.css'
import * as words from './order-words.ts'
import { paidHow } from './paid-how.ts'

const MINUTE_MS = 60_000
const isClockWrong = ({ ordered_at, occurred_at }: StaffOrder): boolean =>
  occurred_at !== null && Math.abs(Date.parse(occurred_at) - Date.parse(ordered_at)) > MINUTE_MS

/** Customer, time, payment and delivery of an order. */
export function OrderFacts({ order }: { order: StaffOrder }) {
  const { shipping_address: to } = order
  const nameOf = useAccountName()
  const paid = paidHow(order, nameOf)
  const phone = order.customer_phone ?? to?.phone
  const facts: [string, ReactNode][] = [
    [words.type, words.TYPE_WORDS[order.type_code]],
    [order.type_code === 'STORE' ? words.rungUp : words.placed, formatDate(order.ordered_at)],
    [words.arrived, order.arrived_at && formatDate(order.arrived_at)],
    [words.tillsClock, isClockWrong(order) && formatDate(order.occurred_at!)],
    [words.voided, order.voided_at && formatDate(order.voided_at)],
    [words.till, order.till_code],
    [words.cashier, order.teller?.name],
    [words.customer, customerName(order)],
    [words.email, to?.email ?? order.customer?.email],
    [words.customersAccount, to && order.customer?.email !== to.email && order.customer?.email],
    [words.phone, phone && formatPhone(phone)],
    [words.deposit, order.deposit > 0 && formatCedis(order.deposit)],
    [words.byGiftCard, order.gift > 0 && formatCedis(order.gift)],
    [words.dueOnDelivery, order.due > 0 && formatCedis(order.due)],
    [words.paidInto, paid.into],
    [words.tendered, paid.tendered],
    [words.change, paid.change],
    [words.reference, order.reference],
    [words.delivery, deliveryWords.methods[order.delivery_method_code]],
    [words.address, to?.address],
    [words.area, usePlaceNames(order.shipping_region_code, order.shipping_delivery_zone_code)],
    [words.coupon, order.coupon_code],
    [words.cancelledBecause, order.cancel_reason],
    [words.notes, order.shipping_additional_details],
  ]
  return (
    <section className={styles.card}>
      <h2>{words.details}</h2>
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
