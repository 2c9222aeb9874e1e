import { backOff } from '#sync/protocol/delay.ts'
import { MAX_BATCH_BYTES } from '#sync/protocol/mutation.ts'
import { SIGNED_PROTOCOL } from '#sync/protocol/signed.ts'
import { keepAccepted } from './proof/kept-mutations.ts'
import { kindOf } from './kinds/known-kinds.ts'
import type { Accepted } from './kinds/till-kind.ts'
import { proofsFor } from './proof/proofs.ts'
import type { News, Outgoing } from './push.ts'
import { isQuotaExceeded, withRoom } from './room.ts'
import type { OutboxEntry, TillDb, TillVerdict } from './till-db.ts'
import { isOver, LONGEST_WAIT_MS, type Wait } from './wait.ts'

/** An entry, in the outbox or to be put there. */
export type Entry = Omit<OutboxEntry, 'position'>

/** What travels in one request, from the outbox or sent again, and what to do with the answer. */
export interface Batch {
  entries: readonly Entry[]
  /** `at`: the server's time. */
  settle: (verdicts: readonly TillVerdict[], at?: number) => Promise<void>
  /** Keeps entries without a verdict in the outbox, to be sent again. Returns those that wait for the server. */
  stay: (left: readonly Entry[]) => Promise<readonly Entry[]>
  /** Every entry has its verdict, or waits in the outbox. `news`: what the server said, if it answered. */
  passed: (news?: News) => Promise<void>
}

export const batchOf = (db: TillDb, entries: readonly Entry[]): Batch => ({
  entries,
  settle: (verdicts, at) => settle(db, verdicts, at),
  stay: async left => left,
  passed: async () => {},
})

/** The entries that wait for the server, oldest first, or those that wait for a person. */
export const entriesOf = (db: TillDb, held: 0 | 1) => db.outbox.where('[held+position]').between([held], [held + 1])

/** What may be sent: the time in epoch ms, and a filter for the entries due then. */
export interface Sendable {
  now: number
  may?: ((entry: OutboxEntry) => boolean) | undefined
}

/** Entries of one author travel together: one device, one protocol and one key per request. */
const authorOf = ({ device_id, protocol, key_id }: Entry) => key_id ?? `${device_id} ${protocol}`

const backOffOf = ({ not_before, postponed_at = not_before - LONGEST_WAIT_MS }: OutboxEntry): Wait => ({
  from: postponed_at,
  until: not_before,
})

/**
 * The oldest entries that may be sent: of one author, at most `size` or 256 KB, but always one. Entries that failed
 * alone come last and go alone, so that they delay nothing, even though this is asked only once an hour. Reads only the
 * returned part of the queue, plus entries in back-off or not yet allowed.
 */
export async function nextBatch(db: TillDb, size: number, { now, may = () => true }: Sendable): Promise<OutboxEntry[]> {
  const due = await db.outbox
    .where('[held+attempts+position]')
    .between([0], [1])
    .filter(entry => isOver(backOffOf(entry), now) && may(entry))
    .limit(size)
    .toArray()
  return oneRequest(due)
}

/** As many of the first entries as one request may hold. */
export function oneRequest<E extends Entry>(due: readonly E[]): E[] {
  const batch: E[] = []
  let bytes = 0
  for (const entry of due) {
    bytes += new TextEncoder().encode(JSON.stringify(entry.signed ?? entry.mutation)).length
    const fits = bytes <= MAX_BATCH_BYTES && authorOf(entry) === authorOf(due[0]!)
    if (batch.length > 0 && (!fits || entry.attempts > 0)) break
    batch.push(entry)
  }
  return batch
}

/**
 * The request for a batch of at least one entry: signed entries travel exactly as signed. Another till's entries travel
 * with the proofs of its key and grants; this till's own do so when it introduces itself.
 */
export async function requestOf(db: TillDb, batch: readonly Entry[], isIntroduced = false): Promise<Outgoing> {
  const { device_id, protocol, key_id } = batch[0]!
  if (key_id === undefined) return { protocol, device_id, mutations: batch.map(({ mutation }) => mutation) }
  const request: Outgoing = {
    protocol: SIGNED_PROTOCOL,
    device_id,
    key_id,
    mutations: batch.flatMap(({ signed }) => signed ?? []),
  }
  if (!isIntroduced && (await db.till.get('till'))?.device_id === device_id) return request
  const { certificates, grants } = await proofsFor(db, batch)
  return {
    ...request,
    certificates: Object.values(certificates),
    grants: Object.values(grants).map(({ token }) => token),
  }
}

