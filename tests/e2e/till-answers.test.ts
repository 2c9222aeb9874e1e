import { afterAll, beforeAll, expect, test } from 'vitest'
import { BAD_ANSWERS } from '#tests/support/bad-answers.ts'
import { booksOf } from '#tests/support/books.ts'
import { queueByWorkbox } from '#tests/support/careless.ts'
import { aGateway, answer, type Gateway } from '#tests/support/gateway.ts'
import { until } from '#tests/support/processes.ts'
import { startShop, type Shop } from '#tests/support/server.ts'
import { aTablet, type Tablet } from '#tests/support/tablet.ts'

const PUSH = '/api/sync/push'
const BARCODE = '6034128000424'

let shop: Shop
let gateway: Gateway
let tablet: Tablet

beforeAll(async () => {
  shop = await startShop()
  gateway = await aGateway(shop.port)
  tablet = await aTablet(gateway.url, { prepare: browser => browser.addInitScript(sendFromPageAlone) })
})
afterAll(async () => {
  await tablet.remove()
  gateway.close()
  await shop.stop()
})

/**
 * In the page: only the page sends, and it waits for an answer no longer than a test does, unless told to be as patient
 * as it is.
 */
function sendFromPageAlone() {
  Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const most = Object.assign(globalThis, { most_ms: 3000 })
  AbortSignal.timeout = ms => timeout(Math.min(ms, most.most_ms))
}

/** Has the till send now, and waits until whatever it asked has come to an end. */
async function trySending() {
  const { ended } = gateway.of(PUSH)
  await tablet.counter.sendNow()
  await until(() => gateway.of(PUSH).ended > ended && gateway.of(PUSH).open === 0, 'a push')
  await until(
    () =>
      tablet.page.evaluate(
        async () => !(await navigator.locks.query()).held?.some(({ name }) => name === 'drain outbox'),
      ),
    'the end of the drain',
  )
}

test('after every kind of bad answer each sale is where it was, and then all are booked once', async () => {
  const { orders } = await booksOf(shop)
  gateway.meddle(PUSH, BAD_ANSWERS['a reset']!)
  const numbers = await tablet.counter.scanAndSell(Array<string>(5).fill(BARCODE))

  for (const [name, bad] of Object.entries(BAD_ANSWERS)) {
    gateway.meddle(PUSH, bad)
    await trySending()
    const { sales, waiting } = await tablet.counter.held()
    expect([name, waiting, sales.length, sales.filter(({ verdict }) => verdict)]).toEqual([name, 5, 5, []])
  }
  expect(Object.keys(BAD_ANSWERS).length).toBeGreaterThanOrEqual(24)

  gateway.mend()
  const later = await tablet.counter.scanAndSell([BARCODE])
  await trySending()
  await tablet.counter.says(/all sales sent/i)
  const { sales, waiting } = await tablet.counter.held()
  expect([waiting, sales.map(({ number }) => number).sort()]).toEqual([0, [...numbers, ...later].sort()])
  const books = await booksOf(shop)
  expect([books.orders - orders, books.doubled, books.broken]).toEqual([6, [], []])
})

test('one sale at the head that never gets its verdict holds nobody up', async () => {
  const { orders } = await booksOf(shop)
  gateway.cut()
  await tablet.counter.scanAndSell(Array<string>(6).fill(BARCODE))
  const poison = await tablet.page.evaluate(oldestWaiting)
  gateway.mend()
  gateway.meddle(PUSH, async ({ forward, reply }) => {
    const answered = await forward()
    const { verdicts, ...rest } = JSON.parse(answered.body.toString()) as { verdicts: { id: string }[] }
    const { 'content-length': _length, ...headers } = answered.headers
    answer(reply, {
      ...answered,
      headers,
      body: Buffer.from(JSON.stringify({ ...rest, verdicts: verdicts.filter(({ id }) => id !== poison) })),
    })
  })
  await trySending()
  await until(async () => (await tablet.counter.held()).waiting === 1, 'all but one are sent')
  expect(await tablet.page.evaluate(oldestWaiting)).toBe(poison)

  gateway.mend()
  await trySending()
  await tablet.counter.says(/all sales sent/i)
  expect((await booksOf(shop)).orders - orders).toBe(6)
})

