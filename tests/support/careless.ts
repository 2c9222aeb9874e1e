import type { BrowserContext } from 'playwright-core'

/** A till that is told its sales are written and writes none of them, for the controls: a receipt without a row. */
export const keepNothing = (browser: BrowserContext) =>
  browser.addInitScript(() => {
    const { add } = IDBObjectStore.prototype
    IDBObjectStore.prototype.add = function (value: unknown, key?: IDBValidKey): IDBRequest<IDBValidKey> {
      return this.name === 'sales' || this.name === 'outbox'
        ? (this.count() as IDBRequest<IDBValidKey>)
        : add.call(this, value, key)
    }
  })

/**
 * A till that leaves all sending to the browser's `sync` event: no other event and no timer of its own sends what
 * waits.
 */
export const waitForSyncAlone = (browser: BrowserContext) =>
  browser.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (
      type: string,
      ...rest: [EventListenerOrEventListenerObject | null]
    ) {
      if (type !== 'online' && type !== 'visibilitychange') addEventListener.call(this, type, ...rest)
    }
    Math.random = () => 0.999 // so that no back-off is as short as what the screen itself waits for
    const later = setTimeout
    Object.assign(globalThis, {
      setInterval: () => 0,
      setTimeout: (work: () => void, ms = 0) => (ms < 500 ? later(work, ms) : 0),
    })
  })

/** A till that, whenever it opens, gives up what is older than a week, as queues of requests do. */
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
