import { raiseBalances, type Entry } from '#api/ledger/ledger.ts'
import { inTransaction, isDuplicate, isLockFailure, isLost, isUnstorable } from '#api/db/database.ts'
import { AppError, unstorable } from '#api/errors.ts'
import type { Arrived, Booked, MutationKind } from '#api/mutation-kind.ts'
import { closingsIn, mutationKinds, settlePlaces, settleWaiting } from '#api/mutation-kinds.ts'
import { lockVariations } from '#api/stock/stock.ts'
import { contentOfBroken } from '#api/sync/content.ts'
import { isUnknownKind, type Arrival } from '#api/sync/prove-arrival.ts'
import { enter, follow, judge, type Entered, type PushState } from '#api/sync/enter.ts'
import { settleProved, tellOfRejected } from '#api/sync/rejected.ts'
import { findRecord, quarantine, sourceOf, storeVerdicts, type OnRecord, type Stored } from '#api/sync/verdicts.ts'
import type { ErrorBody } from '#sync/protocol/errors.ts'
import { UUID, type Verdict } from '#sync/protocol/mutation.ts'

/**
 * Gives each mutation its verdict, in order: all in one transaction if that works, else one by one, so that a bad one
 * never changes another's verdict. Returns a verdict only after its COMMIT; null for an unknown kind.
 * @throws after trying all of them, if one ran out of retries on locks or hit a bug; committed ones stand
 */
