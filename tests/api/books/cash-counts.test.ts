import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { countCash } from '#api/ledger/cash-counts.ts'
import { execute, insertRow, select } from '#api/db/database.ts'
import type { CashCount } from '#sync/protocol/staff/cash-count.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { refundDesk } from '#tests/support/shop/refund-desk.ts'
import { aCompletedOrder } from '#tests/support/shop/returns.ts'
import { aVariation, checkBooks, count, openShop } from '#tests/support/server/shop.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let jeans: number
let manager: string
let administrator: string

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  jeans = await aVariation(1_000)
  manager = (await aUser('MANAGER')).token
  administrator = (await aUser('ADMINISTRATOR')).token
})
afterEach(checkBooks)
afterAll(() => api.stop())

const sell = (price: number, overrides: object = {}) =>
  api.send('POST', '/api/sync/push', {
    token: manager,
    body: aPush(
      aSale({ account_code: 'CASH', lines: [{ product_variation_id: jeans, quantity: 1, price }], ...overrides }),
    ),
  })
const countNow = async (counted: number, overrides: object = {}) =>
  (await api.send('POST', '/api/staff/cash-counts', {
    token: manager,
    body: { account_code: 'CASH', counted, ...overrides },
  })) as unknown as { status: number; body: { message: string; cash_count: CashCount; errors?: object } }
const explain = async ({ id }: CashCount) =>
  (await api.send('GET', `/api/staff/cash-counts/${id}`, { token: manager }))
    .body as unknown as ReplyOf<'GET /api/staff/cash-counts/:id'>
const pageOf = async ({ id }: Pick<CashCount, 'id'>, query: string) =>
  (
    (await api.send('GET', `/api/staff/cash-counts/${id}/entries?${query}`, { token: manager }))
      .body as unknown as ReplyOf<'GET /api/staff/cash-counts/:id/entries'>
  ).entries
/** The entries between a count and the one before it, newest first; a hundred at most. */
const between = async (counted: Pick<CashCount, 'id'>) => (await pageOf(counted, 'per_page=100')).data
const book = (id: number, token = administrator) =>
  api.send('POST', `/api/staff/cash-counts/${id}/book`, { token, body: { reason: 'Not found' } })
const cash = async () =>
  (await select<{ balance: number }>("SELECT balance FROM accounts WHERE code = 'CASH'"))[0]!.balance

test('compares a count with the book and explains 37 missing cedis since the last count', async () => {
  await sell(100)
  expect(await countNow(100)).toMatchObject({
    status: 201,
    body: { message: 'No difference.', cash_count: { expected: 100, difference: 0, since_last: 0, previous_at: null } },
  })
  await sell(37)
  await sell(12.5, { tendered: 20 })
  await sell(24.5)
  await sell(50, { account_code: 'BANK' })
  const { body } = await countNow(137)
  expect(body).toMatchObject({
    message: 'GH₵\u00A037.00 short since the last count.',
    cash_count: { expected: 174, difference: -37, since_last: -37, bookable: true },
  })

  const { by_teller, by_hour, suspects } = await explain(body.cash_count)
  expect((await between(body.cash_count)).map(({ amount }) => amount)).toEqual([24.5, 12.5, 37])
  expect(await pageOf(body.cash_count, 'per_page=2&page=2')).toMatchObject({
    data: [{ amount: 37, type_code: 'SALE', user: { name: 'Ama' } }],
    total: 3,
    last_page: 2,
    current_page: 2,
  })
  expect(by_teller).toEqual([{ name: 'Ama', entries: 3, sum: 74 }])
  expect(by_hour.reduce((sum, hour) => sum + hour.entries, 0)).toBe(3)
  expect(suspects.map(({ kind, entries: named }) => [kind, named.map(({ amount }) => amount).sort()])).toEqual([
    ['SAME', [37]],
    ['PAIR', [12.5, 24.5]],
  ])
})

