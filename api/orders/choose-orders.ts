import { conditionsOf } from '#api/lists/conditions.ts'
import { searchedIds } from '#api/orders/search-orders.ts'
import { ORDER_SOLD_AT, ORDER_WAS_SOLD } from '#api/sales/sold-orders.ts'
import { LATE_DAYS } from '#sync/protocol/staff/desk-figures.ts'
import { NO_ACCOUNT, type OrderFilters } from '#sync/protocol/endpoints/orders.ts'

/** Orders `o` that match all filters, as FROM with its WHERE and values; `also` is one more condition. */
export function chosenBy(filters: OrderFilters, also?: string): { from: string; values: Record<string, unknown> } {
  const taken = takenIds(filters)
  const { where, values } = conditionsOf(CONDITIONS, taken ? { ...filters, account_code: undefined } : filters)
  const searched = searchedIds(filters.search)
  const goods = goodsCondition(filters)
  const conditions = [where.replace(/^WHERE /, ''), goods, also].filter(Boolean).join(' AND ')
  return {
    from: `FROM ${
      searched
        ? `(${searched.sql}) sought
      JOIN orders o ON o.id = sought.id`
        : 'orders o'
    } ${taken ? `JOIN (${taken.sql}) taken ON taken.id = o.id` : ''} ${conditions && `WHERE ${conditions}`}`,
    values: {
      ...values,
      ...searched?.values,
      ...taken?.values,
      product_id: filters.product_id,
      category_id: filters.category_id,
      size_code: filters.size_code,
    },
  }
}

/** Into this account, or a part of it. */
const INTO_ACCOUNT = `(o.account_code = :account_code OR (:account_code = '${NO_ACCOUNT}' AND o.account_code IS NULL)
  OR o.id IN (SELECT p.order_id FROM order_tenders p WHERE p.account_code = :account_code))`

const CONDITIONS = {
  type_code: 'o.type_code = :type_code',
  delivery_method_code: 'o.delivery_method_code = :delivery_method_code',
  status_code: 'o.status_code = :status_code',
  user_id: '(o.user_id = :user_id OR o.teller_id = :user_id)',
  start_date: 'o.ordered_at >= :start_date',
  end_date: 'o.ordered_at < :end_date + INTERVAL 1 DAY',
  sold_from: `o.business_date >= :sold_from AND ${ORDER_WAS_SOLD}`,
  sold_to: `o.business_date <= :sold_to AND ${ORDER_WAS_SOLD}`,
  sold_hour: `HOUR(${ORDER_SOLD_AT}) = :sold_hour AND ${ORDER_WAS_SOLD}`,
  account_code: INTO_ACCOUNT,
  teller_id: 'o.teller_id = :teller_id',
  till_code: 'o.till_code = :till_code',
  late: `o.status_code IN ('PROCESSING', 'READY_TO_SHIP') AND o.created_at < NOW(3) - INTERVAL ${LATE_DAYS} DAY`,
} as const

const [FIRST_DAY, LAST_DAY] = ['1000-01-01', '9999-12-31']

/** The ids of orders with sales or refunds on these days, each by its own day and account. */
function takenIds({
  taken_from = FIRST_DAY,
  taken_to = LAST_DAY,
  account_code,
}: OrderFilters): { sql: string; values: Record<string, unknown> } | null {
  if (taken_from === FIRST_DAY && taken_to === LAST_DAY) return null
  return {
    sql: `SELECT o.id FROM orders o WHERE o.business_date BETWEEN :taken_from AND :taken_to
      AND ${ORDER_WAS_SOLD} ${account_code ? `AND ${INTO_ACCOUNT}` : ''}
      UNION SELECT t.order_id FROM transactions t
      WHERE t.type_code = 'REFUND'
        AND t.business_date BETWEEN :taken_from AND :taken_to ${account_code ? 'AND t.account_code = :account_code' : ''}`,
    values: { taken_from, taken_to, account_code },
  }
}

const GOODS = {
  product_id: 'v.product_id = :product_id',
  category_id: 'p.category_id = :category_id',
  size_code: 'v.size_code = :size_code',
} as const

/** One matching line is enough. */
function goodsCondition(filters: OrderFilters): string {
  const { where } = conditionsOf(GOODS, filters)
  return (
    where &&
    `o.id IN (SELECT i.order_id FROM order_items i JOIN product_variations v ON v.id = i.product_variation_id
      JOIN products p ON p.id = v.product_id ${where})`
  )
}
