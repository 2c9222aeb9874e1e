import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { jobKinds } from '#api/job-kinds.ts'
import { workJobs } from '#api/jobs/work-jobs.ts'
import { ordersInBatches } from '#api/orders/list-orders.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import type { OrderSummary } from '#sync/protocol/shop/order-view.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { aUser, startApi, type Api } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, brokenRules, openShop } from '#tests/support/server/shop.ts'
import { aCustomerOwner, anOrderOf, aPaidOrderOf } from '#tests/support/shop/website-orders.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let api: Api
let jeans: number
let token: string
let user_id: number
/** Just before midnight in Accra, whose clocks show UTC. */
let lateYesterday: string
let [yesterday, today] = ['', '']
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  jeans = await aVariation(1_000)
  const manager = await aUser('MANAGER')
  token = manager.token
  user_id = manager.id
  today = new Date().toISOString().slice(0, 10)
  lateYesterday = new Date(Date.parse(today) - 10 * MINUTE_MS).toISOString()
  yesterday = lateYesterday.slice(0, 10)
})
afterAll(() => api.stop())

async function push(overrides: Partial<Sale>, headers: Record<string, string> = {}): Promise<number> {
  const lines = [{ product_variation_id: jeans, quantity: 1, price: 10 }]
  const reply = await api.send('POST', '/api/sync/push', {
    token,
    headers,
    body: aPush(aSale({ lines, total: 10, teller_id: user_id, ...overrides })),
  })
  return (reply.body.verdicts as unknown as { order_id: number }[])[0]!.order_id
}
const orders = async (query = '') =>
  (
    (await api.send('GET', `/api/staff/orders?per_page=100&${query}`, { token })).body as unknown as {
      orders: { data: OrderSummary[] }
    }
  ).orders.data
const listed = async (query = '') => (await orders(query)).map(({ id }) => id)
const onDay = (day: string) => listed(`start_date=${day}&end_date=${day}`)
const shift = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString()

test('lists a sale that was rung up at 23:50 and pushed in the morning under yesterday, with when it arrived', async () => {
  const now = await push({})
  const late = await push({ occurred_at: lateYesterday })
  expect([await onDay(yesterday), await onDay(today)]).toEqual([[late], [now]])
  const [first, second] = await orders()
  expect(first).toMatchObject({ id: now, arrived_at: null })
  expect(second).toMatchObject({ id: late, ordered_at: lateYesterday })
  expect(Math.abs(Date.now() - Date.parse(second!.arrived_at!))).toBeLessThan(10 * MINUTE_MS)
  expect(await listed('order_column=created_at')).toEqual([late, now])
  expect(await listed('order_column=ordered_at&order_direction=asc')).toEqual([late, now])
  const { body } = await api.send('GET', `/api/staff/search?text=${second!.number}`, { token })
  expect(body.orders).toMatchObject([{ id: late, ordered_at: lateYesterday }])
  expect((await api.send('GET', `/api/staff/orders/${late}`, { token })).body.order).toMatchObject({
    ordered_at: lateYesterday,
    arrived_at: second!.arrived_at,
    business_date: yesterday,
  })
})

