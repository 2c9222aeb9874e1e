import { expect, test } from 'vitest'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { raiseGaps } from '#api/sync/raise-gaps.ts'
import type { ExceptionCounts, ShopException } from '#sync/protocol/staff/exception.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { type Api, tokenOf } from '#tests/support/server/api.ts'
import { aMutation, aPush, aSale, DEVICE } from '#tests/support/server/factories.ts'
import { jeansOnTheShelf } from '#tests/support/goods/jeans-on-the-shelf.ts'
import { aVariation, onHand } from '#tests/support/server/shop.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let token: string
let jeans: number
jeansOnTheShelf(1, here => {
  ;({ api, token, jeans } = here)
})

const ask = async (method: string, path: string, body?: object) => {
  const reply = await api.send(method, `/api/staff/exceptions${path}`, { token, body })
  return {
    status: reply.status,
    ...(reply.body as unknown as {
      exceptions: Page<ShopException>
      open: ExceptionCounts
      exception: ShopException
      resolved: number
      errors?: object
    }),
  }
}
const open = async () => (await ask('GET', '?status_code=OPEN')).exceptions.data
const aSaleOf = (quantity: number, overrides: Partial<Sale> = {}) =>
  aSale({ lines: [{ product_variation_id: jeans, quantity, price: 10 }], ...overrides })
const push = async (body: object) => api.send('POST', '/api/sync/push', { token: await tokenOf(7), body })
const resolve = (id: number, body: object = {}) =>
  ask('PATCH', `/${id}`, { status_code: 'RESOLVED', note: 'Looked into.', ...body })

test('corrects the stock and closes every exception about it when oversold goods are counted', async () => {
  await push(aPush(aSaleOf(2), aSaleOf(1)))
  const [latest] = await open()
  expect(latest).toMatchObject({ code: 'OVERSOLD', product_variation_id: jeans, on_hand: -2, reserved: 0 })
  expect(await resolve(latest!.id, { counted: 3 })).toMatchObject({
    status: 200,
    exception: {
      status_code: 'RESOLVED',
      resolution: 'COUNTED',
      note: 'Looked into.',
      resolved_by: 'Ama Mensah',
      on_hand: 3,
    },
  })
  expect([await open(), await onHand(jeans)]).toEqual([[], 3])
  expect(await select("SELECT action FROM staff_changes WHERE subject = 'exception'")).toEqual([
    { action: 'resolve' },
    { action: 'resolve' },
  ])
})

test('closes the exception and raises a new one when a count finds fewer than are promised', async () => {
  jeans = await aVariation(3)
  await anOrderOf({ [jeans]: 3 })
  await push(aPush(aSaleOf(1)))
  const [latest] = await open()
  expect(await resolve(latest!.id, { counted: 1 })).toMatchObject({
    status: 200,
    exception: { status_code: 'RESOLVED', resolution: 'COUNTED' },
  })
  expect(await open()).toMatchObject([
    {
      code: 'OVERSOLD',
      order_id: null,
      product_variation_id: jeans,
      detail: '2 more sold or reserved than on hand.',
      on_hand: 1,
      reserved: 3,
    },
  ])
})

test('lets one of twenty people resolve an exception, and counts its goods once', async () => {
  await push(aPush(aSaleOf(2)))
  const [latest] = await open()
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => resolve(latest!.id, { counted: i + 1 })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  expect(await select("SELECT COUNT(*) AS n FROM stock_movements WHERE reason = 'COUNT'")).toEqual([{ n: 1 }])
})

test('closes several with one note, and a repeated sale reopens none', async () => {
  const request = aPush(aSaleOf(2), aSaleOf(1, { lines: [{ product_variation_id: jeans, quantity: 1, price: 9 }] }))
  await push(request)
  const waiting = await open()
  expect((await ask('GET', '')).open).toEqual({ OVERSOLD: 2, PRICE_DRIFT: 1 })
  expect(await ask('POST', '/resolve', { ids: waiting.map(({ id }) => id), note: 'Seen.' })).toMatchObject({
    status: 200,
    resolved: 3,
  })
  await push(request)
  expect(await ask('POST', '/resolve', { ids: waiting.map(({ id }) => id), note: 'Again.' })).toMatchObject({
    resolved: 0,
  })
  expect([(await ask('GET', '')).exceptions.total, (await ask('GET', '')).open]).toEqual([3, {}])
})

