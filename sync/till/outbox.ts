import { backOff } from '#sync/protocol/delay.ts'
import { MAX_BATCH_BYTES, type PushRequest, type Verdict } from '#sync/protocol/mutation.ts'
import { withRoom } from './room.ts'
import type { OutboxEntry, TillDb } from './till-db.ts'

/** The entries that wait for the server, oldest first, or those that wait for a person. */
export const entriesOf = (db: TillDb, held: 0 | 1) =>
  db.outbox.where('[held+position]').between([held], [held + 1])

/**
 * The oldest entries that may be sent at `now`: of one device and one protocol, at most `size` or 256 KB, but always one. Those
 * that failed alone come after all that did not, and go alone, so that they hold nobody up even where this is asked once an hour.
 * Reads no more of the queue than it gives, but for entries that wait their own back-off.
 */
export async function nextBatch(db: TillDb, size: number, now: number): Promise<OutboxEntry[]> {
  const due = await db.outbox.where('[held+attempts+position]').between([0], [1])
    .filter(entry => entry.not_before <= now).limit(size).toArray()
  const batch: OutboxEntry[] = []
  let bytes = 0
  for (const entry of due) {
    bytes += new TextEncoder().encode(JSON.stringify(entry.mutation)).length
    const fits = bytes <= MAX_BATCH_BYTES && entry.device_id === due[0]!.device_id && entry.protocol === due[0]!.protocol
    if (batch.length > 0 && (!fits || entry.attempts > 0)) break
    batch.push(entry)
  }
  return batch
}

/** The request for a batch of at least one. */
export const requestOf = (batch: readonly OutboxEntry[]): PushRequest =>
  ({ protocol: batch[0]!.protocol, device_id: batch[0]!.device_id, mutations: batch.map(({ mutation }) => mutation) })

/**
 * Stores verdicts and lets accepted entries go, in one transaction; with them goes what is known of the customer, which only the
 * server keeps. Rejected ones stay for staff to see, and are not sent by themselves.
 */
export const settle = (db: TillDb, verdicts: readonly Verdict[]): Promise<void> =>
  withRoom(db, () => db.transaction('rw', db.sales, db.outbox, async () => {
    const accepted = new Map(verdicts.flatMap(verdict => verdict.status === 'accepted' ? [[verdict.id, verdict]] : []))
    const sales = await db.sales.bulkGet([...accepted.keys()])
    await db.sales.bulkPut(sales.flatMap(sale => sale
      ? [{ ...sale, verdict: accepted.get(sale.id)!, accepted_at: Date.now(), customer_name: null, customer_phone: null }] : []))
    await db.outbox.where('id').anyOf([...accepted.keys()]).delete()
    for (const verdict of verdicts) if (verdict.status === 'rejected') await reject(db, verdict)
  }))

/** Only what still waits can be rejected: a late reply does not undo an acceptance. */
async function reject(db: TillDb, verdict: Extract<Verdict, { status: 'rejected' }>): Promise<void> {
  const marked = await db.outbox.where({ id: verdict.id }).modify({ rejection: verdict.error, held: 1, not_before: 0 })
  if (marked > 0) await db.sales.update(verdict.id, { verdict })
}

/** Makes entries wait, each on its own count of attempts, so that those behind them go first. */
export const postpone = (db: TillDb, entries: readonly OutboxEntry[], from: number): Promise<void> =>
  db.transaction('rw', db.outbox, async () => {
    for (const { position, attempts } of entries) await db.outbox.update(position, { attempts: attempts + 1, not_before: from + backOff(attempts) })
  })

/** Notes that the server had these in its hands, where that is not noted yet. */
export async function markSent(db: TillDb, entries: readonly OutboxEntry[], at: number): Promise<void> {
  const fresh = entries.filter(({ sent_at }) => sent_at === undefined).map(({ position }) => position)
  if (fresh.length > 0) await db.outbox.where('position').anyOf(fresh).modify({ sent_at: at })
}

/** Epoch ms at which the first of those that wait their own back-off may go, if all that wait for the server do so; else null. */
export async function nextDue(db: TillDb, now: number): Promise<number | null> {
  if ((await nextBatch(db, 1, now)).length > 0) return null
  return (await db.outbox.where('not_before').above(now).first())?.not_before ?? null
}

/** Ends every entry's own back-off and puts the oldest first again, because there is reason to hope. */
export const bringForward = async (db: TillDb): Promise<void> =>
  void await db.outbox.where('not_before').above(0).modify({ not_before: 0, attempts: 0 })

/** Sends a rejected entry again, because a person says so. */
export const sendAgain = (db: TillDb, id: string): Promise<void> =>
  withRoom(db, () => db.transaction('rw', db.sales, db.outbox, async () => {
    await db.outbox.where({ id }).modify(entry => {
      delete entry.rejection
      entry.held = 0
      entry.not_before = 0
    })
    await db.sales.where({ id }).modify(sale => { if (sale.verdict?.status === 'rejected') delete sale.verdict })
  }))
