import type { BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Route } from '#api/http/route.ts'
import { routes } from '#api/routes.ts'
import { type Api, aUser, PASSWORD, startApi } from '#tests/support/server/api.ts'
import { browserProfile } from '#tests/support/browser/chromium.ts'
import { aForgery, sendAll, serveEmptyPage, type Forgery } from '#tests/support/server/foreign-page.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { prepareTableSums } from '#tests/support/database/table-sums.ts'
import { openStage, type Stage } from '#tests/support/server/stage.ts'

/** What arrived at the door, and, for the control, whether it stands open. */
const door = vi.hoisted(() => ({
  isOpen: false,
  arrived: [] as { method: string; path: string; site: string; hasCookie: boolean }[],
}))
vi.mock(import('#api/server/origin.ts'), async original => {
  const real = await original()
  return {
    ...real,
    sameOrigin: (...given: Parameters<typeof real.sameOrigin>): ReturnType<typeof real.sameOrigin> => {
      const guard = real.sameOrigin(...given)
      return (ctx, next) => {
        door.arrived.push({
          method: ctx.method,
          path: ctx.path,
          site: ctx.get('Sec-Fetch-Site'),
          hasCookie: /(^|; )refresh=/.test(ctx.get('Cookie')),
        })
        return door.isOpen ? next() : guard(ctx, next)
      }
    },
  }
})

const profile = browserProfile()
let api: Api
let stage: Stage
let browser: BrowserContext
let foreign: Awaited<ReturnType<typeof serveEmptyPage>>
beforeAll(async () => {
  api = await startApi()
  stage = await openStage(api)
  foreign = await serveEmptyPage()
  browser = await profile.open({ args: ['--host-resolver-rules=MAP evil.test 127.0.0.1'] })
})
afterEach(() => {
  Object.assign(door, { isOpen: false, arrived: [] })
})
afterAll(async () => {
  await browser.close()
  profile.remove()
  foreign.stop()
  api.stop()
})

const SIGNED = 'POST /api/payments/paystack/webhook'
const writes = routes.filter(({ method, name }) => method !== 'GET' && name !== SIGNED)

/** The shop's owner signs in, in this browser. */
async function signIn(): Promise<{ authorization: string }> {
  const { email, token } = await aUser('SUPER_ADMINISTRATOR', { email: 'owner@shop.test' })
  const page = await browser.newPage()
  await page.goto(`${api.base}/api/docs`)
  const status = await page.evaluate(
    body =>
      fetch('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
        reply => reply.status,
      ),
    JSON.stringify({ email, password: PASSWORD }),
  )
  expect(status).toBe(200)
  expect((await browser.cookies(api.base)).map(({ name }) => name)).toContain('refresh')
  await page.close()
  return { authorization: `Bearer ${token}` }
}

/** What these routes take; as forms, where nobody need be signed in. */
async function forgeriesOf(asked: readonly Route[], owner: Record<string, string>): Promise<Forgery[]> {
  const forgeries: Forgery[] = []
  for (const { name, method, access } of asked) {
    const { path, body } = await REQUESTS[name]!(stage, owner)
    forgeries.push(await aForgery({ method, url: api.base + path, body, as_form: access === 'public' }))
  }
  return forgeries
}

/** Has a page at that name send them all. Returns the tables that changed. */
async function attackFrom(host: string, forgeries: Forgery[]): Promise<string[]> {
  const everything = await prepareTableSums()
  const before = await everything()
  door.arrived = []
  const page = await browser.newPage()
  await page.goto(`http://${host}:${foreign.port}/`)
  await page.evaluate(sendAll, forgeries)
  await page.close()
  const after = await everything()
  return Object.keys(after).filter(table => after[table] !== before[table])
}

test.each([
  { where: 'another site', host: 'evil.test', site: 'cross-site', hasCookie: false },
  {
    where: 'another port of this computer, which gets the cookies too,',
    host: '127.0.0.1',
    site: 'same-site',
    hasCookie: true,
  },
])('changes nothing for a page of $where, whatever it sends', async ({ host, site, hasCookie }) => {
  const forgeries = await forgeriesOf(writes, await signIn())
  expect(forgeries.length).toBeGreaterThan(40)
  expect(await attackFrom(host, forgeries)).toEqual([])
  const posts = door.arrived.filter(({ method }) => method === 'POST')
  expect(new Set(posts.map(({ site: from, hasCookie: sent }) => `${from} ${sent}`))).toEqual(
    new Set([`${site} ${hasCookie}`]),
  )
  const sentBy = (url: string) =>
    forgeries
      .filter(forgery => forgery.url === url && forgery.method === 'POST')
      .reduce((sum, { as_form }) => sum + (as_form ? 9 : 5), 0)
  for (const { url } of forgeries) {
    const there = door.arrived.filter(({ path }) => path === new URL(url).pathname).map(arrived => arrived.method)
    // What is more than a form must be asked about first, and is never sent.
    expect([url, new Set(there)]).toEqual([url, new Set(['OPTIONS', ...(sentBy(url) > 0 ? ['POST'] : [])])])
    expect([url, there.filter(each => each === 'POST').length]).toEqual([url, sentBy(url)])
  }
})

test('control: changes something for the same pages when the origin is not checked', async () => {
  door.isOpen = true
  expect(
    await attackFrom(
      'evil.test',
      await forgeriesOf(
        writes.filter(({ access }) => access === 'public'),
        await signIn(),
      ),
    ),
  ).toEqual(expect.arrayContaining(['sessions', 'payment_attempts', 'refund_photos']))
  expect(door.arrived.length).toBeGreaterThan(0)
})
