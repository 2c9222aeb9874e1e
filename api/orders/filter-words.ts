import { select } from '#api/db/database.ts'
import { LATE_DAYS } from '#sync/protocol/staff/desk-figures.ts'
import { NO_ACCOUNT, type OrderFilters } from '#sync/protocol/endpoints/orders.ts'
import { ORDER_STATUSES } from '#sync/protocol/shop/order.ts'

const TYPES = { STORE: 'shop', WEBSITE: 'website' } as const
const METHODS = { delivery: 'delivery', self_pick_up: 'walk in' } as const

/** The filters in words for a printed sheet, with people and goods by name. */
export async function filterWords(filters: OrderFilters): Promise<string[]> {
  const {
    status_code,
    type_code,
    delivery_method_code,
    start_date,
    end_date,
    sold_from,
    sold_to,
    sold_hour,
    taken_from,
    taken_to,
    size_code,
    till_code,
    late,
    search,
  } = filters
  const named = await namesIn(filters)
  return [
    status_code ? ORDER_STATUSES[status_code] : 'All statuses',
    type_code && TYPES[type_code],
    delivery_method_code && METHODS[delivery_method_code],
    start_date && `from ${start_date}`,
    end_date && `until ${end_date}`,
    daysIn('sold', sold_from, sold_to),
    sold_hour === undefined ? '' : `sold between ${sold_hour}:00 and ${sold_hour}:59 UTC`,
    daysIn('sold or refunded', taken_from, taken_to),
    ...named,
    till_code && `till ${till_code}`,
    size_code && `size ${size_code}`,
    late && `placed more than ${LATE_DAYS} days ago, not completed`,
    search && `“${search}”`,
  ].flatMap(part => part || [])
}

const daysIn = (what: string, from?: string, to?: string) =>
  from || to ? `${what} ${from === to ? `on ${from}` : `${from ?? ''} to ${to ?? ''}`}` : ''

const NAMES = {
  user_id: ['customer or cashier', 'SELECT name FROM users WHERE id = :user_id'],
  teller_id: ['cashier', 'SELECT name FROM users WHERE id = :teller_id'],
  account_code: ['account', 'SELECT name FROM accounts WHERE code = :account_code'],
  product_id: ['product', 'SELECT name FROM products WHERE id = :product_id'],
  category_id: ['category', 'SELECT name FROM categories WHERE id = :category_id'],
} as const

async function namesIn(filters: OrderFilters): Promise<string[]> {
  const asked = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter(key => filters[key] !== undefined)
  return Promise.all(
    asked.map(async key => {
      if (filters[key] === NO_ACCOUNT) return 'free of charge'
      const [what, statement] = NAMES[key]
      const [row] = await select<{ name: string }>(statement, { [key]: filters[key] })
      return `${what} ${row?.name || filters[key]}`
    }),
  )
}