test('refuses a count for an exception that is not about goods', async () => {
  await push(aPush(aSaleOf(1, { till_code: 'T9' })))
  const [latest] = await open()
  expect(await resolve(latest!.id, { counted: 3 })).toMatchObject({
    status: 422,
    errors: { counted: [expect.any(String)] },
  })
  expect(await resolve(4_000_000)).toMatchObject({ status: 404 })
  expect((await ask('GET', `?search=${latest!.number}`)).exceptions.total).toBe(1)
  expect((await ask('GET', `?search=${latest!.number!.slice(-4)}`)).exceptions.total).toBe(1)
  expect((await ask('GET', '?search=T9-1')).exceptions.total).toBe(0)
  expect((await ask('GET', '?end_date=2026-01-09')).exceptions.total).toBe(0)
})

test('makes one row of what is of one till and kind, with a count, and closes it with one note', async () => {
  const drift = (price: number) => aSale({ lines: [{ product_variation_id: jeans, quantity: 1, price }] })
  await execute('UPDATE product_variations SET on_hand = 100 WHERE id = ?', [jeans])
  await execute('UPDATE stock_movements SET quantity = 100 WHERE product_variation_id = ?', [jeans])
  await push(aPush(drift(9), drift(8), drift(7), aSaleOf(1, { till_code: 'T9' })))
  const { id: paid } = await anOrderOf({ [jeans]: 1 })
  for (const n of [1, 2])
    await insertRow('exceptions', { code: 'PAID_TWICE', order_id: paid, once_key: `PAID_TWICE ${n}`, detail: `${n}` })
  const rows = async () =>
    (await ask('GET', '?status_code=OPEN&grouped=true')).exceptions.data.map(({ code, count, till_id }) => [
      code,
      count,
      till_id,
    ])
  expect(await rows()).toEqual([
    ['PAID_TWICE', 1, null],
    ['PAID_TWICE', 1, null],
    ['UNKNOWN_TILL', 1, 1],
    ['PRICE_DRIFT', 3, 1],
  ])
  const { total, data } = (await ask('GET', '?status_code=OPEN&grouped=true&per_page=2&page=2')).exceptions
  const [drifts] = data.filter(({ code }) => code === 'PRICE_DRIFT')
  expect([total, drifts!.detail]).toEqual([4, expect.stringContaining('7.00')])
  expect((await ask('GET', '?code=PRICE_DRIFT&till_id=1')).exceptions.total).toBe(3)

  await push(aPush(drift(6)))
  const others = { ids: [drifts!.id, data.find(({ code }) => code === 'UNKNOWN_TILL')!.id], note: 'Agreed.' }
  expect(await ask('POST', '/resolve', { ...others, grouped: true })).toMatchObject({ status: 200, resolved: 4 })
  expect(await rows()).toEqual([
    ['PRICE_DRIFT', 1, 1],
    ['PAID_TWICE', 1, null],
    ['PAID_TWICE', 1, null],
  ])
})

const pushSeqs = (...seqs: number[]) => push({ ...aPush(), mutations: seqs.map(seq => aMutation(aSaleOf(1), { seq })) })
const later = () => execute('UPDATE sync_verdicts SET created_at = created_at - INTERVAL 2 HOUR')
const gaps = async () =>
  (
    await select<{ once_key: string; status_code: string }>(
      "SELECT once_key, status_code FROM exceptions WHERE code = 'SEQUENCE_GAP' ORDER BY id",
    )
  ).map(({ once_key, status_code }) => [once_key.replace(`SEQUENCE_GAP ${DEVICE} `, ''), status_code])

test('reports numbers a till skipped once, after a while, and closes by itself when they arrive', async () => {
  await execute('UPDATE product_variations SET on_hand = 100 WHERE id = ?', [jeans])
  await execute('UPDATE stock_movements SET quantity = 100 WHERE product_variation_id = ?', [jeans])
  await pushSeqs(1, 2, 5, 6, 9)
  expect(await raiseGaps()).toBe(0)
  await later()
  expect([await raiseGaps(), await raiseGaps()]).toEqual([2, 0])
  expect((await open()).map(({ detail }) => detail)).toEqual([
    'T1: numbers 7 to 8 have not arrived.',
    'T1: numbers 3 to 4 have not arrived.',
  ])
  await pushSeqs(3, 4, 7)
  await raiseGaps()
  expect(await gaps()).toEqual([
    ['3-4', 'RESOLVED'],
    ['7-8', 'OPEN'],
  ])
  await resolve((await selectOne<{ id: number }>("SELECT id FROM exceptions WHERE once_key LIKE '%7-8'"))!.id)
  await later()
  expect([await raiseGaps(), await gaps()]).toEqual([
    0,
    [
      ['3-4', 'RESOLVED'],
      ['7-8', 'RESOLVED'],
    ],
  ])
})
