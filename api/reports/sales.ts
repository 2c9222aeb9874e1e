import { select } from '#api/db/database.ts'
import { ORDER_SOLD_AT, ORDER_WAS_SOLD } from '#api/sales/sold-orders.ts'
import { groupBy } from '#api/reports/group-by.ts'
import type { DeskFigures, Payments, Sales } from '#sync/protocol/staff/desk-figures.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import { ORDER_TYPES, type OrderType } from '#sync/protocol/shop/order.ts'

/** UTC days, YYYY-MM-DD, inclusive. */
export interface Days {
  from: string
  to: string
}

/** Sold orders by the day of their sale; unpaid ones do not count. */
export const SOLD = `o.business_date BETWEEN :from AND :to AND ${ORDER_WAS_SOLD}`

/** Orders of one hour, channel, account and teller, or the refunds of one day for such orders. All sums in cedis. */
interface Row {
  day: string
  hour: number
  type_code: OrderType
  account_code: string | null
  teller_id: number | null
  orders: number
  /** The parts of the orders' totals: `paid` = gross - discounts + delivery. */
  gross: number
  discounts: number
  delivery: number
  paid: number
  /** What deposits, and gift cards, paid of `paid`. */
  deposits: number
  gifts: number
  refunded: number
  /** The delivery fees in `refunded`. */
  refunded_delivery: number
}

export type SalesFigures = Pick<DeskFigures, 'sales' | 'days' | 'hours' | 'channels' | 'accounts' | 'tellers'>

/** Sales and refunds, each on its own day, in one pass over the days' orders and one over their refunds. */
export async function salesIn(days: Days): Promise<SalesFigures> {
  const [sold, refunded, parts, accounts] = await Promise.all([
    select<Row>(
      `SELECT DATE_FORMAT(o.business_date, '%Y-%m-%d') AS day, HOUR(${ORDER_SOLD_AT}) AS hour,
      o.type_code, o.account_code, o.teller_id, COUNT(*) AS orders, SUM(o.subtotal) AS gross,
        SUM(o.discount) AS discounts, SUM(o.shipping_fee) AS delivery, SUM(o.total) AS paid,
        SUM(o.deposit) AS deposits, SUM(o.gift) AS gifts, 0 AS refunded, 0 AS refunded_delivery FROM orders o
      WHERE ${SOLD} GROUP BY 1, 2, 3, 4, 5`,
      { ...days },
    ),
    select<Refunded>(
      `SELECT DATE_FORMAT(t.business_date, '%Y-%m-%d') AS day, o.type_code, t.account_code, o.teller_id,
        -SUM(t.amount) AS refunded, SUM(IF(${IS_FIRST}, LEAST(r.shipping_fee, r.amount), 0)) AS refunded_delivery
      FROM transactions t JOIN orders o ON o.id = t.order_id LEFT JOIN refunds r ON r.id = t.refund_id
      WHERE t.business_date BETWEEN :from AND :to AND t.type_code = 'REFUND' GROUP BY 1, 2, 3, 4`,
      { ...days },
    ),
    select<PartRow>(
      `SELECT p.account_code, o.account_code AS first, SUM(p.amount) AS paid FROM orders o
        JOIN order_tenders p ON p.order_id = o.id AND p.place > 1 WHERE ${SOLD} GROUP BY 1, 2`,
      { ...days },
    ),
    select<{ code: string; name: string }>('SELECT code, name FROM accounts ORDER BY id'),
  ])
  const rows = [...sold, ...refunded.map((row): Row => ({ ...NOTHING, ...row }))]
  const tellers = await select<{ id: number; name: string }>('SELECT id, name FROM users WHERE id IN (?)', [
    [0, ...new Set(rows.flatMap(({ teller_id }) => teller_id ?? []))],
  ])
  const grossOf = (some: Row[], type: OrderType) =>
    sumCedis(some.filter(({ type_code }) => type_code === type).map(({ gross }) => gross))
  const byChannel = (some: Row[]) => ({ store: grossOf(some, 'STORE'), website: grossOf(some, 'WEBSITE') })
  return {
    sales: salesOf(rows),
    days: daysOf(days).map(day => {
      const some = rows.filter(row => row.day === day)
      return { day, ...salesOf(some), ...byChannel(some) }
    }),
    hours: Array.from({ length: 24 }, (_, hour) => {
      const some = sold.filter(row => row.hour === hour)
      return { hour, orders: countOf(some), ...byChannel(some) }
    }),
    channels: ORDER_TYPES.map(type_code => ({
      type_code,
      ...salesOf(rows.filter(row => row.type_code === type_code)),
    })),
    accounts: [...groupBy(inTheirAccounts(rows, parts), ({ account_code }) => account_code)]
      .map(([account_code, some]) => ({
        account_code,
        name: accounts.find(({ code }) => code === account_code)?.name ?? 'Nothing to pay',
        ...paymentsOf(some),
      }))
      .sort((a, b) => b.received - a.received),
    tellers: [...groupBy(rows, ({ teller_id }) => teller_id)]
      .map(([teller_id, some]) => ({
        teller_id,
        name: tellers.find(({ id }) => id === teller_id)?.name ?? 'Website',
        ...salesOf(some),
      }))
      .sort((a, b) => b.gross - a.gross),
  }
}

