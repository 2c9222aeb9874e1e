import { afterAll, beforeAll, expect, test } from 'vitest'
import { BAD_ANSWERS } from '#tests/support/hostile/bad-answers.ts'
import { booksOf } from '#tests/support/people/books.ts'
import { queueByWorkbox } from '#tests/support/hostile/careless.ts'
import { aGateway, answer, type Gateway } from '#tests/support/server/gateway.ts'
import { until } from '#tests/support/runs/processes.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

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

test('keeps each sale where it was after every kind of bad answer, and then books all once', async () => {
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

test('is not held up by one sale that never gets its verdict', async () => {
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

test('is not held up by one sale that makes every request with it fail', async () => {
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

test('gives up an answer after twenty seconds and sends the sale again', async () => {
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

test("control: loses the sale for every bad answer with Workbox's queue in place of the outbox", async () => {
  const careless = await aTablet(gateway.url, { prepare: queueByWorkbox })
  const { orders } = await booksOf(shop)
  const bad = Object.keys(BAD_ANSWERS).filter(name => !HARMLESS.includes(name))
  expect(bad.length).toBeGreaterThanOrEqual(24)
  let heard = ''
  for (const name of bad) {
    gateway.meddle(PUSH, async passing => {
      await BAD_ANSWERS[name]!(passing)
      heard += passing.body.toString()
    })
    const [number] = await careless.counter.scanAndSell([BARCODE])
    // The browser itself asks once more after a 408, so one more answer is not yet an answer about this sale.
    await until(() => heard.includes(number!), `a push of ${number} that is answered by ${name}`)
  }
  await until(() => gateway.of(PUSH).open === 0, 'the last bad answer has arrived')
  gateway.mend()
  await careless.counter.sendNow()
  await careless.counter.scanAndSell([BARCODE])
  await until(async () => (await booksOf(shop)).orders > orders, 'the last sale is booked')
  expect((await careless.counter.held()).sales).toHaveLength(bad.length + 1)
  expect((await booksOf(shop)).orders - orders).toBe(1)
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
