import { api } from '#pwa/lib/api.ts'
import { session } from '#pwa/lib/session.ts'
import { holdUpdate } from '#pwa/lib/updates.ts'
import { createCycle } from '#sync/till/cycle.ts'
import { enrol, type EnrolledTill } from '#sync/till/enrol.ts'
import { storedMirror } from '#sync/till/mirror.ts'
import { pullWith } from '#sync/till/pull.ts'
import { purge } from '#sync/till/purge.ts'
import { pushWith } from '#sync/till/push.ts'
import { ReplicaDb } from '#sync/till/replica-db.ts'
import { createReplica } from '#sync/till/replica.ts'
import { makeRoom } from '#sync/till/room.ts'
import { startCycle } from '#sync/till/start-cycle.ts'
import { TillDb } from '#sync/till/till-db.ts'
import { createUnbooked } from '#sync/till/unbooked.ts'

/** This browser's till: what it must not lose, what sends it, and its copy of the shop. */
export const till = new TillDb('outbox', storedMirror())
export const cycle = createCycle(till, pushWith(session))
export const replica = createReplica(new ReplicaDb(), pullWith(session), createUnbooked(till))

const PULL_EVERY_MS = 60_000

let isStarted = false

/** Sets the till going for as long as the page lives: sends, pulls, keeps room for one more sale. Harmless to repeat. */
export function startTill(): void {
  if (isStarted) return
  isStarted = true
  startCycle(cycle)
  cycle.subscribe(() => holdUpdate('sending', cycle.state().sending !== null))
  session.subscribe(goOnAfterSignIn)
  void replica.load().then(replica.refresh)
  setInterval(() => { if (document.visibilityState === 'visible') void replica.refresh() }, PULL_EVERY_MS)
  addEventListener('online', () => void replica.refresh())
  void makeRoom(till)
  void purge(till)
  void navigator.storage?.persist?.()
}

/** Sends what waits and fetches what is new, because a person asks for it. */
export const goOnline = async (): Promise<void> => void await Promise.all([cycle.resume(), replica.refresh()])

/** Makes this browser a till of the shop under a name. @throws ApiError */
export const enrolHere = async (name: string): Promise<EnrolledTill> => {
  const enrolled = await enrol(till, async body => (await api('POST /api/staff/tills', { body })).till, name)
  void replica.refresh()
  return enrolled
}

function goOnAfterSignIn() {
  if (session.token() !== null && cycle.state().pause?.reason === 'sign_in') void goOnline()
}