test('one sale at the head that makes every request with it fail holds nobody up', async () => {
  const { orders } = await booksOf(shop)
  gateway.cut()
  await tablet.counter.scanAndSell(Array<string>(6).fill(BARCODE))
  const poison = (await tablet.page.evaluate(oldestWaiting))!
  gateway.mend()
  gateway.meddle(PUSH, async ({ body, forward, reply }) => {
    answer(reply, body.includes(poison) ? { status: 422, headers: {}, body: Buffer.from('') } : await forward())
  })
  await until(async () => {
    await trySending()
    return (await tablet.counter.held()).waiting === 1
  }, 'all but one are sent')
  expect(await tablet.page.evaluate(oldestWaiting)).toBe(poison)

  gateway.mend()
  await trySending()
  await tablet.counter.says(/all sales sent/i)
  expect((await booksOf(shop)).orders - orders).toBe(6)
})

test('an answer that never comes is given up after twenty seconds, and the sale is sent again', async () => {
  const { orders } = await booksOf(shop)
  await tablet.page.evaluate(() => Object.assign(globalThis, { most_ms: 60_000 }))
  gateway.meddle(PUSH, async ({ forward }) => void (await forward()))
  const began = Date.now()
  await tablet.counter.scanAndSell([BARCODE])
  await until(() => gateway.of(PUSH).open === 1, 'a push')
  gateway.mend()
  await until(() => gateway.of(PUSH).open === 0, 'the push is given up')
  expect(Date.now() - began).toBeGreaterThanOrEqual(20_000)
  await tablet.counter.says(/all sales sent/i)
  const books = await booksOf(shop)
  expect([books.orders - orders, books.doubled, books.broken]).toEqual([1, [], []])
  await tablet.page.evaluate(() => Object.assign(globalThis, { most_ms: 3000 }))
})

/** These lose nothing even with Workbox's queue: it hears an error, or the shop has booked the sales. */
const HARMLESS = ['verdicts about other sales', 'half the JSON', 'a reset after the work is done', 'a reset', 'silence']

test("control: with Workbox's queue in place of the outbox every bad answer loses the sale", async () => {
  const careless = await aTablet(gateway.url, { prepare: queueByWorkbox })
  const { orders } = await booksOf(shop)
  const bad = Object.keys(BAD_ANSWERS).filter(name => !HARMLESS.includes(name))
  expect(bad.length).toBeGreaterThanOrEqual(24)
  for (const name of bad) {
    gateway.meddle(PUSH, BAD_ANSWERS[name]!)
    const { ended } = gateway.of(PUSH)
    await careless.counter.scanAndSell([BARCODE])
    await until(() => gateway.of(PUSH).ended > ended, `a push that is answered by ${name}`)
  }
  gateway.mend()
  await careless.counter.sendNow()
  await careless.counter.scanAndSell([BARCODE])
  await until(async () => (await booksOf(shop)).orders > orders, 'the last sale is booked')
  expect((await careless.counter.held()).sales).toHaveLength(bad.length + 1)
  // The last one, and at most one that was still on its way when the shop answered well again.
  expect((await booksOf(shop)).orders - orders).toBeLessThanOrEqual(2)
  await careless.remove()
})

/** In the page: the id of the oldest entry of the outbox. */
function oldestWaiting(): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('outbox')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const asking = opening.result.transaction('outbox').objectStore('outbox').getAll()
      asking.onerror = () => reject(asking.error)
      asking.onsuccess = () => {
        opening.result.close()
        resolve((asking.result as { id: string }[])[0]?.id)
      }
    }
  })
}