export async function applyAll(arrivals: readonly Arrival[]): Promise<Applied> {
  const verdicts = new Map<Arrival, Verdict | null>()
  let state: PushState | null = null
  try {
    const whole = arrivals.filter(arrival => !arrival.error || isUnknownKind(arrival))
    const together = whole.length > 0 ? await inTransaction(() => applyTogether(whole)) : null
    for (const [arrival, verdict] of together?.verdicts ?? []) verdicts.set(arrival, verdict)
    if (verdicts.size === arrivals.length) state = together?.state ?? null
  } catch (error) {
    if (isLockFailure(error) || isLost(error)) throw error
  }
  const failures: unknown[] = []
  for (const arrival of arrivals.filter(arrival => !verdicts.has(arrival))) {
    try {
      verdicts.set(arrival, await applyOne(arrival))
    } catch (error) {
      if (isLost(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures.find(isLockFailure) ?? failures[0]
  return { verdicts: arrivals.map(arrival => verdicts.get(arrival)!), state }
}

/** `state`: what the transaction that booked all of them found; null if they were booked one by one. */
export interface Applied {
  verdicts: (Verdict | null)[]
  state: PushState | null
}

type Whole = Arrival & { kind: MutationKind; payload: object }

/** Call inside a transaction. Replays recorded verdicts and books the rest, kind by kind. Leaves out conflicts. */
async function applyTogether(arrivals: readonly Arrival[]): Promise<Together> {
  const {
    entered,
    stored,
    seqs,
    waiting = [],
    voided = [],
    last_closing = null,
    closings = [],
  } = await takeIn(arrivals)
  const verdicts = new Map<Arrival, Verdict | null>(arrivals.filter(isUnknownKind).map(arrival => [arrival, null]))
  const fresh = arrivals.filter(arrival => !stored.has(arrival.id) && !verdicts.has(arrival)).map(wholeOf)
  const doubts =
    fresh.length > 0
      ? await judge(fresh, { ...entered, closings: [...closings, ...closingsIn(fresh)] })
      : new Map<string, never>()
  const arrived = (arrival: Whole): Arrived<unknown> => {
    const seq_reused = seqs.has(arrival.seq)
    seqs.add(arrival.seq)
    const { id, payload, device_id, seq, received_at, skew_ms } = arrival
    return { id, payload, device_id, seq, seq_reused, received_at, skew_ms, doubts: doubts.get(id) ?? [] }
  }
  const entries: Entry[] = []
  const raise = async (more: readonly Entry[]) => void entries.push(...more)
  const kinds = mutationKinds.filter(kind => fresh.some(arrival => arrival.kind === kind))
  await lockGoods(kinds, fresh)
  for (const kind of kinds) {
    const own = fresh.filter(arrival => arrival.kind === kind)
    await book(kind, own, { arrived: own.map(arrived), entered, verdicts, raise })
  }
  entries.push(...(await settleWaiting(voided)))
  await settlePlacesOf(fresh, last_closing)
  await settleProved(fresh.filter(({ content }) => waiting.includes(content)))
  await raiseBalances(entries)
  for (const arrival of arrivals) {
    const verdict = replayOf(arrival, stored.get(arrival.id))
    if (verdict) verdicts.set(arrival, verdict)
  }
  return { verdicts, state: entered.state ?? null }
}

/** A shift that a late mutation belongs to is reported again, also where it could not be booked. */
const settlePlacesOf = async (booked: readonly Arrival[], last_closing: number | null): Promise<void> => {
  const [first] = booked
  if (!first) return
  const places = booked.map(({ kind, seq }) => ({ kind: kind?.kind ?? '', seq }))
  await settlePlaces({ device_id: first.device_id, places, last_closing })
}

/** Kinds that move goods lock them in one ascending row, so that two pushes queue instead of deadlocking. */
async function lockGoods(kinds: readonly MutationKind[], fresh: readonly Whole[]): Promise<void> {
  const moving = kinds.filter(({ goods }) => goods)
  if (moving.length < 2) return
  const ids: number[] = []
  for (const kind of moving)
    ids.push(...(await kind.goods!(fresh.filter(each => each.kind === kind).map(({ payload }) => payload))))
  await lockVariations(ids)
}

interface Together {
  verdicts: Map<Arrival, Verdict | null>
  state: PushState | null
}

/** Locks their till, reads everything on record in one round trip, and finds their place in the chain. */
async function takeIn(arrivals: readonly Arrival[]): Promise<OnRecord & { entered: Entered }> {
  const followed = await follow(arrivals)
  const record = await findRecord(arrivals)
  return { ...record, entered: await enter(arrivals, followed, record) }
}

interface Booking {
  arrived: readonly Arrived<unknown>[]
  entered: Entered
  verdicts: Map<Arrival, Verdict | null>
  raise: typeof raiseBalances
}

function book(kind: MutationKind, own: readonly Whole[], { arrived, entered, verdicts, raise }: Booking) {
  const store = async (booked: readonly Booked[]) => {
    const accepted = own.map(
      ({ id }, i) => ({ id, status: 'accepted', ...booked[i]!.booking, exceptions: booked[i]!.exceptions }) as Verdict,
    )
    own.forEach((arrival, i) => verdicts.set(arrival, accepted[i]!))
    await storeVerdicts(
      own.map(arrival => sourceOf(arrival, entered.grants)),
      accepted,
    )
  }
  return kind.book(arrived, store, raise)
}

/** @throws 422 for a mutation that cannot be booked */
function wholeOf(arrival: Arrival): Whole {
  if (arrival.error) throw new AppError(422, arrival.error)
  return arrival as Whole
}

/** The recorded verdict, if it was for the same content. */
const replayOf = (arrival: Arrival, stored: Stored | undefined): Verdict | null =>
  stored?.verdict && isSameContent(arrival, stored) ? (JSON.parse(stored.verdict) as Verdict) : null

/** It may have been on record as invalid, by a rule that has changed since. */
const isSameContent = ({ content, frame }: Arrival, stored: Stored): boolean =>
  stored.content === content || stored.content === contentOfBroken(frame)

/** A faster twin causes a duplicate error; the next try finds the twin's verdict. */
async function applyOne(arrival: Arrival, tries = 1): Promise<Verdict | null> {
  try {
    return await bookOrReject(arrival)
  } catch (error) {
    if (isDuplicate(error) && tries < 3) return applyOne(arrival, tries + 1)
    throw error
  }
}

async function bookOrReject(arrival: Arrival): Promise<Verdict | null> {
  try {
    const { verdicts } = await inTransaction(() => applyTogether([arrival]))
    const verdict = verdicts.get(arrival)
    return verdict !== undefined ? verdict : await reject(arrival, CONFLICT)
  } catch (error) {
    if (error instanceof AppError) return reject(arrival, error.body)
    if (isUnstorable(error)) return reject(arrival, unstorable().body)
    throw error
  }
}

const CONFLICT: ErrorBody = { message: 'Something else is on record under this id.', code: 'conflict' }

/**
 * Runs after the rollback, in its own transaction. A conflict or an unproved mutation leaves the recorded verdict as it
 * is.
 */
const reject = (arrival: Arrival, found: ErrorBody): Promise<Verdict> =>
  inTransaction(async () => {
    const error = arrival.error?.code === 'unproved' ? arrival.error : found
    const verdict: Verdict = { id: arrival.id, status: 'rejected', error }
    const { entered, last_closing = null } = await takeIn([arrival])
    await quarantine(arrival, error)
    await tellOfRejected(arrival, error)
    if (error.code === 'conflict' || error.code === 'unproved' || !UUID.test(arrival.id)) return verdict
    await storeVerdicts([sourceOf(arrival, entered.grants)], [verdict])
    await settlePlacesOf([arrival], last_closing)
    return verdict
  })
