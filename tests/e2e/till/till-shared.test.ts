import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksOf, sql, type Books } from '#tests/support/people/books.ts'
import { browserProfile, type Profile } from '#tests/support/browser/chromium.ts'
import { counterOf, type Counter } from '#tests/support/counter/counter.ts'
import { aGateway, type Gateway } from '#tests/support/server/gateway.ts'
import { until } from '#tests/support/runs/processes.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'

/** A tablet that a manager and an administrator of the demo shop share. */
const [MANAGER, ADMIN] = [
  { email: 'manager@shop.test', pin: '407158' },
  { email: 'admin@shop.test', pin: '815204' },
].map(person => ({ ...person, id: 0, name: '' })) as [Person, Person]
const [ONE, OTHER] = ['6034128000424', '6034128000424']

interface Person {
  email: string
  pin: string
  id: number
  name: string
}
let shop: Shop
let gateway: Gateway
let profile: Profile
let browser: BrowserContext
let page: Page
let counter: Counter
let before: Books
let asked: Request[] = []

beforeAll(async () => {
  shop = await startShop()
  gateway = await aGateway(shop.port)
  profile = browserProfile()
  for (const person of [MANAGER, ADMIN])
    Object.assign(person, (await sql(shop, `SELECT id, name FROM users WHERE email = '${person.email}'`))[0])
  await openBrowser()
  await counter.open(MANAGER.email)
  await lockByNewPin(MANAGER)
  await cover().getByRole('link', { name: 'Somebody else: sign in with the password' }).click()
  await page.locator('input[name=email]').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill('Demo-1234')
  await page.keyboard.press('Enter')
  await counter.ready()
  before = await booksOf(shop)
})
afterAll(async () => {
  await browser.close()
  profile.remove()
  gateway.close()
  await shop.stop()
})

async function openBrowser() {
  browser = await profile.open()
  page = browser.pages()[0] ?? (await browser.newPage())
  counter = counterOf(page, gateway.url)
  browser.on('request', request => void (new URL(request.url()).pathname.startsWith('/api/') && asked.push(request)))
}

const cover = (at = page) => at.getByRole('dialog', { name: 'This till is locked' })
const lockButton = (at = page) => at.getByRole('button', { name: /: lock this till$/ })

async function lockByNewPin({ pin }: Person) {
  await lockButton().click()
  await page.getByLabel('PIN', { exact: true }).fill(pin)
  await page.getByLabel('Repeat the PIN').fill(pin)
  await page.keyboard.press('Enter')
  await cover().waitFor()
}

/** Locks the till, if it is not, and opens it for a person. @returns how long that took from the last key, in ms */
async function turnTo({ name, pin }: Person, at = page) {
  if (!(await cover(at).isVisible())) await lockButton(at).click()
  await cover(at).getByRole('button', { name, exact: true }).click()
  await cover(at).getByLabel('PIN').fill(pin)
  await at.keyboard.press('Enter')
  await cover(at).waitFor({ state: 'detached' })
  await lockButton(at)
    .filter({ hasText: name.split(' ')[0]! })
    .waitFor()
}

/** In the page: who rang up what waits to be sent, and who holds the grant that it names. */
const waiting = () =>
  page.evaluate(
    () =>
      new Promise<{ teller: number; holder: number | null }[]>(resolve => {
        const opening = indexedDB.open('outbox')
        opening.onsuccess = () => {
          const reading = opening.result.transaction(['outbox', 'till'])
          const rows = reading.objectStore('outbox').getAll()
          const proofs = reading.objectStore('till').get('proofs')
          reading.oncomplete = () => {
            opening.result.close()
            resolve(
              rows.result.map(({ signed }) => ({
                teller: signed.payload.teller_id,
                holder: proofs.result.grants[signed.grant]?.grant.user_id ?? null,
              })),
            )
          }
        }
      }),
  )

