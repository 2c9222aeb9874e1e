import { readFileSync } from 'node:fs'
import type { BrowserContext } from 'playwright-core'

/**
 * A till that counts a sale as stored before its transaction is complete, for the controls: the page continues once the
 * outbox has its row, while the transaction runs for seconds.
 */
export const sayDoneEarly = (browser: BrowserContext) =>
  browser.addInitScript(() => {
    const LONGER_MS = 3_000
    const told = new WeakMap<IDBTransaction, () => void>()
    Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
      set(this: IDBTransaction, tell: ((event: Event) => void) | null) {
        let isTold = false
        const once = () => {
          if (!isTold) tell?.call(this, new Event('complete'))
          isTold = true
        }
        told.set(this, once)
        this.addEventListener('complete', once)
      },
    })
    const { add } = IDBObjectStore.prototype
    IDBObjectStore.prototype.add = function (value: unknown, key?: IDBValidKey) {
      const request = add.call(this, value, key)
      if (this.name !== 'outbox') return request
      const until = Date.now() + LONGER_MS
      const hold = () => {
        if (Date.now() < until) this.count().onsuccess = hold
      }
      request.addEventListener('success', () => {
        hold()
        setTimeout(() => told.get(this.transaction)?.())
      })
      return request
    }
  })

/** A till whose page never sends: only the browser's `sync` event does. */
export const waitForSyncAlone = (browser: BrowserContext) =>
  browser.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks) as (...args: unknown[]) => Promise<unknown>
    const neverDraining = (name: string, ...rest: unknown[]) =>
      name.startsWith('drain ')
        ? Promise.resolve((rest.at(-1) as (lock: null) => unknown)(null))
        : request(name, ...rest)
    Object.defineProperty(navigator.locks, 'request', { value: neverDraining })
  })

const workbox = (file: string) =>
  readFileSync(new URL(`../../../node_modules/workbox-${file}.prod.js`, import.meta.url), 'utf8')

/**
 * A till with Workbox's request queue in place of its outbox: the queue replays its requests at once and whenever the
 * network returns.
 */
export async function queueByWorkbox(browser: BrowserContext): Promise<void> {
  await browser.addInitScript({
    content: `self.registration ??= {}\n${workbox('core/build/workbox-core')}\n${workbox('background-sync/build/workbox-background-sync')}`,
  })
  await browser.addInitScript(() => {
    interface Queue {
      pushRequest: (entry: { request: Request }) => Promise<void>
      replayRequests: () => Promise<void>
    }
    const { workbox } = globalThis as unknown as { workbox: { backgroundSync: { Queue: new (name: string) => Queue } } }
    const queue = new workbox.backgroundSync.Queue('sales')
    let replaying = Promise.resolve()
    const replay = () => {
      replaying = replaying.then(() => queue.replayRequests()).catch(() => {}) // it tries again on request
      return replaying
    }
    const ask = fetch
    globalThis.fetch = async (input, init) => {
      if (input !== '/api/sync/push') return ask(input, init)
      await queue.pushRequest({ request: new Request(input, { ...init, signal: null }) })
      void replay()
      const { mutations } = JSON.parse(init?.body as string) as { mutations: { id: string }[] }
      return Response.json({
        verdicts: mutations.map(({ id }) => ({ id, status: 'accepted', order_id: 1, number: '', exceptions: [] })),
      })
    }
    addEventListener('online', () => void replay())
  })
}

/** A till that on each start deletes entries older than a week, as request queues do. */
export const forgetAfterAWeek = (browser: BrowserContext) =>
  browser.addInitScript(() => {
    const opening = indexedDB.open('outbox')
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('outbox', 'readwrite')
      const walking = transaction.objectStore('outbox').openCursor()
      walking.onsuccess = () => {
        const entry = walking.result
        if (!entry) return
        const { mutation } = entry.value as { mutation: { occurred_at: string } }
        if (Date.now() - Date.parse(mutation.occurred_at) > 7 * 24 * 60 * 60_000) entry.delete()
        entry.continue()
      }
      transaction.oncomplete = () => opening.result.close()
    }
  })

/** A till that reads the whole queue whenever it looks for something to send. */
export const readWholeQueue = (browser: BrowserContext) =>
  browser.addInitScript(() => {
    const request = navigator.locks.request.bind(navigator.locks) as (...args: unknown[]) => Promise<unknown>
    const readAll = () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          opening.result.transaction('outbox').objectStore('outbox').getAll().onsuccess = () => {
            opening.result.close()
            resolve()
          }
        }
      })
    const readingAll = async (name: string, ...rest: unknown[]) => {
      if (name.startsWith('drain ')) await readAll()
      return request(name, ...rest)
    }
    Object.defineProperty(navigator.locks, 'request', { value: readingAll })
  })
