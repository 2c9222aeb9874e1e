import { createHash } from 'node:crypto'
import { canonical } from '#api/http/canonical.ts'
import { toPesewas } from '#sync/protocol/money.ts'
import type { Sale } from '#sync/protocol/sale.ts'

/** Stored beside each fingerprint, so that a later way of taking it can tell its own from these. */
export const CONTENT_VERSION = 1

/** The fingerprint of what a sale says: the same for any spelling of the same facts. Money in pesewas, times in ms, absent = null. Without the customer, whom the till forgets. */
export const contentOfSale = (kind: string, sale: Sale) => fingerprint({
  kind,
  id: sale.id,
  number: sale.number,
  till_code: sale.till_code,
  teller_id: sale.teller_id,
  occurred_at: Date.parse(sale.occurred_at),
  account_code: sale.account_code,
  tendered: sale.tendered == null ? null : toPesewas(sale.tendered),
  reference: sale.reference || null,
  lines: sale.lines.map(({ product_variation_id, quantity, price }) => ({ price: toPesewas(price), product_variation_id, quantity })),
  discount: toPesewas(sale.discount),
  total: toPesewas(sale.total),
})

/** The fingerprint of a mutation that breaks the rules: all of what it says, and the id it came under. */
export const contentOfBroken = ({ id, kind, payload }: { id: string; kind?: unknown; payload?: unknown }) => fingerprint({ id, kind, payload })

const fingerprint = (value: unknown) => createHash('sha256').update(canonical(value)).digest('hex')
