/** The times after a key press, in ms, by the page's own clock. */
export interface Lap {
  /** The change is in the DOM. */
  shown: number
  /** The first frame with it begins. */
  frame: number
  /** That frame is drawn and passed to the compositor. */
  drawn: number
  /** The sale's transaction is complete on disk; null if there was none. */
  stored: number | null
}

interface Stopwatch {
  arm: (region: string) => void
  lap: () => Promise<Lap>
}
declare global {
  var stopwatch: Stopwatch
}

/**
 * In the page, before its own code: a stopwatch, armed by the test, started by the last key and stopped by the screen.
 */
export function installStopwatch(): void {
  let pressed = 0
  let stored: number | null = null
  let lap: Promise<Lap> = Promise.reject(new Error('not armed'))
  lap.catch(() => undefined)
  addEventListener(
    'keydown',
    event => {
      pressed = event.timeStamp
    },
    { capture: true },
  )

  const open = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...args) {
    const transaction = open.apply(this, args)
    const isSale =
      transaction.mode === 'readwrite' &&
      ['sales', 'outbox', 'till'].every(name => transaction.objectStoreNames.contains(name))
    if (isSale)
      transaction.addEventListener('complete', () => {
        stored = performance.now()
      })
    return transaction
  }

  globalThis.stopwatch = {
    arm(region) {
      stored = null
      const look = () => document.querySelector(region)?.textContent ?? ''
      const before = look()
      lap = new Promise(resolve => {
        const observer = new MutationObserver(() => {
          if (look() === before) return
          observer.disconnect()
          const shown = performance.now()
          requestAnimationFrame(frame => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () =>
              resolve({
                shown: shown - pressed,
                frame: frame - pressed,
                drawn: performance.now() - pressed,
                stored: stored === null ? null : stored - pressed,
              })
            port2.postMessage(null)
          })
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      })
    },
    lap: () => lap,
  }
}

/** In the page: writes the last sale's rows again, `times` times, with bare IndexedDB; the times in ms. */
export async function storeBare(times: number): Promise<number[]> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const outbox = await settled(indexedDB.open('outbox'))
  const reading = outbox.transaction(['sales', 'till'])
  const sales = await settled(reading.objectStore('sales').getAll())
  const till = await settled(reading.objectStore('till').get('till'))
  outbox.close()
  const opening = indexedDB.open('bare', 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('sales', { keyPath: 'id' }).createIndex('occurred_at', 'occurred_at')
    opening.result.createObjectStore('outbox', { keyPath: 'position', autoIncrement: true }).createIndex('id', 'id')
    opening.result.createObjectStore('till', { keyPath: 'key' })
  }
  const bare = await settled(opening)
  const laps: number[] = []
  for (let i = 0; i < times; i++) {
    const sale = { ...sales.at(-1), id: crypto.randomUUID() }
    await new Promise(resolve => setTimeout(resolve, 50))
    const start = performance.now()
    await new Promise<void>((resolve, reject) => {
      const writing = bare.transaction(['sales', 'outbox', 'till'], 'readwrite', { durability: 'strict' })
      writing.objectStore('till').put(till)
      writing.objectStore('sales').add(sale)
      writing
        .objectStore('outbox')
        .add({
          id: sale.id,
          device_id: till.device_id,
          protocol: 1,
          attempts: 0,
          not_before: 0,
          held: 0,
          mutation: { id: sale.id, kind: 'sale.record', seq: i, occurred_at: sale.occurred_at, payload: sale },
        })
      writing.oncomplete = () => resolve()
      writing.onerror = () => reject(writing.error)
    })
    laps.push(performance.now() - start)
  }
  bare.close()
  indexedDB.deleteDatabase('bare')
  return laps
}

/**
 * In the page: the cost of signing and chaining a sale: the customer's hash, the signature and the link, by this till's
 * key; the times in ms.
 */
export async function signBare(times: number): Promise<number[]> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const outbox = await settled(indexedDB.open('outbox'))
  const reading = outbox.transaction(['sales', 'till'])
  const sales = await settled(reading.objectStore('sales').getAll())
  const { private_key } = (await settled(reading.objectStore('till').get('signer'))) as { private_key: CryptoKey }
  outbox.close()
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
  const laps: number[] = []
  for (let i = 0; i < times; i++) {
    await new Promise(resolve => setTimeout(resolve, 50))
    const start = performance.now()
    const personal = await crypto.subtle.digest('SHA-256', bytes({ salt: crypto.randomUUID(), customer_name: 'Kofi' }))
    const facts = {
      ...sales.at(-1),
      id: crypto.randomUUID(),
      personal_hash: btoa(String.fromCharCode(...new Uint8Array(personal))),
    }
    const sig = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, private_key, bytes(facts))
    await crypto.subtle.digest('SHA-256', bytes({ ...facts, sig: btoa(String.fromCharCode(...new Uint8Array(sig))) }))
    laps.push(performance.now() - start)
  }
  return laps
}

/** In the page: whether its copy of the shop is complete. */
export function isWholeCopy(): Promise<boolean> {
  return new Promise(resolve => {
    const opening = indexedDB.open('replica')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('mark').objectStore('mark').get('mark')
      reading.onsuccess = () => {
        opening.result.close()
        resolve(typeof reading.result?.as_of === 'number')
      }
    }
  })
}
