import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction, insertRow, select } from '#api/db/database.ts'
import { reserveStock } from '#api/stock/stock.ts'
import type { PushReply } from '#sync/protocol/mutation.ts'
import { type Api, aUser, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aMutation, aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, brokenRules, count, onHand, openShop } from '#tests/support/server/shop.ts'

let api: Api
let token: string
const line = (product_variation_id: number, quantity = 1) => ({ product_variation_id, quantity, price: 10 })
const exceptionsOf = async (request: object, headers = {}) => {
  const { body } = await api.send('POST', '/api/sync/push', { token, body: request, headers })
  return (body as unknown as PushReply).verdicts.map(verdict =>
    verdict.status === 'accepted' ? verdict.exceptions : verdict.error.code,
  )
}

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = await tokenOf(7)
})
afterAll(() => api.stop())

test('books the sale that empties the shelf normally, and the next in the same push as oversold', async () => {
  const jeans = await aVariation(3)
  expect(await exceptionsOf(aPush(aSale({ lines: [line(jeans, 3)] }), aSale({ lines: [line(jeans)] })))).toEqual([
    [],
    ['OVERSOLD'],
  ])
  expect(await onHand(jeans)).toBe(-1)
  expect(await select('SELECT code, product_variation_id, status_code FROM exceptions')).toEqual([
    { code: 'OVERSOLD', product_variation_id: jeans, status_code: 'OPEN' },
  ])
  expect(await brokenRules()).toEqual([])
})

test('books a sale of what the website has promised as oversold', async () => {
  const jeans = await aVariation(3)
  const order_id = await anOrder()
  await inTransaction(() => reserveStock(order_id, [line(jeans, 2)]))
  expect(await exceptionsOf(aPush(aSale({ lines: [line(jeans, 2)] })))).toEqual([['OVERSOLD']])
})

test('sells exactly twenty pieces to a hundred shoppers, and tells the rest what is left', async () => {
  const jeans = await aVariation(20)
  const order_id = await anOrder()
  const results = await Promise.allSettled(
    Array.from({ length: 100 }, () => inTransaction(() => reserveStock(order_id, [line(jeans)]))),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: {
      body: { errors: { [`variation_${jeans}`]: [expect.stringMatching(/^Jeans \d+, UK 10: sold out, 0 left\.$/)] } },
    },
  })
})

test('notes prices, products, tellers, tills and numbers that changed, and refuses none', async () => {
  const [cheaper, gone, jeans] = [
    await aVariation(9, { retail_price: 12, discount: 2.01 }),
    await aVariation(9, { status_code: 'INACTIVE' }),
    await aVariation(9),
  ]
  const first = aSale({ lines: [line(jeans)] })
  const again = aSale({ lines: [line(jeans)] })
  expect(
    await exceptionsOf(
      aPush(
        first,
        aSale({ lines: [line(cheaper)] }),
        aSale({ lines: [line(gone)] }),
        aSale({ lines: [line(jeans)], teller_id: 8 }),
        aSale({ lines: [line(jeans)], till_code: 'T9' }),
        { ...again, number: first.number },
      ),
    ),
  ).toEqual([
    [],
    ['PRICE_DRIFT'],
    ['INACTIVE_PRODUCT'],
    ['TELLER_INACTIVE', 'TELLER_MISMATCH'],
    ['UNKNOWN_TILL'],
    ['NUMBER_REUSED'],
  ])
  const reused = aSale({ lines: [line(jeans)] })
  expect(await exceptionsOf({ ...aPush(), mutations: [aMutation(reused, { seq: aMutation(first).seq })] })).toEqual([
    ['NUMBER_REUSED'],
  ])
  expect(await exceptionsOf({ ...aPush(aSale({ lines: [line(jeans)] })), device_id: crypto.randomUUID() })).toEqual([
    ['UNKNOWN_TILL'],
  ])
  expect(await select('SELECT account_code, SUM(amount) AS amount FROM transactions GROUP BY account_code')).toEqual([
    { account_code: 'CASH', amount: 80 },
  ])
  expect(await brokenRules()).toEqual([])
})

test('books the sales of a till that was taken out of service', async () => {
  const jeans = await aVariation(9)
  const admin = await aUser('ADMINISTRATOR')
  expect(
    (await api.send('PATCH', '/api/staff/tills/1', { token: admin.token, body: { status_code: 'REVOKED' } })).status,
  ).toBe(200)
  expect(await exceptionsOf(aPush(aSale({ lines: [line(jeans)] })))).toEqual([['UNKNOWN_TILL']])
})

