import { withoutCardNumbers } from '#sync/protocol/card-number.ts'
import { PROTOCOL_VERSION } from '#sync/protocol/mutation.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { makeRoom, StorageFull, storageState, withRoom } from './room.ts'
import type { Counters, LocalSale, ReceiptLine, TillDb } from './till-db.ts'

/** What the cashier has decided, and the words a reprint needs; number, till and time are the till's to add. */
export type Draft = Omit<Sale, 'number' | 'till_code' | 'occurred_at'> & { teller_name: string; receipt_lines: ReceiptLine[] }

/** This browser was never enrolled, so it has no till code to number receipts with. */
export class NotEnrolled extends Error {
  override name = 'NotEnrolled'
  constructor() { super('This device is no till yet. Connect it to the internet once, signed in, to set it up.') }
}

/**
 * Finishes a sale: sale, receipt number, sequence number and outbox entry are kept together, or not at all. When the promise
 * resolves they are on disk, and only then may a receipt be shown. An id that was sold before gives that sale again.
 * @throws StorageFull when the device has no room left: nothing was sold
 * @throws NotEnrolled before the first online visit
 */
export async function ringUp(db: TillDb, draft: Draft): Promise<LocalSale> {
  const sale = await withRoom(db, () => keep(db, draft))
  if (sale) return sale
  if (!await makeRoom(db)) throw new StorageFull()
  return ringUp(db, draft)
}

/** Null where the device takes no new sale. One transaction, because each more would wait its turn behind the drawing of the screen. */
async function keep(db: TillDb, draft: Draft): Promise<LocalSale | null> {
  const { sale, counters } = await db.transaction('rw', [db.till, db.sales, db.outbox, db.room], async () => {
    const earlier = await db.sales.get(draft.id)
    if (earlier) return { sale: earlier, counters: null }
    if (await storageState(db) === 'blocked') return { sale: null, counters: null }
    const till = await db.till.get('till')
    if (!till?.code) throw new NotEnrolled()
    const counters = { ...till, last_number: till.last_number + 1, last_seq: till.last_seq + 1 }
    const fact = saleOf(draft, till.code, counters.last_number)
    const sale: LocalSale = { ...fact, teller_name: draft.teller_name, receipt_lines: draft.receipt_lines }
    await db.till.put(counters)
    await db.sales.add(sale)
    await db.outbox.add({
      id: fact.id, device_id: till.device_id, protocol: PROTOCOL_VERSION, attempts: 0, not_before: 0, held: 0,
      mutation: { id: fact.id, kind: 'sale.record', seq: counters.last_seq, occurred_at: fact.occurred_at, payload: fact },
    })
    return { sale, counters }
  })
  if (counters) repeatIn(db, counters)
  return sale
}

/** Exactly what the protocol carries: a member the server does not know would be refused. */
function saleOf(draft: Draft, till_code: string, number: number): Sale {
  const { teller_name, receipt_lines, lines, ...rest } = draft
  return withoutCardNumbers({
    ...rest,
    lines: lines.map(({ product_variation_id, quantity, price }) => ({ product_variation_id, quantity, price })),
    number: `${till_code}-${String(number).padStart(6, '0')}`,
    till_code,
    occurred_at: new Date().toISOString(),
  })
}

const repeatIn = (db: TillDb, { device_id, last_number, last_seq }: Counters) =>
  db.mirror?.write({ device_id, last_number, last_seq })
