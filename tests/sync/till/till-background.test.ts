import 'fake-indexeddb/auto'
import { aDraft, acceptAll, aTill, trouble } from '#tests/support/till/till.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCycle } from '#sync/till/cycle.ts'
import { drainFor } from '#sync/till/drain-for.ts'
import { askForBackgroundSync, startCycle } from '#sync/till/start-cycle.ts'
import { ringUp } from '#sync/till/ring-up.ts'

let page: EventTarget & { visibilityState: string }
let stop = () => {}
beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const browser = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  vi.stubGlobal('dispatchEvent', browser.dispatchEvent.bind(browser))
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('ends the back-off when the network returns or the page is looked at again', async () => {
  for (const hope of [
    () => dispatchEvent(new Event('online')),
    () => page.dispatchEvent(new Event('visibilitychange')),
  ]) {
    const db = await aTill()
    await ringUp(db, aDraft())
    let isUp = false
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    const cycle = createCycle(db, async request => (isUp ? acceptAll(request) : trouble({ reason: 'unreachable' })))
    stop = startCycle(cycle)
    await vi.waitFor(() => expect(cycle.state().next_try_at).not.toBeNull())
    expect(await db.outbox.count()).toBe(1)
    isUp = true
    hope()
    await vi.waitFor(async () => expect(await db.outbox.count()).toBe(0))
    stop()
  }
})

test('wakes the cycle by itself when a back-off is over', async () => {
  const db = await aTill()
  await ringUp(db, aDraft())
  vi.spyOn(Math, 'random').mockReturnValue(0.02)
  const answers = [trouble({ reason: 'unreachable' })]
  stop = startCycle(createCycle(db, async request => answers.shift() ?? acceptAll(request)))
  await vi.waitFor(async () => expect(await db.outbox.count()).toBe(0))
})

test('looks every 30 seconds on a visible page, leaves it to others when hidden, and never when stopped', () => {
  vi.useFakeTimers()
  const wake = vi.fn<() => Promise<void>>(async () => {})
  const cycle = {
    wake,
    nudge: wake,
    resume: wake,
    state: () => ({ sending: null, pause: null, reachable: null, captive: false, next_try_at: null }),
    subscribe: () => () => {},
  }
  stop = startCycle(cycle)
  vi.advanceTimersByTime(60_000)
  expect(wake).toHaveBeenCalledTimes(3)
  page.visibilityState = 'hidden'
  vi.advanceTimersByTime(60_000)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(wake).toHaveBeenCalledTimes(3)
  stop()
  page.visibilityState = 'visible'
  vi.advanceTimersByTime(60_000)
  expect(wake).toHaveBeenCalledTimes(3)
})

test('keeps a worker at the queue through short back-offs, past one sale that always fails', async () => {
  const db = await aTill()
  const poison = await ringUp(db, aDraft())
  for (let i = 0; i < 3; i++) await ringUp(db, aDraft())
  vi.spyOn(Math, 'random').mockReturnValue(0.01)
  const cycle = createCycle(db, async request =>
    request.mutations.some(({ id }) => id === poison.id) ? trouble() : acceptAll(request),
  )
  const leaving = new AbortController()
  const draining = drainFor(cycle, 60_000, leaving.signal)
  const left = async () => (await db.outbox.toArray()).map(({ id }) => id)
  await vi.waitFor(async () => expect(await left()).toEqual([poison.id]))
  leaving.abort()
  await draining
  expect(await left()).toEqual([poison.id])
})

test('leaves between two tries when a worker makes way for the next, and loses nothing', async () => {
  const db = await aTill()
  await ringUp(db, aDraft())
  vi.spyOn(Math, 'random').mockReturnValue(0.999)
  const leaving = new AbortController()
  const cycle = createCycle(db, async () => trouble())
  const draining = drainFor(cycle, 60_000, leaving.signal)
  await vi.waitFor(() => expect(cycle.state().next_try_at).not.toBeNull())
  leaving.abort()
  await draining
  expect(await db.outbox.count()).toBe(1)
})

/** A browser in which asking for a sync does this. */
const aWorker = (register: ((tag: string) => Promise<void>) | undefined) =>
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ sync: register && { register } }) },
  })

test('asks for background sync when there is one, and does without when it is missing or forbidden', async () => {
  const register = vi.fn<(tag: string) => Promise<void>>(async () => {})
  aWorker(register)
  await askForBackgroundSync()
  expect(register).toHaveBeenCalledWith('outbox')
  aWorker(undefined)
  await askForBackgroundSync()
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: undefined })
  await askForBackgroundSync()
  aWorker(async () => {
    throw new DOMException('', 'NotAllowedError')
  })
  await askForBackgroundSync()
  aWorker(async () => {
    throw new RangeError('a bug')
  })
  await expect(askForBackgroundSync()).rejects.toThrow('a bug')
})