const DAY = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const clocks = [
  { clock: 'three days slow', occurred: -3 * DAY, skew: -3 * DAY, exceptions: ['CLOCK_SKEW'] },
  { clock: 'three days fast', occurred: 3 * DAY, skew: 3 * DAY, exceptions: ['CLOCK_SKEW'] },
  {
    clock: 'put back two hours between sale and sending',
    occurred: 2 * 3_600_000,
    skew: 0,
    exceptions: ['CLOCK_SKEW'],
  },
  { clock: 'nine minutes fast', occurred: 9 * 60_000, skew: 9 * 60_000, exceptions: [] },
  { clock: 'right, and the sale waited two days', occurred: -2 * DAY, skew: 0, exceptions: [] },
]
test.each(clocks)(
  'books the sale and corrects the business date for a clock $clock',
  async ({ occurred, skew, exceptions }) => {
    const jeans = await aVariation()
    const now = Date.now()
    const request = aPush(aSale({ lines: [line(jeans)], occurred_at: new Date(now + occurred).toISOString() }))
    expect(await exceptionsOf(request, { 'X-Device-Time': new Date(now + skew).toISOString() })).toEqual([exceptions])
    const right = dayOf(Math.min(now + occurred - skew, now))
    // where the clock is days off, it would put the sale on another day
    expect(right !== dayOf(now + occurred) || Math.abs(skew) < DAY).toBe(true)
    const [order] = await select<{ day: string; skew: number }>(
      "SELECT DATE_FORMAT(business_date, '%Y-%m-%d') AS day, skew_ms AS skew FROM orders",
    )
    expect(order!.day).toBe(right)
    expect(Math.abs(order!.skew - skew)).toBeLessThan(5000)
    const said = await select<{ detail: string }>("SELECT detail FROM exceptions WHERE code = 'CLOCK_SKEW'")
    expect(said).toEqual(
      exceptions.map(() => ({
        detail: expect.stringMatching(/^The device's clock was \d+ (day|minute)s (fast|slow)\.$/) as string,
      })),
    )
  },
)

test('trusts a clock that says nothing, unless the sale is in the future', async () => {
  const jeans = await aVariation()
  const ahead = new Date(Date.now() + 3 * DAY).toISOString()
  expect(await exceptionsOf(aPush(aSale({ lines: [line(jeans)], occurred_at: ahead })))).toEqual([['CLOCK_SKEW']])
  expect(await select('SELECT business_date = UTC_DATE() AS today, skew_ms FROM orders')).toEqual([
    { today: 1, skew_ms: null },
  ])
})

test('names numbers that never arrived, not those in quarantine, and drops one when it arrives', async () => {
  const jeans = await aVariation()
  const sold = new Map(
    [1, 2, 3, 5, 7].map(seq => [seq, aMutation(aSale({ lines: [line(jeans, seq === 2 ? 0 : 1)] }), { seq })]),
  )
  await exceptionsOf({ ...aPush(), mutations: [1, 2, 5, 7].map(seq => sold.get(seq)) })
  const till = async () => (await api.send('GET', '/api/staff/tills/1', { token })).body.till
  expect(await till()).toMatchObject({ code: 'T1', last_seq: 7, missing_seqs: [3, 4, 6] })
  await exceptionsOf({ ...aPush(), mutations: [sold.get(3)] })
  expect(await till()).toMatchObject({ last_seq: 7, missing_seqs: [4, 6] })
  expect(await count('sync_quarantine')).toBe(1)
})

test('lists open exceptions and closes them once, with a note', async () => {
  const jeans = await aVariation(0)
  await exceptionsOf(aPush(aSale({ lines: [line(jeans)] })))
  const list = async (query: string) =>
    (await api.send('GET', `/api/staff/exceptions?${query}`, { token })).body as unknown as {
      exceptions: { data: { id: number }[]; total: number }
    }
  const { exceptions } = await list('status_code=OPEN')
  expect(exceptions).toMatchObject({
    total: 1,
    data: [
      {
        code: 'OVERSOLD',
        product_variation_id: jeans,
        item: expect.stringMatching(/^Jeans \d+ · UK 10$/),
        status_code: 'OPEN',
      },
    ],
  })
  const path = `/api/staff/exceptions/${exceptions.data[0]!.id}`
  expect((await api.send('PATCH', path, { token, body: { status_code: 'RESOLVED' } })).status).toBe(422)
  expect(
    await api.send('PATCH', path, {
      token,
      body: { status_code: 'RESOLVED', note: 'Found two more behind the shelf.' },
    }),
  ).toMatchObject({ status: 200, body: { exception: { status_code: 'RESOLVED' } } })
  expect((await api.send('PATCH', path, { token, body: { status_code: 'RESOLVED', note: 'Again.' } })).status).toBe(409)
  expect((await list('status_code=OPEN')).exceptions.total).toBe(0)
})

async function anOrder(): Promise<number> {
  return insertRow('orders', {
    type_code: 'WEBSITE',
    status_code: 'UNPAID',
    subtotal: 0,
    total: 0,
    business_date: '2026-01-01',
  })
}
