import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { booksOf, sql, type Books } from '#tests/support/people/books.ts'
import { aGateway, answer, type Gateway } from '#tests/support/server/gateway.ts'
import { until } from '#tests/support/runs/processes.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { aSyncEvent } from '#tests/support/till/sync-event.ts'
import { aTablet, type Tablet } from '#tests/support/counter/tablet.ts'

const PUSH = '/api/sync/push'
const BARCODE = '6034128000424'

let shop: Shop
let gateway: Gateway
let tablet: Tablet
let before: Books
/** The shop no longer knows who was signed in on the tablet, as after a month in a drawer. */
let isExpired = false

beforeAll(async () => {
  shop = await startShop()
  gateway = await aGateway(shop.port)
  tablet = await aTablet(gateway.url, {
    prepare: async browser => {
      if (isExpired) await browser.clearCookies()
    },
  })
  await until(() => hasGrant(), 'a grant for the person who signed in')
})
beforeEach(async () => {
  gateway.mend()
  before = await booksOf(shop)
})
afterAll(async () => {
  await tablet.remove()
  gateway.close()
  await shop.stop()
})

const away = () =>
  gateway.meddle(PUSH, ({ reply }) => void answer(reply, { status: 500, headers: {}, body: Buffer.from('') }))

/** In the page: whether what is sold next names a grant. */
const hasGrant = () =>
  tablet.page.evaluate(
    () =>
      new Promise<boolean>(resolve => {
        const opening = indexedDB.open('outbox')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('till').objectStore('till').get('till')
          reading.onsuccess = () => {
            opening.result.close()
            resolve(Boolean(reading.result?.grant))
          }
        }
      }),
  )

const outboxIsEmpty = () => until(async () => (await tablet.counter.held()).waiting === 0, 'all is sent')

/** All that was sold since is booked once, and nothing about it is in doubt. */
async function expectBooked(orders: number) {
  const { orders: now, doubled, broken } = await booksOf(shop)
  const doubts = await sql<{ code: string; detail: string }>(
    shop,
    "SELECT code, detail FROM exceptions WHERE code IN ('UNPROVED', 'TELLER_MISMATCH', 'CHAIN_BROKEN', 'SEQ_JUMP', 'SALE_REJECTED', 'SEQUENCE_GAP')",
  )
  expect({ orders: now - before.orders, doubled, broken, doubts }).toEqual({
    orders,
    doubled: [],
    broken: [],
    doubts: [],
  })
}

test("cannot export the till's key from the browser", async () => {
  const outcome = await tablet.page.evaluate(
    () =>
      new Promise<string[]>(resolve => {
        const opening = indexedDB.open('outbox')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('till').objectStore('till').get('signer')
          reading.onsuccess = async () => {
            opening.result.close()
            const { private_key } = reading.result as { private_key: CryptoKey }
            resolve(
              await Promise.all(
                (['jwk', 'pkcs8'] as const).map(format =>
                  crypto.subtle.exportKey(format, private_key).then(
                    () => 'exported',
                    (error: Error) => error.name,
                  ),
                ),
              ),
            )
          }
        }
      }),
  )
  expect(outcome).toEqual(['InvalidAccessError', 'InvalidAccessError'])
})

test('makes one chain of sales in two tabs at the same moment', async () => {
  const other = await tablet.tab()
  await Promise.all([
    tablet.counter.scanAndSell(Array<string>(6).fill(BARCODE)),
    other.scanAndSell(Array<string>(6).fill(BARCODE)),
  ])
  await outboxIsEmpty()
  await other.page.close()
  await expectBooked(12)
})

test('brings a note written without a network to the desk', async () => {
  away()
  await tablet.page.getByRole('button', { name: 'Note to the manager' }).click()
  await tablet.page.getByLabel('Note', { exact: false }).last().fill('The printer is out of paper.')
  await tablet.page.getByRole('button', { name: 'Save note' }).click()
  await tablet.page.getByText(/^Note saved/).waitFor()
  gateway.mend()
  await tablet.counter.sendNow()
  await outboxIsEmpty()
  expect(await sql<{ text: string }>(shop, 'SELECT text FROM till_notes')).toEqual([
    { text: 'The printer is out of paper.' },
  ])
  await expectBooked(0)
})

test('sends again what the shop lacks after a restore, and books no sale twice', async () => {
  const linksOf = async () => (await sql<{ n: number }>(shop, 'SELECT COUNT(*) AS n FROM till_links'))[0]!.n
  const links = await linksOf()
  await sql(shop, 'DELETE FROM till_links WHERE seq > 3')
  await sql(shop, 'UPDATE shop_generation SET generation = UUID(), restored_at = NOW(3)')
  expect(await linksOf()).toBe(3)
  await tablet.page.reload()
  await until(async () => (await linksOf()) === links, 'the chain is whole again')
  await tablet.counter.ready()
  await expectBooked(0)
})

test('sends sales after a power cut with an expired session, and keeps selling', async () => {
  away()
  await tablet.counter.scanAndSell([BARCODE, BARCODE])
  await tablet.kill()
  gateway.mend()
  isExpired = true
  await tablet.reopen()
  isExpired = false
  await outboxIsEmpty()
  await tablet.counter.scanAndSell([BARCODE])
  await outboxIsEmpty()
  await expectBooked(3)
})

test('sends what was sold after a logout, from a page of the shop, with nobody signed in', async () => {
  await tablet.counter.open()
  away()
  await tablet.counter.scanAndSell([BARCODE, BARCODE])
  await logOut()
  await tablet.page.goto(`${gateway.url}/about`)
  gateway.mend()
  await outboxIsEmpty()
  await expectBooked(2)
})

test('sends it by the worker too, with no page open and nobody signed in', async () => {
  await tablet.counter.open()
  away()
  await tablet.counter.scanAndSell([BARCODE])
  await logOut()
  const wake = await aSyncEvent(tablet)
  await tablet.page.goto('about:blank')
  gateway.mend()
  await until(async () => {
    await wake()
    return (await booksOf(shop)).orders > before.orders
  }, 'the worker sends')
  await expectBooked(1)
})

/** Says that a sale is left behind, and leaves all the same. */
async function logOut() {
  await tablet.page
    .locator('details', { has: tablet.page.getByRole('button', { name: 'Logout', includeHidden: true }) })
    .locator('summary')
    .first()
    .click()
  await tablet.page.getByRole('button', { name: 'Logout' }).first().click()
  await tablet.page.getByText('is sent as soon as there is a network').waitFor()
  await tablet.page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await tablet.page.waitForFunction(() => localStorage.getItem('signed_in') === 'null')
}
