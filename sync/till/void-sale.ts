import { SALE_VOID, type SaleVoid, type VoidReason } from '#sync/protocol/kinds/sale-void.ts'
import { partsBack, type PartBack } from '#sync/protocol/shifts/parts-back.ts'
import { giftOf, type SaleLine } from '#sync/protocol/sale.ts'
import { ONLY_SHOP } from '#sync/protocol/shifts/only-shop.ts'
import { enqueue } from './enqueue.ts'
import { openShiftOf } from './shifts/kept-shift.ts'
import type { LocalSale, Teller, TillDb } from './till-db.ts'

/** The sale is not the last one any more, was voided, or its shift or day has ended. Nothing was written. */
export class NotVoidable extends Error {
  override name = 'NotVoidable'
  constructor() {
    super('Only the last sale can be voided, until its shift or day ends. Take the goods back as a return instead.')
  }
}

/** What the teller chose. `id` is minted when the form opens, so that a second press voids nothing else. */
export interface Voiding {
  id: string
  sale: LocalSale
  reason: VoidReason
}

/** Where the money of a sale goes back to, in cedis. */
export const backOf = (sale: LocalSale): PartBack[] =>
  partsBack(sale.total, { account_code: sale.account_code, card: giftOf(sale), short: 0, parts: sale.tenders ?? null })

/**
 * The sale that may be voided here: the last one that this till rang up, while its shift is open, or without shifts on
 * its day. Null if there is none, or if this till cannot sign.
 */
export async function voidableSale(db: TillDb, now = new Date()): Promise<LocalSale | null> {
  const till = await db.till.get('till')
  if (!till?.code || !till.head) return null
  const last = `${till.code}-${String(till.last_number).padStart(6, '0')}`
  const sale = await db.sales
    .orderBy('occurred_at')
    .reverse()
    .filter(({ number }) => number === last)
    .first()
  if (!sale || sale.voided) return null
  const shift = await openShiftOf(db)
  if (shift || sale.shift_id) return sale.shift_id === shift?.id ? sale : null
  return sale.occurred_at.slice(0, 10) === now.toISOString().slice(0, 10) ? sale : null
}

/**
 * Voids the last sale of this till: the sale stays and is marked, its goods are back on the shelf. On disk when the
 * promise resolves. A sale that is voided already is returned as it is.
 * @throws NotVoidable, StorageFull, NotEnrolled, ScreenLocked
 */
export async function voidSale(db: TillDb, asked: Voiding, teller: Pick<Teller, 'id' | 'name'>): Promise<LocalSale> {
  const written = await enqueue<{ sale: LocalSale }>(db, {
    id: asked.id,
    kind: SALE_VOID,
    teller_id: teller.id,
    earlier: async () => {
      const sale = await db.sales.get(asked.sale.id)
      return sale?.voided ? { sale } : undefined
    },
    fact({ code }) {
      const voided = voidOf(asked, teller, code)
      const kept = { sale: asked.sale }
      return {
        occurred_at: voided.occurred_at,
        payload: { ...voided, lines: linesBack(asked.sale.lines) },
        kept,
        keep: async () => {
          kept.sale = await mark(db, voided, teller)
        },
      }
    },
  })
  return written.sale
}

/** Inside the transaction. @throws NotVoidable, which undoes it */
async function mark(db: TillDb, { id, sale_id, reason, occurred_at }: SaleVoid, teller: Pick<Teller, 'id' | 'name'>) {
  const sale = await voidableSale(db, new Date(occurred_at))
  if (sale?.id !== sale_id) throw new NotVoidable()
  const shift = await openShiftOf(db)
  const marked: LocalSale = {
    ...sale,
    voided: {
      id,
      reason,
      occurred_at,
      teller: { id: teller.id, name: teller.name },
      ...(shift && { shift_id: shift.id }),
    },
  }
  await db.sales.put(marked)
  return marked
}

const voidOf = ({ id, sale, reason }: Voiding, teller: Pick<Teller, 'id'>, till_code: string): SaleVoid => ({
  id,
  shop_id: ONLY_SHOP,
  till_code,
  teller_id: teller.id,
  occurred_at: new Date().toISOString(),
  sale_id: sale.id,
  number: sale.number,
  reason,
})

const linesBack = (lines: readonly SaleLine[]): SaleLine[] => lines.map(line => ({ ...line, quantity: -line.quantity }))
