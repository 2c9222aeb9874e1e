import { setTimeout as sleep } from 'node:timers/promises'
import { chores, type Chores, type SellingTill, type Sold } from '#tests/support/counter/selling-till.ts'
import type { Tablet } from '#tests/support/counter/tablet.ts'

const PUSH = '**/api/sync/push'

/** A till in a real browser, used like a cashier does. Its own page decides when to send. */
export class BrowserTill implements SellingTill {
  readonly sold = new Map<string, Sold>()
  readonly setUps = 1
  unsigned = 0
  /** How many sales waited when the current build came. */
  hadWaiting = 0
  readonly chores: Chores = chores()
  readonly #tablet: Tablet
  readonly #barcodes: readonly string[]
  #signs: boolean

  constructor(tablet: Tablet, barcodes: readonly string[], signs = true) {
    this.#tablet = tablet
    this.#barcodes = barcodes
    this.#signs = signs
  }

  /** The cashier did this before the campaign. */
  async setUp(): Promise<void> {}

  async sell(_goods: readonly number[], random: () => number): Promise<void> {
    await this.#tablet.counter.scanAndSell([this.#barcodes[Math.floor(random() * this.#barcodes.length)]!])
  }

  async turn(): Promise<void> {
    await this.#tablet.counter.sendNow()
    // Only unsigned entries need a signed-in user.
    if (!this.#signs && /^\s*Sign in/.test(await this.#tablet.counter.status())) await this.#tablet.counter.signIn()
    await this.chores.doAll()
  }

  async waiting(): Promise<number> {
    const { sales, waiting } = await this.#tablet.counter.held()
    for (const { id, total } of sales)
      if (!this.sold.has(id)) this.sold.set(id, { pesewas: Math.round(total * 100), units: 1, unsigned: !this.#signs })
    return waiting
  }

  /** Upgrades with sales waiting; `update` brings the current build to the browser. */
  async upgrade(update: (tablet: Tablet) => Promise<void>): Promise<void> {
    const { page, counter } = this.#tablet
    await page.route(PUSH, way => way.abort())
    await counter.scanAndSell(this.#barcodes.slice(0, 4))
    this.hadWaiting = await this.waiting()
    await update(this.#tablet)
    await page.unroute(PUSH)
    await this.waiting()
    this.unsigned = this.sold.size
    this.#signs = true
    for (; (await this.waiting()) > 0; await sleep(100)) await this.#tablet.counter.sendNow()
  }

  /** Waits until the page knows the server's current generation, and the server needs nothing again. */
  async settle(generation: string): Promise<void> {
    for (; !(await this.#isSettled(generation)); await sleep(100)) await this.#tablet.counter.sendNow()
  }

  async #isSettled(generation: string): Promise<boolean> {
    if ((await this.waiting()) > 0) return false
    const known = await this.#tablet.page.evaluate(readGeneration)
    return known?.id === generation && !known.wanted
  }

  close = (): Promise<void> => this.#tablet.remove()
}

/** In the page: the server generation of the till's verdicts. */
function readGeneration(): Promise<{ id: string; wanted?: unknown } | undefined> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('outbox')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('till').objectStore('till').get('generation')
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result)
      }
    }
  })
}
