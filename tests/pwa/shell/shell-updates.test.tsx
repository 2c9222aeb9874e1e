// @vitest-environment jsdom
import '#tests/support/server/locks.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ChunkError, lazyPart, loadChunk } from '#pwa/lib/lazy-screen.ts'
import { Catch } from '#pwa/lib/routed.tsx'
import { forget, welcome } from '#pwa/session/session.ts'
import { acceptUpdate, holdUpdate, registerWorker, updateReady, updateWaits } from '#pwa/browser/updates.ts'
import { UpdatePrompt } from '#pwa/shell/update-prompt.tsx'
import { patience } from '#tests/support/patience.ts'
import { aUser } from '#tests/support/counter/shop-answers.ts'

const store = getDefaultStore()
const workbox = { messageSkipWaiting: vi.fn<() => void>(), addEventListener: vi.fn<() => void>() }

afterEach(() => {
  holdUpdate('open cart', false)
  workbox.messageSkipWaiting.mockClear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a new build', () => {
  it('is offered only while nothing prevents it', () => {
    expect(store.get(updateReady)).toBe(false)
    updateWaits(workbox)
    expect(store.get(updateReady)).toBe(true)
    holdUpdate('open cart', true)
    holdUpdate('sending', true)
    holdUpdate('open cart', false)
    expect(store.get(updateReady)).toBe(false)
    holdUpdate('sending', false)
    expect(store.get(updateReady)).toBe(true)
  })

  it('that can wait is offered again in an hour, on a page open for weeks', async () => {
    vi.useFakeTimers()
    updateWaits(workbox)
    render(<UpdatePrompt />)
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    fireEvent.click(screen.getByRole('button', { name: 'Later' }))
    await wait(59 * 60_000)
    expect(screen.queryByText('A new version of the shop is ready.')).toBeNull()
    await wait(60_000)
    screen.getByText('A new version of the shop is ready.')
    cleanup()
  })

  it.each([
    ['keep build', 'selling'],
    ['drain outbox', 'sending'],
  ])('is held while %j is not released', async (name, outcome) => {
    const giveUp = hold(name)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => aborted(20))
    updateWaits(workbox)
    expect(await acceptUpdate()).toBe(outcome)
    expect(workbox.messageSkipWaiting).not.toHaveBeenCalled()
    giveUp()
  })

  it('comes although this page stood still until its time was over, while nothing was held', async () => {
    vi.useFakeTimers()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(new DOMException('', 'TimeoutError')))
    updateWaits(workbox)
    const outcome = acceptUpdate()
    await vi.advanceTimersByTimeAsync(13_000)
    expect(await outcome).toBe('kept')
    expect(workbox.messageSkipWaiting).toHaveBeenCalled()
  })

  it('is not held for ever by a reason that ended before its lock was given', async () => {
    const given: (() => unknown)[] = []
    vi.spyOn(navigator.locks, 'request').mockImplementation(
      (async (...args: unknown[]) => void given.push(args.at(-1) as () => unknown)) as never,
    )
    holdUpdate('sending', true)
    holdUpdate('sending', false)
    expect(given).toHaveLength(1)
    await given[0]!()
  })

  it('takes over only once the old worker has said that it makes way', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const controller = { postMessage: vi.fn<(message: object, ports: MessagePort[]) => void>() }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { controller } }))
    updateWaits(workbox)
    const outcome = acceptUpdate()
    await vi.waitFor(() => expect(controller.postMessage).toHaveBeenCalledTimes(1))
    const [asked, [port]] = controller.postMessage.mock.calls[0]!
    expect(asked).toEqual({ type: 'MAKE_WAY', for_ms: 10_000 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(workbox.messageSkipWaiting).not.toHaveBeenCalled()
    port!.postMessage('made way')
    await vi.waitFor(() => expect(workbox.messageSkipWaiting).toHaveBeenCalledTimes(1), { timeout: 900 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toBe('kept')
    expect(controller.postMessage).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
  })

  it('comes after a worker that does not say so, and is offered again when the browser keeps the old one', async () => {
    vi.useFakeTimers()
    updateWaits(workbox)
    render(<UpdatePrompt />)
    fireEvent.click(screen.getByRole('button', { name: 'Update now' }))
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(workbox.messageSkipWaiting).not.toHaveBeenCalled()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(workbox.messageSkipWaiting).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('button', { name: 'Update now' })).toHaveProperty('disabled', true)
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    screen.getByText(/still uses the old version/)
    expect(screen.getByRole('button', { name: 'Update now' })).toHaveProperty('disabled', false)
    cleanup()
  })

  it('waits for a running drain and starts no other', async () => {
    const drained = hold('drain outbox')
    updateWaits(workbox)
    void acceptUpdate()
    await moments()
    expect(workbox.messageSkipWaiting).not.toHaveBeenCalled()
    drained()
    await vi.waitFor(() => expect(workbox.messageSkipWaiting).toHaveBeenCalledTimes(1), patience(5_000))
    expect(await navigator.locks.request('drain outbox', { ifAvailable: true }, lock => lock)).toBeNull()
  })
})