type Refunded = Pick<Row, 'day' | 'type_code' | 'account_code' | 'teller_id' | 'refunded' | 'refunded_delivery'>

/** A refund's money may go to several accounts, in an entry each: its delivery fee counts with the first. */
const IS_FIRST = `t.id = (SELECT MIN(f.id) FROM transactions f
  WHERE f.refund_id = t.refund_id AND f.type_code = 'REFUND')`

/** Later parts of payments in several ways, whose orders stand under the account of their first part. */
interface PartRow {
  account_code: string
  first: string
  paid: number
}

function inTheirAccounts(rows: readonly Row[], parts: readonly PartRow[]): Row[] {
  const moved = parts.flatMap(({ account_code, first, paid }) => [
    { ...NOTHING, account_code, paid },
    { ...NOTHING, account_code: first, paid: -paid },
  ])
  return [...rows.flatMap(byAccount), ...moved]
}

const NOTHING: Row = {
  day: '',
  hour: 0,
  type_code: 'STORE',
  account_code: null,
  teller_id: null,
  orders: 0,
  gross: 0,
  discounts: 0,
  delivery: 0,
  paid: 0,
  deposits: 0,
  gifts: 0,
  refunded: 0,
  refunded_delivery: 0,
}

/** A row, with what deposits and gift cards paid of it in rows of their own. */
function byAccount(row: Row): Row[] {
  const { deposits, gifts, paid } = row
  if (deposits === 0 && gifts === 0) return [row]
  return [
    { ...row, paid: sumCedis([paid, -deposits, -gifts]) },
    { ...row, account_code: 'DEPOSITS', orders: 0, refunded: 0, paid: deposits },
    { ...row, account_code: 'GIFT_CARDS', orders: 0, refunded: 0, paid: gifts },
  ].filter(part => part.paid > 0 || part.orders > 0)
}

const countOf = (rows: readonly Row[]) => rows.reduce((sum, { orders }) => sum + orders, 0)

function salesOf(rows: readonly Row[]): Sales {
  const sum = (part: 'gross' | 'discounts' | 'delivery' | 'refunded' | 'refunded_delivery') =>
    sumCedis(rows.map(row => row[part]))
  const [gross, discounts, refundedDelivery] = [sum('gross'), sum('discounts'), sum('refunded_delivery')]
  const returns = sumCedis([sum('refunded'), -refundedDelivery])
  const net = sumCedis([gross, -discounts, -returns])
  const delivery = sumCedis([sum('delivery'), -refundedDelivery])
  return { orders: countOf(rows), gross, discounts, returns, net, delivery, total: sumCedis([net, delivery]) }
}

function paymentsOf(rows: readonly Row[]): Payments {
  const [received, refunded] = [sumCedis(rows.map(({ paid }) => paid)), sumCedis(rows.map(row => row.refunded))]
  return { orders: countOf(rows), received, refunded, total: sumCedis([received, -refunded]) }
}

function daysOf({ from, to }: Days): string[] {
  const days: string[] = []
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += 24 * 3_600_000)
    days.push(new Date(ms).toJSON().slice(0, 10))
  return days
}
