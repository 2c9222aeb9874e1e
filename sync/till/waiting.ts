import { entriesOf } from './outbox.ts'
import type { LocalSale, OutboxEntry, TillDb } from './till-db.ts'

/**
 * The queue as the header shows it: how many entries wait for the server, since when (epoch ms), and how many wait for
 * a person.
 */
export interface Waiting {
  count: number
  oldest: number | null
  attention: number
}

export const waiting = (db: TillDb): Promise<Waiting> =>
  db.transaction('r', db.outbox, async () => {
    const first = await entriesOf(db, 0).first()
    return {
      count: await entriesOf(db, 0).count(),
      oldest: first ? Date.parse(first.mutation.occurred_at) : null,
      attention: await entriesOf(db, 1).count(),
    }
  })

/** Sales rung up from `start` until before `end` (epoch ms), the latest first. */
export const salesOf = (db: TillDb, start: number, end: number): Promise<LocalSale[]> =>
  db.sales.where('occurred_at').between(new Date(start).toISOString(), new Date(end).toISOString()).reverse().toArray()

/** The outbox entries of these sales, by sale id; a sale without one has been accepted. */
export async function entriesFor(db: TillDb, sales: readonly LocalSale[]): Promise<Map<string, OutboxEntry>> {
  const entries = await db.outbox
    .where('id')
    .anyOf(sales.map(({ id }) => id))
    .toArray()
  return new Map(entries.map(entry => [entry.id, entry]))
}

/**
 * `kept`: only on this device. `sent`: the server has answered without a verdict. `attention`: rejected, a person must
 * look.
 */
export type SaleState = 'kept' | 'sent' | 'accepted' | 'attention'

export function stateOf(sale: LocalSale | undefined, entry: OutboxEntry | undefined): SaleState {
  if (sale?.verdict?.status === 'accepted') return 'accepted'
  if (entry?.rejection) return 'attention'
  return entry?.sent_at === undefined ? 'kept' : 'sent'
}
