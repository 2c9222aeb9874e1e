import { atom, getDefaultStore } from 'jotai'
import { ApiError, fieldErrorsOf, messagesOf } from '#pwa/lib/api-error.ts'
import { api, noReply } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { session, signedIn } from '#pwa/session/session.ts'
import { holdUpdate } from '#pwa/browser/updates.ts'
import { coverWhoIsLockedOut, watchLock } from './lock/watch-lock.ts'
import { freeAll } from './payment/cards-to-free.ts'
import type { TillDetail } from '#sync/protocol/till.ts'
import { createCycle, type Pause } from '#sync/till/cycle.ts'
import { OUTBOX } from '#sync/till/drain-lock.ts'
import {
  enrol,
  isNewDevice,
  nameOf,
  renameTill,
  tillOf,
  type EnrolledTill,
  type PostTill,
} from '#sync/till/proof/enrol.ts'
import { askGrantWith, grantToken, heedPeople, keepGrant } from '#sync/till/proof/grants.ts'
import { countTime } from '#sync/till/people/people.ts'
import { tidyKept } from '#sync/till/proof/kept-mutations.ts'
import { storedMirror } from '#sync/till/replica/mirror.ts'
import { nullOnNetworkError } from '#sync/till/network.ts'
import { shownSeal } from '#sync/till/proof/kept-seal.ts'
import { needsEnrolment, noteApproval } from '#sync/till/proof/own-key.ts'
import { heedGeneration } from '#sync/till/proof/resend.ts'
import { pullWith, type Pull } from '#sync/till/replica/pull.ts'
import { purge } from '#sync/till/replica/purge.ts'
import { pushWith } from '#sync/till/push.ts'
import { ReplicaDb } from '#sync/till/replica/replica-db.ts'
import { createReplica } from '#sync/till/replica/replica.ts'
import { makeRoom, StorageFull } from '#sync/till/room.ts'
import { deviceOf } from '#sync/till/proof/device-key.ts'
import { createShopClock, pushHeardBy } from '#sync/till/shop-clock.ts'
import { startCycle } from '#sync/till/start-cycle.ts'
import { keepTeller } from '#sync/till/teller.ts'
import { TillDb } from '#sync/till/till-db.ts'
import { createUnbooked } from '#sync/till/unbooked.ts'
import * as tillWords from './till-words.ts'

/** This browser's till: the data it must not lose, its sending, and its copy of the shop. */
export const till = new TillDb(OUTBOX, storedMirror())
till.on('blocked', () => say({ kind: 'bad', words: tillWords.otherTab }))
till.on('versionchange', ({ newVersion }) => {
  if (newVersion) say({ kind: 'info', words: tillWords.newerTab })
})
const device = deviceOf(till)
/** How wrong this device's clock is. */
export const shopClock = createShopClock(till)
export const cycle = createCycle(
  till,
  pushHeardBy(
    shopClock,
    pushWith(session, device, () => shownSeal(till)),
  ),
)
export const replica = createReplica(
  new ReplicaDb(),
  watched(
    pullWith(session, {
      device_id: async () => (await tillOf(till))?.device_id ?? null,
      sign: device,
      grant: () => grantToken(till),
      heard: shopClock.hear,
    }),
  ),
  createUnbooked(till),
)

/** The result of the last request to the shop, a push or a pull; `refused`: somebody has to sign in. */
export const contact = atom<'unknown' | 'online' | 'offline' | 'refused'>('unknown')

/** The browser may clear this device's storage when space runs low; an installed app is safer. */
export const mayBeCleared = atom(false)

const store = getDefaultStore()
const PULL_EVERY_MS = 60_000
/** Also in the background: an idle till asks whether the shop was restored and needs its sales again. */
const ASK_EVERY_MS = 5 * 60_000

let isStarted = false

/** Starts the till for the life of the page: sends, pulls, reserves room for one more sale. Safe to repeat. */
export function startTill(): void {
  if (isStarted) return
  isStarted = true
  startSending()
  session.subscribe(goOnAfterSignIn)
  void shopClock.load()
  void replica.load().then(replica.refresh)
  void becomeTill()
  void coverIfLocked()
  store.sub(signedIn, () => void takeOver())
  watchLock(till)
  setInterval(() => {
    if (document.visibilityState === 'visible') void replica.refresh()
  }, PULL_EVERY_MS)
  // Neither event is trusted: each is only a reason to ask.
  for (const event of ['online', 'offline'])
    addEventListener(event, () => void Promise.all([replica.refresh(), becomeTill(), freeAll()]))
  void freeAll()
  void countTime(till)
  void makeRoom(till)
  void purge(till).then(() => tidyKept(till))
  setInterval(() => void Promise.all([renewGrant(), freeAll(), countTime(till)]), ASK_EVERY_MS)
  void navigator.storage?.persist?.().then(kept => store.set(mayBeCleared, !kept))
}

/** Somebody else stands here: their name, their grant, and what the shop says of them. */
async function takeOver(): Promise<void> {
  await keepTeller(till, store.get(signedIn))
  await Promise.all([coverIfLocked(), renewGrant()])
  await replica.refresh()
}

/** A browser killed soon after locking may have lost the lock from localStorage; the till's database has it. */
export const coverIfLocked = (): Promise<void> => coverWhoIsLockedOut(till)

let isSending = false

/**
 * Sends waiting entries for the life of the page, even with nobody signed in, and asks whether the shop needs anything
 * again. Safe to repeat.
 */
