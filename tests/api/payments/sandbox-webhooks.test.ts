import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute } from '#api/db/database.ts'
import { aPayment, GOOD, type RunningSandbox, startSandbox } from '#tests/support/shop/sandbox.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let live: RunningSandbox
beforeAll(async () => {
  live = await startSandbox({ secretKey: 'sk_live_shop' })
})
beforeEach(() => execute('DELETE FROM sandbox_webhooks'))
afterAll(async () => {
  await live.sandbox.idle()
  live.stop()
})

/** Pays, and hears of it once. */
async function paid(): Promise<void> {
  live.heard.length = 0
  const { access_code } = await aPayment(live)
  await live.call('POST', `/checkout/${access_code}/pay`, GOOD, null)
  await live.sandbox.idle()
}
/** How often the merchant has heard of it after this time. */
async function after(ms: number): Promise<number> {
  live.later(ms)
  await live.sandbox.webhooks.deliverDue()
  return live.heard.length
}

test('repeats live webhooks every three minutes four times, then hourly for three days, until they get 200', async () => {
  live.answerWith(503)
  await paid()
  const heard = [live.heard.length, await after(2 * MINUTE), await after(MINUTE)]
  for (let times = 0; times < 3; times++) heard.push(await after(3 * MINUTE))
  expect([...heard, await after(59 * MINUTE), await after(MINUTE)]).toEqual([1, 1, 2, 3, 4, 5, 5, 6])
  for (let hours = 0; hours < 80; hours++) await after(HOUR)
  expect(live.heard).toHaveLength(1 + 4 + 72)
  expect(new Set(live.heard.map(({ signature, body }) => `${signature} ${body.toString()}`)).size).toBe(1)
})

test('stops once it gets 200', async () => {
  live.answerWith(503)
  await paid()
  live.answerWith(200)
  expect([await after(3 * MINUTE), await after(3 * MINUTE), await after(HOUR)]).toEqual([2, 2, 2])
})

test('does not accept a redirect or another 2xx as 200', async () => {
  for (const status of [202, 204, 302]) {
    live.answerWith(status)
    await paid()
    live.answerWith(200)
    expect([status, live.heard.length, await after(3 * MINUTE)]).toEqual([status, 1, 2])
  }
})

test('sends what waited at a shutdown after the next start', async () => {
  live.answerWith(503)
  await paid()
  live.answerWith(200)
  const next = await startSandbox({ secretKey: 'sk_live_shop' })
  next.later(200 * HOUR) // as far as the other's clock and further
  await next.sandbox.webhooks.deliverDue()
  expect(next.heard.map(({ body }) => body.toString())).toEqual([live.heard[0]!.body.toString()])
  await next.sandbox.idle()
  next.stop()
})

test('gives webhooks the members of the documented sample, in order', async () => {
  live.answerWith(200)
  await paid()
  expect(Object.keys(live.heard[0]!.data)).toEqual([
    'id',
    'domain',
    'status',
    'reference',
    'amount',
    'message',
    'gateway_response',
    'paid_at',
    'created_at',
    'channel',
    'currency',
    'ip_address',
    'metadata',
    'log',
    'fees',
    'fees_split',
    'authorization',
    'customer',
    'plan',
    'subaccount',
    'subaccount_group',
    'paidAt',
  ])
  expect([live.heard[0]!.data.domain, Object.keys(live.heard[0]!.data.customer as object)]).toEqual([
    'live',
    ['id', 'first_name', 'last_name', 'email', 'customer_code', 'phone', 'metadata', 'risk_action'],
  ])
})
