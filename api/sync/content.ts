import { hash } from 'node:crypto'
import { canonical } from '#sync/protocol/canonical.ts'
import { toPesewas } from '#sync/protocol/money.ts'
import type { Sale } from '#sync/protocol/sale.ts'

/** Stored beside each fingerprint, so that a later way of taking it can tell its own from these. */
export const CONTENT_VERSION = 1

/**
 * The fingerprint of what a sale says: the same for any spelling of the same facts. Money in pesewas, times in ms, absent = null.
 * Without the customer, whom the till forgets. Members stand in the order of the alphabet, as `canonical` would put them.
 */
export const contentOfSale = (kind: string, sale: Sale) => hash('sha256', JSON.stringify({
  account_code: sale.account_code,
  discount: toPesewas(sale.discount),
  id: sale.id,
  kind,
  lines: sale.lines.map(({ product_variation_id, quantity, price }) => ({ price: toPesewas(price), product_variation_id, quantity })),
  number: sale.number,
  occurred_at: Date.parse(sale.occurred_at),
  reference: sale.reference || null,
  teller_id: sale.teller_id,
  tendered: sale.tendered == null ? null : toPesewas(sale.tendered),
  till_code: sale.till_code,
  total: toPesewas(sale.total),
}))

/** The fingerprint of a mutation that breaks the rules: all of what it says, and the id it came under. */
export const contentOfBroken = ({ id, kind, payload }: { id: string; kind?: unknown; payload?: unknown }) => hash('sha256', canonical({ id, kind, payload }))