export function startSending(): void {
  if (isSending) return
  isSending = true
  startCycle(cycle)
  cycle.subscribe(followCycle)
  setInterval(() => void cycle.wake(), ASK_EVERY_MS)
}

/** Sends waiting entries and pulls, at a person's request. */
export const goOnline = async (): Promise<void> => void (await Promise.all([cycle.resume(), replica.refresh()]))

/** The progress of enrolment. `asks`: a person is needed. */
interface Enrolment {
  asks: boolean
  busy: boolean
  /** What prevents it, in words. */
  problems: string[]
  /** What the shop says of the name. */
  wrongName: string[]
}
const STARTING: Enrolment = { asks: false, busy: true, problems: [], wrongName: [] }
export const enrolment = atom(STARTING)

/** A name for a till on a device like this one. */
export const usualName = () =>
  matchMedia('(pointer: coarse)').matches ? tillWords.counterTablet : tillWords.counterComputer

/**
 * Enrols this browser as a till, once. A new device needs a `name` from a person; one that the shop knows goes on
 * without. `enrolment` tells what prevents it, until a person tries again or it works.
 */
export async function becomeTill(name?: string): Promise<void> {
  const known = await tillOf(till)
  const isUnknown = cycle.state().pause?.reason === 'unknown_device'
  const needsKey = (isUnknown || (await needsEnrolment(till))) && session.token() !== null
  if (known && !needsKey)
    return void (await Promise.all([keepTeller(till, store.get(signedIn)).then(renewGrant), learnName(known)]))
  if (name === undefined && (await isNewDevice(till)))
    return store.set(enrolment, before => (before.asks ? before : { ...before, asks: true, busy: false }))
  store.set(enrolment, before => ({
    ...before,
    busy: true,
    ...(name !== undefined && { problems: [], wrongName: [] }),
  }))
  try {
    await enrol(till, postTill, name ?? (await nameOf(till)) ?? usualName())
    store.set(enrolment, STARTING)
    await keepTeller(till, store.get(signedIn))
    await renewGrant()
    void replica.refresh()
    if (known && (isUnknown || !(await needsEnrolment(till)))) void cycle.resume()
  } catch (error) {
    const { name: wrongName = [] } = fieldErrorsOf(error)
    store.set(enrolment, {
      asks: true,
      busy: false,
      wrongName,
      problems:
        wrongName.length > 0
          ? []
          : error instanceof StorageFull
            ? [error.message]
            : error instanceof ApiError && error.status === 0
              ? [tillWords.offline]
              : messagesOf(error),
    })
  }
  if (known) await learnName(known)
}

const postTill: PostTill = async body => {
  const reply = (await api('POST /api/staff/tills', { body })) as { till: Awaited<ReturnType<PostTill>> } | null
  if (!reply?.till) throw noReply() // not JSON, as from a network that requires a sign-in
  return reply.till
}

/** Fetches or renews the signed-in user's right to sell here, when due. */
async function renewGrant(): Promise<void> {
  const teller = store.get(signedIn)
  await keepGrant(till, teller, askGrantWith(session, device, teller?.id ?? 0))
}

let hasLearntName = false

/**
 * Reads the till's current name in the back office, once per page, when somebody is signed in. On any error the old
 * name stays.
 */
async function learnName({ id, name, device_id }: EnrolledTill): Promise<void> {
  if (hasLearntName || session.token() === null) return
  hasLearntName = true
  try {
    // null: not JSON, as from a network that requires a sign-in
    const reply = (await api('GET /api/staff/tills/:id', { params: { id } })) as { till?: Partial<TillDetail> } | null
    if (reply?.till?.device_id === device_id && reply.till.name && reply.till.name !== name)
      await renameTill(till, reply.till.name)
    if (reply?.till?.device_id === device_id) await noteApproval(till, reply.till.keys ?? [])
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof StorageFull)) throw error
    hasLearntName = false
  }
}

let wasReachable: boolean | null = null
let lastPause: Pause | null = null
/** Once a page, so that a server that never learns is not asked without end. */
let wasUnknown = false

function followCycle() {
  const { sending, reachable, pause } = cycle.state()
  holdUpdate('sending', sending !== null)
  if (pause !== lastPause && pause?.reason === 'update') void lookForUpdate()
  if (pause !== lastPause && pause?.reason === 'unknown_device' && session.token() !== null && !wasUnknown) {
    wasUnknown = true
    void becomeTill()
  }
  lastPause = pause
  if (reachable !== wasReachable && reachable !== null) store.set(contact, reachable ? 'online' : 'offline')
  wasReachable = reachable
}

/** The shop no longer accepts sales from this build: fetches the next one at once and offers it. */
async function lookForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(nullOnNetworkError)
}

/**
 * Notes whether the shop answered, and whether it was restored: a till without a key learns that from nothing else. If
 * it did not answer, asking for a new token distinguishes an ended session from a lost network.
 */
function watched(pull: Pull): Pull {
  return async (since, limit) => {
    const reply = await pull(since, limit)
    const generation = typeof reply === 'object' ? reply?.generation : undefined
    if (typeof reply === 'object' && reply) await heedPeople(till, reply)
    if (generation !== undefined && (await heedGeneration(till, generation))) void cycle.wake()
    store.set(contact, reply ? 'online' : (await session.renew()) === 'refused' ? 'refused' : 'offline')
    return reply
  }
}

function goOnAfterSignIn() {
  if (session.token() === null) return
  void becomeTill()
  const reason = cycle.state().pause?.reason
  if (reason === 'sign_in' || reason === 'forbidden') void goOnline()
}
