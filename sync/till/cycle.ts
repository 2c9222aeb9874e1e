import { backOff } from '#sync/protocol/delay.ts'
import { MAX_MUTATIONS } from '#sync/protocol/mutation.ts'
import { SIGNED_PROTOCOL } from '#sync/protocol/signed.ts'
import { drainLock } from './drain-lock.ts'
import { kindOf } from './kinds/known-kinds.ts'
import { lateRule, releaseUnproved, signAllLate } from './replica/lift.ts'
import {
  batchOf,
  bringForward,
  entriesOf,
  markSent,
  nextBatch,
  nextDue,
  offerLater,
  postpone,
  requestOf,
  type Batch,
  type Entry,
  type Sendable,
} from './outbox.ts'
import type { Answer, Outgoing, Push, Trouble } from './push.ts'
import { heedSeal } from './proof/kept-seal.ts'
import { heed, introduction, isAnythingWanted, nextAgain, ownAuthor } from './proof/resend.ts'
import { isQuotaExceeded, StorageFull } from './room.ts'
import type { TillDb } from './till-db.ts'
import { createListeners } from './listeners.ts'
import { endOf, isOver, NO_WAIT, type Wait } from './wait.ts'

export type Pause = Extract<Answer, { kind: 'pause' }>

/** The connection as the screen shows it. The same object until something changes. */
export interface CycleState {
  /** How many entries have their verdict, of how many, while this tab is sending. */
  sending: { done: number; total: number } | null
  pause: Pause | null
  /** Whether the server answered last time; null before the first request. */
  reachable: boolean | null
  /** Something else answered: the network may require a sign-in. */
  captive: boolean
  /** Epoch ms; null if the next try is not delayed. */
  next_try_at: number | null
}

const ASK_AGAIN_MS = 5 * 60_000
/** How often the till offers a kind that the server does not know yet. */
const OFFER_AGAIN_MS = 15 * 60_000

/** The server answered, but said nothing that helps. */
const NO_VERDICT: Trouble = { kind: 'trouble', reason: 'server', smaller: true, wait_ms: 0 }

/**
 * Drains the outbox, oldest first, one drain per device at a time. `wake` is cheap and safe to call at any moment; it
 * resolves when nothing more can be sent now. `nudge` ends any back-off when a try may succeed, but keeps the server's
 * own Retry-After. `resume` also ends a pause, after signing in. An entry leaves only with a verdict for its id. Signed
 * entries go out with nobody signed in; unsigned ones wait for a sign-in without blocking the rest. A till with a key
 * asks every few minutes whether the server needs anything again.
 */