/**
 * Stores verdicts and removes accepted entries, in one transaction. Rejected entries stay for staff and are not sent
 * again automatically. Each kind adds its own changes; an entry that was already settled stays unchanged.
 */
export async function settle(db: TillDb, verdicts: readonly TillVerdict[], at = Date.now()): Promise<void> {
  try {
    await settleKeeping(db, verdicts, entries => keepAccepted(db, entries, at))
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error
    // A full device drops what it needs only after a restore, so that finished entries can leave.
    await withRoom(db, () => settleKeeping(db, verdicts, async () => {}))
  }
}

const settleKeeping = (
  db: TillDb,
  verdicts: readonly TillVerdict[],
  keep: (entries: readonly OutboxEntry[]) => Promise<void>,
): Promise<void> =>
  db.transaction('rw', db.sales, db.outbox, db.till, async () => {
    const entries = await db.outbox
      .where('id')
      .anyOf(verdicts.map(({ id }) => id))
      .toArray()
    const kinds = new Map(entries.map(({ id, mutation }) => [id, mutation.kind]))
    const accepted = verdicts.filter(
      (verdict): verdict is Accepted => verdict.status === 'accepted' && kinds.has(verdict.id),
    )
    for (const kind of new Set(kinds.values()))
      await kindOf(kind).onSettled(
        db,
        accepted.filter(({ id }) => kinds.get(id) === kind),
      )
    const gone = accepted.map(({ id }) => id)
    await keep(entries.filter(({ id }) => gone.includes(id)))
    await db.outbox.where('id').anyOf(gone).delete()
    for (const verdict of verdicts) {
      if (verdict.status !== 'rejected' || !kinds.has(verdict.id)) continue
      await db.outbox.where({ id: verdict.id }).modify(entry => {
        Object.assign(entry, { rejection: verdict.error, held: 1, not_before: 0 })
        if (entry.signed) entry.signed_refused = true
      })
      await kindOf(kinds.get(verdict.id)!).onRejected(db, verdict)
    }
  })

/**
 * Delays entries, each by its own count of attempts and at least until `least`, so that the entries behind them go
 * first.
 */
export const postpone = (
  db: TillDb,
  entries: readonly Entry[],
  { now, least = now }: { now: number; least?: number },
) => delay(db, entries, ({ attempts }) => ({ from: now, until: least + backOff(attempts) }))

/** Delays entries by a fixed time: nothing failed, they are only offered again later. */
export const offerLater = (db: TillDb, entries: readonly Entry[], wait: Wait) => delay(db, entries, () => wait)

async function delay(db: TillDb, entries: readonly Entry[], waitOf: (entry: OutboxEntry) => Wait): Promise<void> {
  await db.outbox
    .where('id')
    .anyOf(entries.map(({ id }) => id))
    .modify(entry => {
      const { from, until } = waitOf(entry)
      Object.assign(entry, { attempts: entry.attempts + 1, not_before: until, postponed_at: from })
    })
}

/** Notes that the server received these entries, once. */
export async function markSent(db: TillDb, entries: readonly Entry[], at: number): Promise<void> {
  const fresh = entries.filter(({ sent_at }) => sent_at === undefined).map(({ id }) => id)
  if (fresh.length > 0) await db.outbox.where('id').anyOf(fresh).modify({ sent_at: at })
}

/** Epoch ms of the first end of a back-off, if every entry that waits for the server is in back-off; else null. */
export async function nextDue(db: TillDb, sendable: Sendable): Promise<number | null> {
  if ((await nextBatch(db, 1, sendable)).length > 0) return null
  const { now } = sendable
  const first = await db.outbox
    .where('not_before')
    .above(now)
    .filter(entry => !isOver(backOffOf(entry), now))
    .first()
  return first?.not_before ?? null
}

/** Ends every entry's back-off and puts the oldest first again, because a try may succeed now. */
export const bringForward = async (db: TillDb): Promise<void> =>
  void (await db.outbox.where('not_before').above(0).modify({ not_before: 0, attempts: 0 }))

/** Sends a rejected entry again, at a person's request. */
export const sendAgain = (db: TillDb, id: string): Promise<void> =>
  withRoom(db, () =>
    db.transaction('rw', db.sales, db.outbox, async () => {
      await db.outbox.where({ id }).modify(entry => {
        delete entry.rejection
        delete entry.signed_refused
        entry.held = 0
        entry.not_before = 0
      })
      await db.sales.where({ id }).modify(sale => {
        if (sale.verdict?.status === 'rejected') delete sale.verdict
      })
    }),
  )
