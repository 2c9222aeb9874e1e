import { insertRows, sqlTime } from '#api/db/database.ts'

const AT_ONCE = 2_000
const DAY_MS = 24 * 3_600_000

/**
 * Orders of a year by one teller: two of three at the till, two or three lines each of existing `variations`, the last
 * website orders still open, each with its ledger entry. Deterministic except for the days.
 */
export async function manyOrders(orders: number, variations: number, teller_id: number): Promise<void> {
  for (let from = 0; from < orders; from += AT_ONCE) {
    const made = Array.from({ length: Math.min(AT_ONCE, orders - from) }, (_, n) =>
      orderOf(from + n, orders, teller_id),
    )
    const first = await insertRows('orders', made)
    await insertRows(
      'order_items',
      made.flatMap((_, n) =>
        Array.from({ length: 2 + ((from + n) % 2) }, (_, line) => ({
          order_id: first + n,
          product_variation_id: 1 + (((from + n) * 31 + line * 7_919) % variations),
          quantity: 1,
          price: 60,
        })),
      ),
    )
    await insertRows(
      'transactions',
      made.map(({ account_code, business_date, created_at, total }, n) => ({
        account_code,
        type_code: 'SALE',
        order_id: first + n,
        user_id: teller_id,
        amount: total,
        description: `Sale ${from + n}`,
        business_date,
        period: business_date.slice(0, 7),
        created_at,
      })),
    )
  }
}

function orderOf(n: number, orders: number, teller_id: number) {
  const isWebsite = n % 3 === 0
  const made = Date.now() - Math.floor(((orders - n) / orders) * 365 * DAY_MS)
  const created_at = sqlTime(made)
  const total = 60 * (2 + (n % 2))
  return {
    type_code: isWebsite ? 'WEBSITE' : 'STORE',
    status_code: isWebsite && orders - n < orders / 100 ? 'PROCESSING' : 'COMPLETED',
    delivery_method_code: n % 2 ? 'delivery' : 'self_pick_up',
    number: isWebsite ? null : `T1-${String(n).padStart(6, '0')}`,
    till_code: isWebsite ? null : 'T1',
    teller_id: isWebsite ? null : teller_id,
    account_code: isWebsite ? 'PAYSTACK' : ['CASH', 'BANK', 'MTN_MOBILE_MONEY'][(n % 4) % 3]!,
    customer_name: 'Esi Quaye',
    customer_phone: `+2332${String(40_000_000 + ((n * 37) % 10_000_000))}`,
    subtotal: total,
    total,
    occurred_at: isWebsite ? null : created_at,
    received_at: created_at,
    paid_at: isWebsite ? created_at : null,
    business_date: created_at.slice(0, 10),
    created_at,
  }
}
