import { expect, test } from 'vitest'
import { insertRow, select } from '#api/db/database.ts'
import type { ShopException } from '#sync/protocol/staff/exception.ts'
import type { PushReply, PushRequest } from '#sync/protocol/mutation.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { type Api, tokenOf } from '#tests/support/server/api.ts'
import { aMutation, aPush, aSale } from '#tests/support/server/factories.ts'
import { jeansOnTheShelf } from '#tests/support/goods/jeans-on-the-shelf.ts'
import { aVariation, count, onHand } from '#tests/support/server/shop.ts'

const NOBODY = 999
const DAY_MS = 86_400_000

let api: Api
let token: string
let jeans: number
jeansOnTheShelf(9, here => {
  ;({ api, token, jeans } = here)
})

const aSaleBy = (teller_id: number, overrides: Partial<Sale> = {}) =>
  aSale({ teller_id, lines: [{ product_variation_id: jeans, quantity: 2, price: 10 }], ...overrides })
const push = async (body: PushRequest, headers = {}) =>
  ((await api.send('POST', '/api/sync/push', { token: await tokenOf(7), body, headers })).body as unknown as PushReply)
    .verdicts[0]!
const told = async () =>
  (
    (await api.send('GET', '/api/staff/exceptions?status_code=OPEN&about=SALES', { token })).body as unknown as {
      exceptions: Page<ShopException>
    }
  ).exceptions.data
const book = (id: number) => api.send('POST', `/api/staff/exceptions/${id}/apply`, { token })
const makeTeller = () =>
  insertRow('users', { id: NOBODY, name: 'Esi', email: 'esi@shop.test', password_hash: '', role_code: 'MANAGER' })

test('tells staff of a rejected sale once, however often it is sent, naming it and its fault', async () => {
  const sale = aSaleBy(NOBODY)
  for (let time = 0; time < 3; time++)
    expect(await push(aPush(sale))).toMatchObject({ status: 'rejected', error: { code: 'validation' } })
  expect(await told()).toMatchObject([
    {
      code: 'SALE_REJECTED',
      order_id: null,
      detail: `${sale.number}, GH₵\u00A020.00: This cashier does not exist.`,
      status_code: 'OPEN',
    },
  ])
  const ofTill = async (id: number) =>
    (await api.send('GET', `/api/staff/exceptions?till_id=${id}`, { token })).body.exceptions
  expect([await ofTill(1), await ofTill(2)]).toMatchObject([{ total: 1 }, { total: 0 }])
  await push({ ...aPush(), mutations: [{ ...aMutation(aSale()), payload: 'nonsense' as never }] })
  expect((await told())[0]!.detail).toMatch(/^A sale without a number: ./)
})

test('keeps a sale rejected until staff book it, then accepts it as sold on its own day', async () => {
  const ahead = 2 * DAY_MS
  const sale = aSaleBy(NOBODY, { occurred_at: new Date(Date.now() + ahead - 3 * DAY_MS).toISOString() })
  const clock = { 'X-Device-Time': new Date(Date.now() + ahead).toISOString() }
  const first = await push(aPush(sale), clock)
  const [{ id }] = (await told()) as [ShopException]
  expect(await book(id)).toMatchObject({
    status: 422,
    body: { errors: { teller_id: ['This cashier does not exist.'] } },
  })
  expect([await count('orders'), (await told()).length, await push(aPush(sale))]).toEqual([0, 1, first])

  await makeTeller()
  expect(await push(aPush(sale))).toEqual(first)
  const { status, body } = await book(id)
  expect([status, body.exception]).toEqual([
    200,
    expect.objectContaining({
      status_code: 'RESOLVED',
      note: `Booked as ${sale.number}.`,
      number: sale.number,
      resolved_by: 'Ama Mensah',
    }),
  ])
  const accepted = await push(aPush(sale))
  expect(accepted).toEqual({
    id: sale.id,
    status: 'accepted',
    order_id: expect.any(Number),
    number: sale.number,
    exceptions: ['CLOCK_SKEW'],
  })
  expect(await push(aPush({ ...sale, total: 1 }))).toMatchObject({ status: 'rejected', error: { code: 'conflict' } })
  expect(await select("SELECT id, DATE_FORMAT(business_date, '%Y-%m-%d') AS day FROM orders")).toEqual([
    {
      id: (accepted as { order_id: number }).order_id,
      day: new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10),
    },
  ])
  expect([await onHand(jeans), await count('sync_quarantine', "status_code = 'OPEN'")]).toEqual([7, 1])
  expect((await book(id)).status).toBe(409)
})

test('lets one of twenty people book a rejected sale, as one order', async () => {
  await push(aPush(aSaleBy(NOBODY)))
  await makeTeller()
  const [{ id }] = (await told()) as [ShopException]
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => book(id)))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, ...Array(19).fill(409)])
  expect([await count('orders'), await onHand(jeans)]).toEqual([1, 7])
})

test('reports a conflict once per content, to be noted only: what was booked stands', async () => {
  const sale = aSaleBy(7)
  await push(aPush(sale))
  for (const account_code of ['BANK', 'BANK', 'MTN_MOBILE_MONEY'])
    expect(await push(aPush({ ...sale, account_code }))).toMatchObject({
      status: 'rejected',
      error: { code: 'conflict' },
    })
  const waiting = await told()
  expect(waiting.map(({ code }) => code)).toEqual(['SALE_REJECTED', 'SALE_REJECTED'])
  expect(await book(waiting[0]!.id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('only be noted') },
  })
  expect(
    await api.send('PATCH', `/api/staff/exceptions/${waiting[0]!.id}`, {
      token,
      body: { status_code: 'RESOLVED', note: 'The till was reset.' },
    }),
  ).toMatchObject({ status: 200 })
  expect(await select('SELECT account_code FROM orders')).toEqual([{ account_code: 'CASH' }])
})

test('books unknown goods once they are known, and nothing that is not a rejected sale', async () => {
  const sale = aSaleBy(7, { lines: [{ product_variation_id: jeans + 1, quantity: 1, price: 10 }] })
  expect(await push(aPush(sale))).toMatchObject({ error: { code: 'unknown_variation' } })
  const [{ id }] = (await told()) as [ShopException]
  expect((await book(id)).status).toBe(422)
  expect(await aVariation(0)).toBe(jeans + 1)
  expect((await book(id)).status).toBe(200)
  const [oversold] = await told()
  expect([oversold?.code, (await book(oversold!.id)).status, (await book(4_000_001)).status]).toEqual([
    'OVERSOLD',
    409,
    404,
  ])
})