test('two tellers share a tablet without a network: own carts, own grants, through a reload, a second tab and a restart', async () => {
  await lockByNewPin(ADMIN)
  gateway.cut()
  await turnTo(MANAGER)
  await counter.ready()
  await counter.scan(ONE)
  await counter.kept(1)
  await turnTo(ADMIN)
  await counter.ready()
  expect(await page.getByText('· 0 items').first().isVisible()).toBe(true)
  await counter.scan(OTHER)
  await counter.kept(1)
  await counter.checkOut()
  await turnTo(MANAGER)
  await counter.ready()
  await counter.kept(1)

  await page.reload()
  await counter.ready()
  await counter.kept(1)
  const other = await browser.newPage()
  await other.goto(`${gateway.url}/staff/orders/add`)
  await lockButton(other).waitFor()
  await turnTo(ADMIN, other)
  await lockButton()
    .filter({ hasText: ADMIN.name.split(' ')[0]! })
    .waitFor()
  await turnTo(MANAGER)
  await other.close()
  await browser.close()
  await openBrowser()
  await page.goto(`${gateway.url}/staff/orders/add`)
  await lockButton()
    .filter({ hasText: MANAGER.name.split(' ')[0]! })
    .waitFor()
  await counter.ready()
  await counter.kept(1)
  await counter.checkOut()
  expect(await waiting()).toEqual([
    { teller: ADMIN.id, holder: ADMIN.id },
    { teller: MANAGER.id, holder: MANAGER.id },
  ])
})

test('sends with no session while somebody stands there by PIN, and asks for the password where one is needed', async () => {
  asked = []
  gateway.mend()
  await counter.newSale()
  await counter.sendNow()
  await until(async () => (await counter.held()).waiting === 0, 'the sales are sent')
  await page.goto(`${gateway.url}/staff/orders`)
  await page.getByText('This needs your password').waitFor()
  const headers = await Promise.all(
    asked.map(async request => [new URL(request.url()).pathname, await request.allHeaders()] as const),
  )
  const tell = ([path, { authorization, cookie }]: (typeof headers)[number]) => [path, authorization, cookie]
  expect(headers.filter(([, sent]) => sent.authorization?.startsWith('Bearer ')).map(tell)).toEqual([])
  expect(headers.filter(([path, sent]) => path.startsWith('/api/sync/') && sent.cookie).map(tell)).toEqual([])
  expect(headers.map(([path]) => path)).not.toContain('/api/token/refresh')
  const pulls = headers.filter(([path]) => path === '/api/sync/pull')
  expect(pulls.map(([, sent]) => [sent.authorization?.slice(0, 7), holderOf(sent['x-grant'])])).toEqual(
    pulls.map(() => ['Device ', MANAGER.id]),
  )
  const books = await booksOf(shop)
  expect([books.orders - before.orders, books.broken]).toEqual([2, []])
  expect(
    await sql(shop, "SELECT code FROM exceptions WHERE code IN ('UNPROVED', 'TELLER_MISMATCH', 'CHAIN_BROKEN')"),
  ).toEqual([])
})

/** The person of a grant's token. */
const holderOf = (token = '..') =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { facts: { user_id: number } }).facts
    .user_id

test('locks out a teller who was deactivated at the next contact, and the other goes on', async () => {
  await page.goto(`${gateway.url}/staff/orders/add`)
  await counter.ready()
  await sql(shop, `UPDATE users SET status_code = 'INACTIVE' WHERE id = ${MANAGER.id}`)
  await sql(shop, `UPDATE till_grants SET ended_at = NOW(3) WHERE user_id = ${MANAGER.id}`)
  await counter.sendNow()
  await cover()
    .getByText(/can no longer sell at this till/)
    .waitFor()
  await turnTo(ADMIN)
  await counter.ready()
  await counter.scan(ONE)
  await counter.kept(1)
  await counter.checkOut()
  await counter.newSale()
})

test('locks instead of logging out without a network', async () => {
  gateway.cut()
  await page
    .locator('details', { has: page.getByRole('button', { name: 'Logout', includeHidden: true }) })
    .first()
    .locator('summary')
    .click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await cover().waitFor()
  await cover().getByLabel('PIN').fill(ADMIN.pin)
  await page.keyboard.press('Enter')
  await cover().waitFor({ state: 'detached' })
  await counter.ready()
  gateway.mend()
})
