import { select } from '#api/db/database.ts'
import { ORDER_SOLD_AT, ORDER_WAS_SOLD } from '#api/sales/sold-orders.ts'
import { groupBy } from '#api/reports/group-by.ts'
import type {
  AccountTaken,
  ChannelTaken,
  DayTaken,
  HourTaken,
  Taken,
  TellerTaken,
} from '#sync/protocol/staff/desk-figures.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import { ORDER_TYPES, type OrderType } from '#sync/protocol/shop/order.ts'

/** UTC days, YYYY-MM-DD, inclusive. */
export interface Days {
  from: string
  to: string
}

/** Sold orders by the day of their sale; unpaid ones do not count. */
export const SOLD = `o.business_date BETWEEN :from AND :to AND ${ORDER_WAS_SOLD}`

/** Orders of one hour, channel, account and teller, or what refunds of one day returned of them. */
interface Row {
  day: string
  hour: number
  type_code: OrderType
  account_code: string | null
  teller_id: number | null
  orders: number
  sold: number
  refunded: number
  /** What deposits, and gift cards, paid of what was sold. */
  deposits?: number
  gifts?: number
}

export interface TakenFigures {
  taken: Taken
  days: DayTaken[]
  hours: HourTaken[]
  channels: ChannelTaken[]
  accounts: AccountTaken[]
  tellers: TellerTaken[]
}

/** Sales and refunds, each on its own day, in one pass over the days' orders and one over their refunds. */
export async function takenIn(days: Days): Promise<TakenFigures> {
  const [sold, refunded, parts, accounts] = await Promise.all([
    select<Row>(
      `SELECT DATE_FORMAT(o.business_date, '%Y-%m-%d') AS day, HOUR(${ORDER_SOLD_AT}) AS hour,
      o.type_code, o.account_code, o.teller_id, COUNT(*) AS orders, SUM(o.total) AS sold,
        SUM(o.deposit) AS deposits, SUM(o.gift) AS gifts, 0 AS refunded FROM orders o
      WHERE ${SOLD} GROUP BY 1, 2, 3, 4, 5`,
      { ...days },
    ),
    select<Row>(
      `SELECT DATE_FORMAT(t.business_date, '%Y-%m-%d') AS day, 0 AS hour, o.type_code, t.account_code, o.teller_id,
        0 AS orders, 0 AS sold, -SUM(t.amount) AS refunded
      FROM transactions t JOIN orders o ON o.id = t.order_id
      WHERE t.business_date BETWEEN :from AND :to AND t.type_code = 'REFUND' GROUP BY 1, 3, 4, 5`,
      { ...days },
    ),
    select<PartRow>(
      `SELECT p.account_code, o.account_code AS first, SUM(p.amount) AS sold FROM orders o
        JOIN order_tenders p ON p.order_id = o.id AND p.place > 1 WHERE ${SOLD} GROUP BY 1, 2`,
      { ...days },
    ),
    select<{ code: string; name: string }>('SELECT code, name FROM accounts ORDER BY id'),
  ])
  const rows = [...sold, ...refunded]
  const tellers = await select<{ id: number; name: string }>('SELECT id, name FROM users WHERE id IN (?)', [
    [0, ...new Set(rows.flatMap(({ teller_id }) => teller_id ?? []))],
  ])
  const soldBy = (some: Row[], type: OrderType) =>
    sumCedis(some.filter(({ type_code }) => type_code === type).map(row => row.sold))
  return {
    taken: takenOf(rows),
    days: daysOf(days).map(day => {
      const some = rows.filter(row => row.day === day)
      return { day, ...takenOf(some), store: soldBy(some, 'STORE'), website: soldBy(some, 'WEBSITE') }
    }),
    hours: Array.from({ length: 24 }, (_, hour) => {
      const some = sold.filter(row => row.hour === hour)
      return {
        hour,
        orders: some.reduce((sum, { orders }) => sum + orders, 0),
        store: soldBy(some, 'STORE'),
        website: soldBy(some, 'WEBSITE'),
      }
    }),
    channels: ORDER_TYPES.map(type_code => ({
      type_code,
      ...takenOf(rows.filter(row => row.type_code === type_code)),
    })),
    accounts: grouped(inTheirAccounts(rows, parts), ({ account_code }) => account_code).map(([account_code, some]) => ({
      account_code,
      name: accounts.find(({ code }) => code === account_code)?.name ?? 'Nothing to pay',
      ...takenOf(some),
    })),
    tellers: grouped(rows, ({ teller_id }) => teller_id).map(([teller_id, some]) => ({
      teller_id,
      name: tellers.find(({ id }) => id === teller_id)?.name ?? 'Website',
      ...takenOf(some),
    })),
  }
}

/** Later parts of payments in several ways, whose orders stand under the account of their first part. */
interface PartRow {
  account_code: string
  first: string
  sold: number
}

function inTheirAccounts(rows: readonly Row[], parts: readonly PartRow[]): Row[] {
  const moved = parts.flatMap(({ account_code, first, sold }) => [
    { ...NOTHING, account_code, sold },
    { ...NOTHING, account_code: first, sold: -sold },
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
  sold: 0,
  refunded: 0,
}

/** A row, with what deposits and gift cards paid of it in rows of their own. */
function byAccount(row: Row): Row[] {
  const { deposits = 0, gifts = 0, sold } = row
  if (deposits === 0 && gifts === 0) return [row]
  return [
    { ...row, sold: sumCedis([sold, -deposits, -gifts]) },
    { ...row, account_code: 'DEPOSITS', orders: 0, refunded: 0, sold: deposits },
    { ...row, account_code: 'GIFT_CARDS', orders: 0, refunded: 0, sold: gifts },
  ].filter(part => part.sold > 0 || part.orders > 0)
}

function takenOf(rows: readonly Row[]): Taken {
  const [sold, refunded] = [sumCedis(rows.map(row => row.sold)), sumCedis(rows.map(row => row.refunded))]
  return { orders: rows.reduce((sum, { orders }) => sum + orders, 0), sold, refunded, net: sumCedis([sold, -refunded]) }
}

/** Groups of rows, the highest sales first. */
const grouped = <Key>(rows: readonly Row[], keyOf: (row: Row) => Key): [Key, Row[]][] =>
  [...groupBy(rows, keyOf)].sort(([, a], [, b]) => takenOf(b).sold - takenOf(a).sold)

function daysOf({ from, to }: Days): string[] {
  const days: string[] = []
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += 24 * 3_600_000)
    days.push(new Date(ms).toJSON().slice(0, 10))
  return days
}
