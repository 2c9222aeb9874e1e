import { withoutCardNumbers } from '#sync/protocol/card-number.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { enqueue, type Fact, type Numbering } from './enqueue.ts'
import { SALE_RECORD } from './kinds/sale-record.ts'
import { withWholeCharacters } from './replica/whole-characters.ts'
import { openShiftOf } from './shifts/kept-shift.ts'
import type { LocalSale, ReceiptCard, ReceiptLine, TillDb } from './till-db.ts'

/** The cashier's input, and the words for a reprint; the till adds number, till code and time. */
export type Draft = Omit<Sale, 'number' | 'till_code' | 'occurred_at'> & {
  teller_name: string
  receipt_lines: ReceiptLine[]
  receipt_card?: ReceiptCard
  receipt_tenders?: string[]
  /** How far this device's clock is ahead of the shop's, in ms; 0 while it is right. */
  ahead_ms?: number
}

/**
 * Finishes a sale. It is on disk when the promise resolves; show a receipt only then. A known id returns the existing
 * sale.
 * @throws StorageFull when the device has no room left: nothing was sold
 * @throws NotEnrolled before the first online visit
 */
export const ringUp = (db: TillDb, draft: Draft): Promise<LocalSale> =>
  enqueue(db, {
    id: draft.id,
    kind: SALE_RECORD,
    teller_id: draft.teller_id,
    earlier: () => db.sales.get(draft.id),
    fact: till => factOf(db, draft, till),
  })

function factOf(db: TillDb, draft: Draft, { code, last_number }: Numbering): Fact<LocalSale> {
  const payload = saleOf(draft, code, last_number + 1)
  const { teller_name, receipt_lines, receipt_card, receipt_tenders, ahead_ms } = draft
  const kept: LocalSale = {
    ...payload,
    teller_name,
    receipt_lines,
    ...(receipt_card && { receipt_card }),
    ...(receipt_tenders && { receipt_tenders }),
    ...(ahead_ms && { ahead_ms }),
  }
  return {
    occurred_at: payload.occurred_at,
    payload,
    kept,
    counters: { last_number: last_number + 1 },
    keep: async () => {
      const shift = await openShiftOf(db)
      await db.sales.add(shift ? { ...kept, shift_id: shift.id } : kept)
    },
  }
}

/**
 * Exactly the members of the protocol: the server would reject an unknown one. Corrected here, because a signed sale
 * cannot be changed.
 */
function saleOf(draft: Draft, till_code: string, number: number): Sale {
  const { teller_name, receipt_lines, receipt_card, receipt_tenders, ahead_ms, lines, tenders, ...rest } = draft
  return withoutCardNumbers(
    withWholeCharacters({
      ...rest,
      ...(tenders && { tenders: tenders.map(withWholeCharacters) }),
      lines: lines.map(({ product_variation_id, quantity, price }) => ({ product_variation_id, quantity, price })),
      number: `${till_code}-${String(number).padStart(6, '0')}`,
      till_code,
      occurred_at: new Date().toISOString(),
    }),
  )
}
