// @vitest-environment jsdom
import { getDefaultStore } from 'jotai'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ChunkError, loadChunk } from '#pwa/lib/lazy-screen.ts'
import { acceptUpdate, holdUpdate, registerWorker, updateReady, updateWaits } from '#pwa/lib/updates.ts'

const store = getDefaultStore()

afterEach(() => {
  holdUpdate('open cart', false)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a new build', () => {
  const workbox = { messageSkipWaiting: vi.fn<() => void>(), addEventListener: vi.fn<() => void>() }

  it('is offered only while nothing speaks against it', () => {
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

  it.each([['keep build', false], ['drain outbox', false], ['refresh', true]])('does not take over while a tab holds the lock %j unless it may', async (name, goes) => {
    workbox.messageSkipWaiting.mockClear()
    vi.stubGlobal('navigator', { locks: { query: async () => ({ held: [{ name }] }) } })
    updateWaits(workbox)
    expect(await acceptUpdate()).toBe(goes)
    expect(workbox.messageSkipWaiting).toHaveBeenCalledTimes(goes ? 1 : 0)
  })
})

describe('a chunk that does not come', () => {
  it('is asked for once more', async () => {
    const load = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce({ Screen: 1 })
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

describe('a browser that keeps no worker', () => {
  it.each([
    ['refuses to register one', async () => { throw new DOMException('The operation is insecure.', 'SecurityError') }],
    ['registers nothing', async () => {}],
  ])('%s, and the shop goes on without', async (_, register) => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { register, addEventListener: () => {}, controller: null } }))
    await expect(registerWorker()).resolves.toBeUndefined()
  })
})