test('exports the day of the sale, and the arrival beside it where it differs', async () => {
  await push({ number: 'T1-000001', occurred_at: shift(new Date().toISOString(), -MINUTE_MS) })
  await push({ number: 'T1-000002', occurred_at: lateYesterday })
  const { text } = await api.send('GET', '/api/staff/orders/csv', { token })
  const [head, ...lines] = text.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toMatch(/^number,id,ordered_at,arrived_at,type_code,/)
  expect(lines[0]).toMatch(/^T1-000001,\d+,[\d-]+ [\d:]+,,STORE,/)
  expect(lines[1]).toMatch(new RegExp(`^T1-000002,\\d+,${yesterday} 23:50:00,[\\d-]+ [\\d:]+,STORE,`))

  const path = `/api/staff/orders?prepareExport=1&start_date=${yesterday}&end_date=${yesterday}`
  const { id } = (await api.send('GET', path, { token })).body.export as unknown as { id: number }
  await workJobs(jobKinds)
  const pdf = await fetch(`${api.base}/api/staff/orders/exports/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { words } = readPdf(Buffer.from(await pdf.arrayBuffer()))
  const row = words.indexOf('T1-000002')
  expect(words.slice(row, row + 4)).toEqual([
    'T1-000002',
    `${yesterday} 23:50`,
    expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d$/),
    'Walk-in customer',
  ])
  expect(words).not.toContain('T1-000001')
})

test('lists a website order under the day it was placed, though it was paid later', async () => {
  const order = await aPaidOrderOf({ [jeans]: 1 }, await aCustomerOwner())
  await execute('UPDATE orders SET created_at = ?, received_at = created_at WHERE id = ?', [
    lateYesterday.slice(0, 23).replace('T', ' '),
    order.id,
  ])
  expect([await onDay(yesterday), await onDay(today)]).toEqual([[order.id], []])
  expect((await orders())[0]).toMatchObject({ ordered_at: lateYesterday, arrived_at: null })
})

test('goes by the clock put right, and by the arrival where that is the business date', async () => {
  const slow = 3 * DAY_MS
  const atTill = (ms: number) => new Date(Date.now() - slow + ms).toISOString()
  const corrected = await push({ occurred_at: atTill(0) }, { 'X-Device-Time': atTill(0) })
  const [seen] = await orders()
  expect(seen).toMatchObject({ id: corrected, arrived_at: null })
  expect(Math.abs(Date.parse(seen!.ordered_at) - Date.now())).toBeLessThan(MINUTE_MS)
  expect(seen!.ordered_at.slice(0, 10)).toBe(await businessDate(corrected))

  await execute('UPDATE orders SET business_date = DATE(received_at), skew_ms = 0')
  expect(await onDay(yesterday)).toEqual([])
  expect((await orders())[0]!.ordered_at.slice(0, 10)).toBe(await businessDate(corrected))
})

const businessDate = async (id: number) =>
  (
    await select<{ day: string }>("SELECT DATE_FORMAT(business_date, '%Y-%m-%d') AS day FROM orders WHERE id = ?", [id])
  )[0]!.day

test('lists every sale under its business date, whatever its clocks said, and books those at the ends of time', async () => {
  const times = ['1970-01-01T00:00:00.000Z', '2199-12-31T23:59:59.999Z', lateYesterday, new Date().toISOString()]
  for (const occurred_at of times) for (const clock of times) await push({ occurred_at }, { 'X-Device-Time': clock })
  const rows = await select<{ ordered: string; day: string; early: number }>(
    "SELECT DATE_FORMAT(ordered_at, '%Y-%m-%d') AS ordered, DATE_FORMAT(business_date, '%Y-%m-%d') AS day," +
      ' ordered_at <= received_at AS early FROM orders',
  )
  expect(rows).toHaveLength(16)
  expect(rows.filter(({ ordered, day }) => ordered !== day)).toEqual([])
  expect(rows.every(({ early }) => early === 1)).toBe(true)
  expect(await brokenRules()).toEqual([])
})

test('exports each of many orders of one moment once', async () => {
  const owner = await aCustomerOwner()
  for (let n = 0; n < 5; n++) await anOrderOf({ [jeans]: 1 }, { owner })
  await execute('UPDATE orders SET created_at = ?', [lateYesterday.slice(0, 23).replace('T', ' ')])
  const last = await anOrderOf({ [jeans]: 1 }, { owner })
  const ids: number[] = []
  for await (const { id } of ordersInBatches({}, 2)) ids.push(id)
  expect(ids).toEqual((await select<{ id: number }>('SELECT id FROM orders ORDER BY id DESC')).map(({ id }) => id))
  expect(ids[0]).toBe(last.id)
})