export function createCycle(db: TillDb, push: Push, now = Date.now) {
  const listeners = createListeners()
  let state: CycleState = { sending: null, pause: null, reachable: null, captive: false, next_try_at: null }
  let size = MAX_MUTATIONS
  let failures = 0
  let due: Wait = NO_WAIT
  let asked: Wait = NO_WAIT
  /** Entries that need a signed-in user wait for this. */
  let unsignedDue: Wait = NO_WAIT
  /** While it lasts, the server's last answer is recent: it has not been restored since. */
  let heard: Wait = NO_WAIT
  let isReleased = false

  function show(change: Partial<CycleState>) {
    if (Object.entries(change).every(([name, value]) => state[name as keyof CycleState] === value)) return
    state = { ...state, ...change }
    listeners.tell()
  }

  const waitFor = (ms: number): Wait => ({ from: now(), until: now() + ms })
  const isDue = (wait: Wait) => isOver(wait, now())

  async function sendable(): Promise<Sendable> {
    if (isDue(unsignedDue)) return { now: now() }
    const isLate = await lateRule(db)
    return { now: now(), may: entry => entry.signed !== undefined || isLate(entry) }
  }

  const next = async () => (isDue(due) ? nextBatch(db, size, await sendable()) : [])

  async function wake(): Promise<void> {
    do {
      const held = await navigator.locks.request(drainLock(db.name), { ifAvailable: true }, async lock => {
        if (lock) await drain()
        return lock !== null
      })
      if (!held) return // the tab that holds the lock looks once more after letting go, so this wake is not lost
    } while ((await next()).length > 0)
  }

  async function drain(): Promise<void> {
    let done = 0
    try {
      if (!isReleased) await releaseUnproved(db)
      isReleased = true
      do {
        for (let batch; (batch = await next()).length > 0;) {
          if (batch.some(await lateRule(db))) {
            await signAllLate(db)
            continue
          }
          show({ sending: { done, total: done + (await entriesOf(db, 0).count()) } })
          done += await take(batchOf(db, batch), await tell(await requestOf(db, batch, isDue(heard))))
        }
      } while (await keepInTouch()) // new sales go before those that are sent again
    } catch (error) {
      if (!(error instanceof StorageFull || isQuotaExceeded(error))) throw error
      wait(0) // the entries have not moved and are sent again
    } finally {
      const ends = [due, (await isStuck()) ? unsignedDue : NO_WAIT].map(wait => endOf(wait, now()))
      const nextTry = Math.max(...ends, (await nextDue(db, await sendable())) ?? 0)
      const isWaiting = (await entriesOf(db, 0).count()) > 0 || (await isAnythingWanted(db))
      show({ sending: null, next_try_at: nextTry > now() && isWaiting ? nextTry : null })
    }
  }

  /** Whether the remaining entries all need a signed-in user. */
  const isStuck = async () =>
    !isDue(unsignedDue) &&
    (await entriesOf(db, 0)
      .filter(({ signed }) => signed !== undefined)
      .count()) === 0

  /** Sends a batch and follows the news in the reply. Introduces this till once to a server that does not know it. */
  async function tell(request: Outgoing): Promise<Answer> {
    let answer = await push(request)
    if (answer.kind === 'pause' && answer.reason === 'unknown_device' && (await introduce()))
      answer = await push(request)
    if (answer.kind === 'verdicts' && answer.news && request.key_id !== undefined) {
      heard = waitFor(ASK_AGAIN_MS)
      await heed(db, { device_id: request.device_id, key_id: request.key_id }, answer.news)
      await heedSeal(db, answer.news, now())
    }
    return answer
  }

  async function introduce(): Promise<boolean> {
    const author = await ownAuthor(db)
    return author !== null && (await push(await introduction(db, author))).kind === 'verdicts'
  }

  /**
   * Sends again what the server wants. An idle till asks too, because the server may have been restored.
   * @returns whether there may be more
   */
  async function keepInTouch(): Promise<boolean> {
    if (!isDue(due)) return false
    const again = await nextAgain(db, { size, unsigned: isDue(unsignedDue) })
    if (again) {
      const answer = await tell(again.request)
      const isSilent = answer.kind === 'verdicts' && again.entries.length === 0 && !answer.news
      await take(again, isSilent ? NO_VERDICT : answer)
      return true
    }
    const author = isDue(heard) ? await ownAuthor(db) : null
    if (!author) return false
    const answer = await tell({ protocol: SIGNED_PROTOCOL, ...author, mutations: [] })
    await take(batchOf(db, []), answer)
    return answer.kind === 'verdicts' && answer.news !== undefined
  }

  /** Applies an answer to its batch. @returns how many entries got their verdict */
  async function take(batch: Batch, answer: Answer): Promise<number> {
    const { entries } = batch
    if (answer.kind === 'pause') {
      // Tried again now and then: somebody may have signed in in another tab, or the server was updated.
      // What is signed needs nobody, so it does not wait behind what is not.
      if (entries.some(({ signed }) => !signed)) unsignedDue = waitFor(ASK_AGAIN_MS)
      else due = waitFor(ASK_AGAIN_MS)
      show({ pause: answer, reachable: true, captive: false })
      return 0
    }
    if (answer.kind === 'trouble') return troubled(batch, answer)
    await batch.settle(answer.verdicts, answer.at)
    if (answer.verdicts.some(({ status }) => status === 'rejected')) await releaseUnproved(db)
    const answered = new Set(answer.verdicts.map(({ id }) => id))
    const left = entries.filter(({ id }) => !answered.has(id))
    const isUnknown = ({ mutation }: Entry) => answer.news !== undefined && kindOf(mutation.kind).since > 1
    if (entries.length > 0 && left.length === entries.length && !left.some(isUnknown))
      return troubled(batch, NO_VERDICT)
    if (left.length > 0) {
      const waits = await batch.stay(left)
      await markSent(db, waits, now())
      await offerLater(db, waits.filter(isUnknown), waitFor(OFFER_AGAIN_MS))
      await postpone(
        db,
        waits.filter(entry => !isUnknown(entry)),
        { now: now() },
      )
    }
    await batch.passed(answer.news)
    failures = 0
    due = asked = NO_WAIT
    if (entries.length > 0) size = Math.min(MAX_MUTATIONS, size * 2)
    show({ pause: isDue(unsignedDue) ? null : state.pause, reachable: true, captive: false })
    return answered.size
  }

  async function troubled(batch: Batch, { reason, smaller, wait_ms }: Trouble): Promise<number> {
    const { entries } = batch
    asked = waitFor(wait_ms)
    wait(wait_ms)
    show({ reachable: reason === 'server', captive: reason === 'captive' })
    if (reason === 'server') await markSent(db, entries, now())
    if (smaller && entries.length > 1) size = Math.floor(entries.length / 2)
    if (smaller && entries.length <= 1) {
      await postpone(db, await batch.stay(entries), { now: now(), least: due.until })
      await batch.passed()
    }
    return 0
  }

  function wait(least: number) {
    due = waitFor(Math.max(least, backOff(failures)))
    failures += 1
  }

  async function nudge(): Promise<void> {
    due = asked
    unsignedDue = NO_WAIT
    failures = 0
    await bringForward(db)
    await wake()
  }

  return {
    wake,
    nudge,
    resume: () => {
      show({ pause: null })
      return nudge()
    },
    /** Asks now whether the server needs anything again. */
    ask: () => {
      heard = NO_WAIT
      return wake()
    },
    /** The current state, the same object until it changes. */
    state: () => state,
    subscribe: listeners.subscribe,
  }
}
export type Cycle = ReturnType<typeof createCycle>
