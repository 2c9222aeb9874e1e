import { backOff } from '#sync/protocol/delay.ts'
import { MAX_MUTATIONS } from '#sync/protocol/mutation.ts'
import { drainLock } from './drain-lock.ts'
import { bringForward, entriesOf, markSent, nextBatch, nextDue, postpone, requestOf, settle } from './outbox.ts'
import type { Answer, Push, Trouble } from './push.ts'
import { isQuotaExceeded, StorageFull } from './room.ts'
import type { OutboxEntry, TillDb } from './till-db.ts'

export type Pause = Extract<Answer, { kind: 'pause' }>

/** What the screen shows of the connection. One object until something changes. */
export interface CycleState {
  /** How many of how many have their verdict, while this tab is sending. */
  sending: { done: number; total: number } | null
  pause: Pause | null
  /** Whether the server answered last time; null before the first time. */
  reachable: boolean | null
  /** Something else answered: the network may ask for a sign-in. */
  captive: boolean
  /** Epoch ms; null when nothing holds the next try back. */
  next_try_at: number | null
}

const ASK_AGAIN_MS = 5 * 60_000

/**
 * Drains the outbox, oldest first, one drain per device at a time. `wake` is cheap and safe to call at any moment; it resolves
 * when nothing more can be sent now. `nudge` ends any back-off where there is reason to hope; a server's own Retry-After stands.
 * `resume` ends a pause too, after signing in. An entry leaves only by a verdict for its id.
 */
export function createCycle(db: TillDb, push: Push, now = Date.now) {
  const listeners = new Set<() => void>()
  let state: CycleState = { sending: null, pause: null, reachable: null, captive: false, next_try_at: null }
  let size = MAX_MUTATIONS
  let failures = 0
  let due = 0
  let asked = 0

  function show(change: Partial<CycleState>) {
    if (Object.entries(change).every(([name, value]) => state[name as keyof CycleState] === value)) return
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const next = async () => now() < due ? [] : nextBatch(db, size, now())

  async function wake(): Promise<void> {
    do {
      const held = await navigator.locks.request(drainLock(db.name), { ifAvailable: true }, async lock => {
        if (lock) await drain()
        return lock !== null
      })
      if (!held) return // whoever holds it looks once more after letting go, so this wake is not lost
    } while ((await next()).length > 0)
  }

  async function drain(): Promise<void> {
    let done = 0
    try {
      for (let batch; (batch = await next()).length > 0;) {
        show({ sending: { done, total: done + await entriesOf(db, 0).count() } })
        done += await take(batch, await push(requestOf(batch)))
      }
    } catch (error) {
      if (!(error instanceof StorageFull || isQuotaExceeded(error))) throw error
      wait(0) // the entries are where they were, and are sent again
    } finally {
      const nextTry = Math.max(due, await nextDue(db, now()) ?? 0)
      show({ sending: null, next_try_at: nextTry > now() && await entriesOf(db, 0).count() > 0 ? nextTry : null })
    }
  }

  /** Does with an answer what it asks for; returns how many entries got their verdict. */
  async function take(batch: OutboxEntry[], answer: Answer): Promise<number> {
    if (answer.kind === 'pause') {
      // Asked again now and then: somebody may have signed in in another tab, or the server was updated.
      due = now() + ASK_AGAIN_MS
      show({ pause: answer, reachable: true, captive: false })
      return 0
    }
    if (answer.kind === 'trouble') return troubled(batch, answer)
    await settle(db, answer.verdicts)
    const answered = new Set(answer.verdicts.map(({ id }) => id))
    const left = batch.filter(({ id }) => !answered.has(id))
    if (left.length === batch.length) return troubled(batch, { kind: 'trouble', reason: 'server', smaller: true, wait_ms: 0 })
    if (left.length > 0) {
      await markSent(db, left, now())
      await postpone(db, left, now())
    }
    failures = 0
    due = asked = 0
    size = Math.min(MAX_MUTATIONS, size * 2)
    show({ pause: null, reachable: true, captive: false })
    return answered.size
  }

  async function troubled(batch: OutboxEntry[], { reason, smaller, wait_ms }: Trouble): Promise<number> {
    asked = now() + wait_ms
    wait(wait_ms)
    show({ reachable: reason === 'server', captive: reason === 'captive' })
    if (reason === 'server') await markSent(db, batch, now())
    if (smaller && batch.length > 1) size = Math.floor(batch.length / 2)
    if (smaller && batch.length === 1) await postpone(db, batch, due)
    return 0
  }

  function wait(least: number) {
    due = now() + Math.max(least, backOff(failures))
    failures += 1
  }

  async function nudge(): Promise<void> {
    due = asked
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
    /** The present state, the same object until it changes. */
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Cycle = ReturnType<typeof createCycle>