test('does not search again for an older difference nobody booked', async () => {
  await sell(100)
  await countNow(95)
  await sell(60)
  expect((await countNow(155)).body).toMatchObject({
    message: 'No new difference since the last count: still GH₵\u00A05.00 short.',
    cash_count: { difference: -5, since_last: 0 },
  })
  await sell(10)
  expect((await countNow(163)).body).toMatchObject({
    message: 'GH₵\u00A02.00 short since the last count.',
    cash_count: { difference: -7, since_last: -2 },
  })
})

test('books a difference once, by an administrator, for the newest count only, and then the account is right', async () => {
  await sell(100)
  const first = (await countNow(95)).body.cash_count
  const second = (await countNow(96)).body.cash_count
  expect((await book(second.id, manager)).status).toBe(403)
  expect((await book(first.id)).body).toMatchObject({ message: 'There is a newer count. Book its difference instead.' })
  const answers = await Promise.all(Array.from({ length: 10 }, () => book(second.id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  expect(await select("SELECT type_code, amount, description FROM transactions WHERE type_code = 'MANUAL'")).toEqual([
    { type_code: 'MANUAL', amount: -4, description: `Cash count ${second.id}: Not found` },
  ])
  expect(await cash()).toBe(96)
  const third = (await countNow(96)).body.cash_count
  expect(third).toMatchObject({ difference: 0, since_last: 0 })
  expect((await book(third.id)).body).toMatchObject({ message: 'There is no difference to book.' })
})

test('starts a drawer with what was left in it and counts what its till took', async () => {
  await sell(100)
  await sell(70, { till_code: 'T9' })
  expect((await countNow(100, { till_id: 1, remains: 20 })).body.cash_count).toMatchObject({
    expected: 100,
    difference: 0,
    remains: 20,
    till: { code: 'T1' },
  })
  await sell(30)
  const { body } = await countNow(45, { till_id: 1 })
  expect(body).toMatchObject({
    message: 'GH₵\u00A05.00 short since the last count.',
    cash_count: { expected: 50, difference: -5 },
  })
  expect((await between(body.cash_count)).map(({ amount }) => amount)).toEqual([30])
})

test('refuses impossible values beside their field', async () => {
  expect(await countNow(-1)).toMatchObject({ status: 422, body: { errors: { counted: expect.anything() } } })
  expect(await countNow(1, { account_code: 'NONE' })).toMatchObject({
    status: 422,
    body: { errors: { account_code: ['Choose an account from the list.'] } },
  })
  expect(await countNow(1, { till_id: 99 })).toMatchObject({
    status: 422,
    body: { errors: { till_id: ['This till does not exist.'] } },
  })
  expect(await countNow(1, { till_id: 1, remains: 2 })).toMatchObject({
    status: 422,
    body: { errors: { remains: ['This must not be more than was counted.'] } },
  })
  for (const path of ['999', '999/entries', '999/csv'])
    expect((await api.send('GET', `/api/staff/cash-counts/${path}`, { token: manager })).status).toBe(404)
  expect(await count('cash_counts')).toBe(0)
})

test('assigns each of a hundred sales to exactly one count', async () => {
  const pushes = Array.from({ length: 20 }, () =>
    aPush(
      ...Array.from({ length: 5 }, () =>
        aSale({ account_code: 'CASH', lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }] }),
      ),
    ),
  )
  const counts = await Promise.all(
    pushes.map(async (body, n) => {
      await api.send('POST', '/api/sync/push', { token: manager, body })
      return n % 5 === 2 ? countCash({ account_code: 'CASH', counted: 0 }, 7) : null
    }),
  )
  const last = await countCash({ account_code: 'CASH', counted: 0 }, 7)
  const ids = [...counts.flatMap(counted => (counted ? [counted.id] : [])), last.id]
  const counted = await Promise.all(ids.map(async id => (await between({ id })).map(entry => entry.id)))
  expect(counted.flat().sort((a, b) => a - b)).toEqual(
    (await select<{ id: number }>('SELECT id FROM transactions ORDER BY id')).map(({ id }) => id),
  )
  expect(last.expected).toBe(1_000)
})

test('books manual cash, and cash of an order confirmed by hand, to the named drawer', async () => {
  await countNow(0, { till_id: 1 })
  const record = (till_id: number | null, amount: number) =>
    api.send('POST', '/api/staff/transactions', {
      token: administrator,
      body: { account_code: 'CASH', direction: 'Dr', amount, description: 'Water', till_id },
    })
  const confirm = async (till_id: number | null) => {
    const { id } = await anOrderOf({ [jeans]: 1 })
    return api.send('PATCH', `/api/staff/orders/${id}`, {
      token: manager,
      body: { status_code: 'PROCESSING', account_code: 'CASH', till_id },
    })
  }
  for (const refused of [await record(4_000_000, 5), await confirm(4_000_000)])
    expect(refused).toMatchObject({ status: 422, body: { errors: { till_id: ['This till does not exist.'] } } })
  expect([(await record(1, 3)).status, (await record(null, 4)).status]).toEqual([201, 201])
  expect([(await confirm(1)).status, (await confirm(null)).status]).toEqual([200, 200])
  const { cash_count } = (await countNow(7, { till_id: 1 })).body
  expect(cash_count).toMatchObject({ expected: 7, difference: 0 })
  expect((await between(cash_count)).map(({ amount }) => amount)).toEqual([10, -3])
})

test('books cash of a return to the named drawer, otherwise to the till that sold', async () => {
  const desk = refundDesk(api, manager)
  const elsewhere = await insertRow('tills', {
    code: 'T2',
    name: 'Back',
    device_id: '6f1c2a9e-0000-4000-8000-00000000000b',
  })
  await countNow(0, { till_id: 1 })
  await countNow(0, { till_id: elsewhere })
  const returned = async (till_id: number | null, rest: object = {}) => {
    const order = await aCompletedOrder({ [jeans]: 1 })
    const { refund } = await desk.ask(order, 1, rest)
    await desk.approve(refund.id)
    return desk.send(`POST /${refund.id}/money`, { account_code: 'CASH', till_id })
  }
  expect(await returned(4_000_000)).toMatchObject({ status: 422, errors: { till_id: ['This till does not exist.'] } })
  expect(await returned(elsewhere)).toMatchObject({
    status: 200,
    refund: { events: expect.arrayContaining([expect.objectContaining({ code: 'MONEY_DONE', detail: 'CASH, Back' })]) },
  })
  expect(await returned(null)).toMatchObject({ status: 200 })
  await sell(100)
  const sale = (
    await select<{ id: number; item: number }>(
      "SELECT o.id, i.id AS item FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.till_code = 'T1'",
    )
  )[0]!
  const { refund } = await desk.ask({ id: sale.id, items: [{ id: sale.item }] })
  await desk.approve(refund.id)
  await desk.complete(refund.id, { account_code: 'CASH' })
  const [front, back] = [
    (await countNow(0, { till_id: 1 })).body.cash_count,
    (await countNow(0, { till_id: elsewhere, counted: 0 })).body.cash_count,
  ]
  expect([front.expected, back.expected]).toEqual([0, -10])
  expect([
    (await between(front)).map(({ amount }) => amount),
    (await between(back)).map(({ amount }) => amount),
  ]).toEqual([[-100, 100], [-10]])
})

test('sums all entries since the last count, by day when the hours would be too many', async () => {
  await countNow(0)
  await execute(`INSERT INTO transactions (account_code, type_code, user_id, amount, description, created_at)
    SELECT 'CASH', 'MANUAL', 7, 0.25, 'Change', '2026-01-01 00:30:00' + INTERVAL (seq % 80) HOUR FROM seq_1_to_6000`)
  await execute("UPDATE accounts SET balance = balance + 1500 WHERE code = 'CASH'")
  const { cash_count } = (await countNow(1500)).body
  const { by_teller, by_hour } = await explain(cash_count)
  expect(by_teller).toEqual([{ name: 'Ama', entries: 6000, sum: 1500 }])
  expect([by_hour.map(({ name }) => name), by_hour.reduce((sum, { entries }) => sum + entries, 0)]).toEqual([
    ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'],
    6000,
  ])
  expect(await pageOf(cash_count, 'page=500')).toMatchObject({
    total: 6000,
    last_page: 500,
    data: expect.objectContaining({ length: 12 }),
  })
})