const moments = () => new Promise(resolve => setTimeout(resolve, 20)) // in which nothing happens

/** Holds a lock as another tab would; what comes back gives it up. */
function hold(name: string): () => void {
  let giveUp = () => {}
  void navigator.locks.request(
    name,
    () =>
      new Promise<void>(resolve => {
        giveUp = resolve
      }),
  )
  return () => giveUp()
}

/** A patience of a test's length, in place of a person's. */
function aborted(after_ms: number): AbortSignal {
  const control = new AbortController()
  setTimeout(() => control.abort(new DOMException('', 'TimeoutError')), after_ms) // in place of minutes
  return control.signal
}

describe('a chunk that does not load', () => {
  it('is requested again', async () => {
    const load = vi
      .fn<() => Promise<unknown>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce({ Screen: 1 })
    expect(await loadChunk(load)).toEqual({ Screen: 1 })
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is given up after 120 s, twice', async () => {
    vi.useFakeTimers()
    const load = vi.fn<() => Promise<unknown>>(() => new Promise(() => {}))
    const outcome = loadChunk(load).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(load).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await outcome).toBeInstanceOf(ChunkError)
  })
})

describe("the worker's second part", () => {
  const registered = (active: object | null) =>
    Object.assign(new EventTarget(), {
      active,
      waiting: null as object | null,
      installing: null as object | null,
      update: async () => {},
    })
  const isOffered = () => store.get(updateReady)
  /** A worker that is installed while another is at work waits. */
  const install = (registration: ReturnType<typeof registered>) => {
    const worker = Object.assign(new EventTarget(), {
      state: 'installing',
      scriptURL: new URL('/service-worker.js', location.href).href,
    })
    registration.installing = worker
    registration.dispatchEvent(new Event('updatefound'))
    Object.assign(worker, { state: 'installed' })
    Object.assign(registration, { installing: null, waiting: worker })
    worker.dispatchEvent(new Event('statechange'))
  }

  it('comes on a first visit with the second page, not the first', async () => {
    updateWaits(null)
    const registration = registered(null)
    const register = vi.fn<() => Promise<object>>(async () => registration)
    const ready = Promise.resolve({ active: null })
    const container = Object.assign(new EventTarget(), { register, ready, controller: null })
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: container }))
    void registerWorker()
    await moments()
    install(registration)
    await moments()
    expect([register.mock.calls.length, isOffered()]).toEqual([1, false])
    registration.active = registration.waiting
    install(registration)
    await vi.waitFor(() => expect(isOffered()).toBe(true))
  })

  it('waits for a second page on dear data, or for a sign-in', async () => {
    const register = vi.fn<() => Promise<void>>(async () => {})
    const connection = Object.assign(new EventTarget(), { saveData: true, effectiveType: '4g' })
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator), { connection, serviceWorker: { register, controller: null } }),
    )
    localStorage.clear()
    void registerWorker()
    await moments()
    expect(register).not.toHaveBeenCalled()
    act(() => welcome('t', aUser()))
    await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(1))
    act(forget)
    await registerWorker()
    expect(register).toHaveBeenCalledTimes(2)
    localStorage.clear()
    connection.saveData = false
    await registerWorker()
    expect(register).toHaveBeenCalledTimes(3)
  })

  it('comes at once when a worker is running', async () => {
    updateWaits(null)
    const registration = registered({})
    const register = vi.fn<() => Promise<object>>(async () => registration)
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator), {
        serviceWorker: Object.assign(new EventTarget(), { register, controller: null }),
      }),
    )
    await registerWorker()
    expect([register.mock.calls.length, isOffered()]).toEqual([2, false])
  })
})

describe('a part of a screen', () => {
  it('that did not load is requested again when shown again, and kept once loaded', async () => {
    const load = vi.fn<() => Promise<{ Part: () => string }>>(async () => ({ Part: () => 'Here it is.' }))
    load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const Part = lazyPart(load, 'Part')
    const show = (at: number) => (
      <Catch at={at} fallback={() => 'It did not come.'}>
        <Part />
      </Catch>
    )
    const { rerender, container } = render(show(1))
    await vi.waitFor(() => expect(container.textContent).toBe('It did not come.'))
    rerender(show(2))
    await vi.waitFor(() => expect(container.textContent).toBe('Here it is.'))
    cleanup()
    expect([render(show(3)).container.textContent, load.mock.calls.length]).toEqual(['Here it is.', 3])
    cleanup()
  })
})

describe('a browser that keeps no worker', () => {
  it.each([
    [
      'refuses to register one',
      async () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    ],
    ['registers nothing', async () => {}],
  ])('%s, and the shop goes on without', async (_, register) => {
    vi.stubGlobal(
      'navigator',
      Object.assign(Object.create(navigator), {
        serviceWorker: { register, addEventListener: () => {}, controller: null },
      }),
    )
    await expect(registerWorker()).resolves.toBeUndefined()
  })
})
