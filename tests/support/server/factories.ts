import { randomUUID } from 'node:crypto'
import type { Mutation, PushRequest } from '#sync/protocol/mutation.ts'
import { saleTotals } from '#sync/protocol/pricing.ts'
import type { Sale } from '#sync/protocol/sale.ts'

export const DEVICE = '6f1c2a9e-0000-4000-8000-000000000001'

let counter = 0

/**
 * A valid cash sale of one piece of variation 1 at 10 cedis; override what the test is about. The total follows the
 * lines.
 */
export function aSale(overrides: Partial<Sale> = {}): Sale {
  counter += 1
  const { lines = [{ product_variation_id: 1, quantity: 1, price: 10 }], discount = 0 } = overrides
  return {
    id: randomUUID(),
    number: `T1-${String(counter).padStart(6, '0')}`,
    till_code: 'T1',
    teller_id: 7,
    occurred_at: new Date().toISOString(),
    account_code: 'CASH',
    lines,
    discount,
    total: saleTotals(lines, discount).total,
    ...overrides,
  }
}

export const aMutation = (sale: Sale, overrides: Partial<Mutation> = {}): Mutation => ({
  id: sale.id,
  kind: 'sale.record',
  seq: Number(sale.number.slice(-6)),
  occurred_at: sale.occurred_at,
  payload: sale,
  ...overrides,
})

export const aPush = (...sales: Sale[]): PushRequest => ({
  protocol: 1,
  device_id: DEVICE,
  mutations: sales.map(sale => aMutation(sale)),
})
