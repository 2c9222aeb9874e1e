import { select } from '#api/db/database.ts'
import type { Finding } from '#api/sales/judge-sales.ts'
import { paymentsOf, type Payment } from '#api/sales/sale-parts.ts'
import type { Sale } from '#sync/protocol/sale.ts'

/**
 * Finds mobile money sales whose reference an earlier sale has that still stands: one message of a payment shown at two
 * counters. So is one that pays two parts of a sale. Called once their orders are written: a transaction waits here for
 * others that write the same reference, and of two that wait for each other one begins again.
 */
export async function judgeReferences(
  sales: readonly Sale[],
  keyOf: (payment: Payment) => string | null,
  orderId: (sale_id: string) => number,
): Promise<Finding[][]> {
  const keys = new Set(sales.flatMap(sale => paymentsOf(sale).flatMap(payment => keyOf(payment) ?? [])))
  const used = keys.size > 0 ? await standingWith([...keys]) : []
  return sales.map(sale => {
    const own = new Set<string>()
    return paymentsOf(sale).flatMap((payment): Finding[] => {
      const key = keyOf(payment)
      if (key === null) return []
      const first = used.find(other => other.reference_key === key && other.id < orderId(sale.id))
      const isTwice = own.has(key)
      own.add(key)
      if (!first && !isTwice) return []
      const detail = first
        ? `${payment.reference} is also used on ${first.number}.`
        : `${payment.reference} is used for two parts of this sale.`
      return [{ code: 'REFERENCE_REUSED', product_variation_id: null, detail }]
    })
  })
}

interface Used {
  id: number
  number: string
  reference_key: string
}

/** Orders with these references, the oldest first, without those that were voided. */
async function standingWith(keys: string[]): Promise<Used[]> {
  const whole = await select<Used>(
    'SELECT id, number, reference_key FROM orders WHERE reference_key IN (?) ORDER BY id LOCK IN SHARE MODE',
    [keys],
  )
  const parts = await select<Used>(
    `SELECT o.id, o.number, p.reference_key FROM order_tenders p JOIN orders o ON o.id = p.order_id
    WHERE p.reference_key IN (?) ORDER BY o.id LOCK IN SHARE MODE`,
    [keys],
  )
  const found = [...whole, ...parts].sort((a, b) => a.id - b.id)
  if (found.length <= keys.length && parts.length === 0) return found
  const voided = await select<{ order_id: number }>(
    "SELECT order_id FROM sale_voids WHERE order_id IN (?) AND outcome = 'BOOKED'",
    [found.map(({ id }) => id)],
  )
  return found.filter(({ id }) => !voided.some(({ order_id }) => order_id === id))
}
