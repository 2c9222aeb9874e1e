import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute, inTransaction, insertRow, selectOne } from '#api/db/database.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { payOrder } from '#api/orders/settle-order.ts'
import { forgetGoods } from '#api/reports/goods-sold.ts'
import { warmDesk } from '#api/reports/warm-desk.ts'
import {
  jobsFailedUntil,
  ordersOf,
  refundsAskedIn,
  refundsPaidIn,
  stockOf,
  takenOf,
} from '#pwa/staff/desk/desk-links.ts'
import { stateQuery, TO_DO } from '#pwa/staff/refunds/refund-states.ts'
import type { DeskFigures, Sales } from '#sync/protocol/staff/desk-figures.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { refundDesk } from '#tests/support/shop/refund-desk.ts'
import { aVariation, checkBooks, openShop } from '#tests/support/server/shop.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let manager: string
let administrator: string
let jeans: number
let skirt: number

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  manager = (await aUser('MANAGER')).token
  administrator = (await aUser('ADMINISTRATOR')).token
  jeans = await aVariation(20)
  skirt = await aVariation(30)
  forgetGoods()
})
afterEach(checkBooks)
afterAll(() => api.stop())

const DAY_MS = 24 * 3_600_000
const ago = (days: number, time = '09:30:00.000') =>
  `${new Date(Date.now() - days * DAY_MS).toJSON().slice(0, 10)}T${time}Z`
const sell = async (variation: number, overrides: object = {}, quantity = 1) => {
  const sale = aSale({
    account_code: 'CASH',
    lines: [{ product_variation_id: variation, quantity, price: 10 }],
    ...overrides,
  })
  expect((await api.send('POST', '/api/sync/push', { token: manager, body: aPush(sale) })).status).toBe(200)
}
const look = async (period: string, token = manager) =>
  (await api.send('GET', `/api/staff/dashboard?period=${period}`, { token })).body.dashboard as unknown as DeskFigures
/** An order of the website, paid today into the bank. */
async function paid(): Promise<number> {
  const { id } = await anOrderOf({ [skirt]: 2 })
  await inTransaction(async () => payOrder(await lockOrder(id), { account_code: 'BANK', user_id: null }))
  return id
}
async function anItemOf(order_id: number): Promise<{ id: number; items: { id: number }[] }> {
  return {
    id: order_id,
    items: [(await selectOne<{ id: number }>('SELECT id FROM order_items WHERE order_id = ?', [order_id]))!],
  }
}
/** One piece of an order comes back, for 10 cedis out of CASH. */
async function giveBack(order_id: number): Promise<void> {
  const desk = refundDesk(api, manager)
  const { refund } = await desk.ask(await anItemOf(order_id))
  await desk.approve(refund.id)
  expect((await desk.pay(refund.id, 'CASH')).status).toBeLessThan(300)
}

const cedisOf = <Row>(rows: readonly Row[], amountOf: (row: Row) => number) =>
  Math.round(rows.reduce((sum, row) => sum + amountOf(row) * 100, 0)) / 100

test('adds up sales less refunds per day the same way everywhere, without unpaid orders', async () => {
  await sell(jeans, { occurred_at: ago(0, '00:00:00.000') }, 2)
  const quiet = (new Date().getUTCHours() + 12) % 24 || 6 // in which nothing else is sold or paid
  await sell(jeans, { occurred_at: ago(3, `${String(quiet).padStart(2, '0')}:30:00.000`) })
  await sell(jeans, { occurred_at: ago(12), account_code: 'MTN_MOBILE_MONEY' }, 4)
  const order = await paid()
  await anOrderOf({ [skirt]: 1 })
  await giveBack(order)
  const today = await look('today')
  const all = { orders: 2, gross: 40, discounts: 0, returns: 10, net: 30, delivery: 0, total: 30 }
  expect(today).toMatchObject({ from: today.to, sales: all })
  expect(today.days).toEqual([{ day: today.to, ...all, store: 20, website: 20 }])
  expect(today.channels).toEqual([
    { ...all, type_code: 'STORE', orders: 1, gross: 20, returns: 0, net: 20, total: 20 },
    { ...all, type_code: 'WEBSITE', orders: 1, gross: 20, returns: 10, net: 10, total: 10 },
  ])
  expect(today.accounts.map(({ account_code, total }) => [account_code, total])).toEqual([
    ['CASH', 10],
    ['BANK', 20],
  ])
  expect(today.tellers.map(({ name, gross }) => [name, gross])).toEqual([
    ['Ama', 20],
    ['Website', 20],
  ])
  expect(today.hours[0]).toMatchObject({ store: 20 })
  expect(today.hours.reduce((sum, hour) => sum + hour.store + hour.website, 0)).toBe(40)

  const [week, month] = [await look('7d'), await look('30d')]
  expect([week.days.length, week.sales.gross, month.days.length, month.sales.gross]).toEqual([7, 50, 30, 90])
  expect(week.hours[quiet]).toMatchObject({ orders: 1, store: 10 })
  for (const { sales, days, channels, accounts, tellers } of [today, week, month]) {
    for (const parts of [days, channels, tellers]) expect(cedisOf<Sales>(parts, part => part.net)).toBe(sales.net)
    for (const parts of [days, channels, accounts, tellers])
      expect(cedisOf<{ total: number }>(parts, part => part.total)).toBe(sales.total)
  }
})

test('shows figures that are the sums of their rows', async () => {
  await sell(jeans, { occurred_at: ago(3) })
  await sell(jeans, { occurred_at: ago(3, '23:59:59.999'), account_code: 'BANK' }, 2)
  const order = await paid()
  await giveBack(order)
  await execute("INSERT INTO coupons (code, name, type, value) VALUES ('FREE', 'Free', 'percentage', 100)")
  await anOrderOf({ [skirt]: 1 }, { coupon_code: 'FREE' })
  const { from, to, hours, channels, accounts, tellers, sales } = await look('7d')
  const orders = async (filter: string) =>
    (
      await api.send('GET', `/api/staff/orders?sold_from=${from}&sold_to=${to}&per_page=100&${filter}`, {
        token: manager,
      })
    ).body.orders as unknown as { data: { subtotal: number; total: number }[]; total: number }
  const rows = async (filter: string) => {
    const { data, total } = await orders(filter)
    return { orders: total, gross: cedisOf(data, row => row.subtotal), received: cedisOf(data, row => row.total) }
  }
  expect(await rows('')).toMatchObject({ orders: sales.orders, gross: sales.gross })
  for (const { hour, orders: n, store, website } of hours)
    expect([hour, await rows(`sold_hour=${hour}`)]).toMatchObject([hour, { orders: n, gross: store + website }])
  expect((await api.send('GET', '/api/staff/orders?sold_hour=24', { token: manager })).status).toBe(422)
  for (const { type_code, orders: n, gross } of channels)
    expect(await rows(`type_code=${type_code}`)).toMatchObject({ orders: n, gross })
  for (const { account_code, orders: n, received } of accounts.filter(account => account.orders > 0))
    expect(await rows(`account_code=${account_code ?? 'NONE'}`)).toMatchObject({ orders: n, received })
  expect(accounts).toContainEqual(expect.objectContaining({ account_code: null, orders: 1, received: 0 }))
  expect(await rows('teller_id=7')).toMatchObject({ gross: tellers.find(({ teller_id }) => teller_id === 7)!.gross })
  const { summaries } = (
    await api.send('GET', `/api/staff/transactions?type_code=REFUND&business_from=${from}&business_to=${to}`, {
      token: administrator,
    })
  ).body as unknown as ReplyOf<'GET /api/staff/transactions'>
  expect(summaries.debits).toBe(-sales.returns)
})

test('ranks goods by pieces, lists slow movers, and shows sizes and sell-through per category', async () => {
  await execute('UPDATE products SET created_at = NOW(3) - INTERVAL 90 DAY')
  await sell(jeans, {}, 6)
  forgetGoods()
  const { best, worst, categories } = await look('30d')
  expect(best).toMatchObject([{ pieces: 6, gross: 60, on_hand: 14, name: expect.stringMatching(/^Jeans/) }])
  expect(worst).toMatchObject([
    { pieces: 0, on_hand: 30 },
    { pieces: 6, on_hand: 14 },
  ])
  expect(categories).toEqual([
    {
      category_id: 1,
      name: 'Jeans',
      pieces: 6,
      on_hand: 44,
      sell_through: 0.12,
      sizes: [{ size_code: 'UK10', pieces: 6, on_hand: 44 }],
    },
  ])
})

test('orders sizes S before M before XL', async () => {
  for (const [variation, code] of [
    [jeans, 'XL'],
    [skirt, 'S'],
    [await aVariation(5), 'M'],
  ] as const) {
    await execute('INSERT INTO sizes (code, name) VALUES (?, ?)', [code, code])
    await execute('UPDATE product_variations SET size_code = ? WHERE id = ?', [code, variation])
  }
  forgetGoods()
  expect((await look('today')).categories.map(({ sizes }) => sizes.map(({ size_code }) => size_code))).toEqual([
    ['S', 'M', 'XL'],
  ])
})

/** The rows behind a link of the desk, as its screen asks for them. */
async function rowsOf<Row>(link: string, list: string): Promise<{ data: Row[]; total: number }> {
  const { pathname, searchParams } = new URL(link, 'http://shop.test')
  const { status_code = '', ...filters } = Object.fromEntries(searchParams)
  const state =
    pathname === '/staff/refunds'
      ? stateQuery(status_code)
      : status_code && status_code !== 'ANY'
        ? { status_code }
        : {}
  const reply = await api.send(
    'GET',
    `/api${pathname}?${new URLSearchParams(Object.entries({ per_page: 100, ...filters, ...state }).map(([name, value]) => [name, String(value)]))}`,
    { token: administrator },
  )
  expect([reply.status, link]).toEqual([200, link])
  return (reply.body as Record<string, unknown>)[list] as { data: Row[]; total: number }
}

test('sums refunds and income per channel, account and cashier on the day each happened', async () => {
  await sell(jeans, { occurred_at: ago(3) }, 2)
  await sell(skirt, { occurred_at: ago(40), account_code: 'BANK' })
  const old = (await selectOne<{ id: number }>("SELECT id FROM orders WHERE account_code = 'BANK'"))!.id
  await giveBack(old)
  await giveBack(await paid())
  const figures = await look('7d')
  const refunded = async (filters?: Record<string, string>) =>
    cedisOf((await rowsOf<Refund>(refundsPaidIn(figures, filters), 'refunds')).data, ({ amount }) => amount)
  const taken = async (filters: Record<string, string>, refundFilters = filters) => {
    const [sold, both] = [
      await rowsOf<{ id: number; total: number }>(ordersOf(figures, filters), 'orders'),
      await rowsOf<{ id: number; total: number }>(takenOf(figures, filters), 'orders'),
    ]
    const back = (await rowsOf<Refund>(refundsPaidIn(figures, refundFilters), 'refunds')).data
    expect(both.data.map(({ id }) => id).sort()).toEqual(
      [...new Set([...sold.data.map(({ id }) => id), ...back.map(({ order_id }) => order_id)])].sort(),
    )
    return {
      orders: sold.total,
      sold: cedisOf(sold.data, ({ total }) => total),
      refunded: cedisOf(back, ({ amount }) => amount),
    }
  }
  const partsOf = ({ orders, gross, returns }: Pick<Sales, 'orders' | 'gross' | 'returns'>) => ({
    orders,
    sold: gross,
    refunded: returns,
  })
  expect(figures.sales).toMatchObject({ returns: 20 })
  expect(await refunded()).toBe(figures.sales.returns)
  expect(await taken({})).toEqual(partsOf(figures.sales))
  for (const channel of figures.channels)
    expect(await taken({ type_code: channel.type_code })).toEqual(partsOf(channel))
  for (const { account_code, orders, received, refunded: back } of figures.accounts)
    expect(await taken({ account_code: account_code! }, { paid_account_code: account_code! })).toEqual({
      orders,
      sold: received,
      refunded: back,
    })
  expect(await taken({ teller_id: '7' })).toEqual(partsOf(figures.tellers.find(({ teller_id }) => teller_id === 7)!))
  const { data } = await rowsOf<{ id: number }>(
    takenOf({ from: figures.to, to: figures.to }, { type_code: 'STORE' }),
    'orders',
  )
  expect(data.map(({ id }) => id)).toEqual([old])
})

test('links pieces of a product, category and size to their orders, also when deleted, and stock to the products', async () => {
  await execute("INSERT INTO categories (id, name, parent_id) VALUES (2, 'Slim jeans', 1)")
  await execute("INSERT INTO sizes (code, name) VALUES ('UK12', 'UK 12')")
  const slim = await aVariation(12)
  await execute(
    "UPDATE product_variations v JOIN products p ON p.id = v.product_id SET p.category_id = 2, v.size_code = 'UK12' WHERE v.id = ?",
    [slim],
  )
  await sell(jeans, {}, 6)
  await sell(slim, {}, 5)
  await sell(slim, { occurred_at: ago(12) }, 3)
  const gone = (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [
    jeans,
  ]))!.product_id
  expect((await api.send('DELETE', `/api/staff/products/${gone}`, { token: manager })).status).toBe(200)
  forgetGoods()
  const figures = await look('7d')
  const pieces = async (filters: Record<string, string>) => {
    const { data } = await rowsOf<{ id: number }>(ordersOf(figures, filters), 'orders')
    return (await selectOne<{ n: number }>(
      'SELECT COALESCE(SUM(quantity), 0) AS n FROM order_items WHERE order_id IN (?)',
      [[0, ...data.map(({ id }) => id)]],
    ))!.n
  }
  const left = async (category_id: number, filters?: Record<string, string>) =>
    (await rowsOf<{ on_hand: number }>(stockOf(category_id, filters), 'stock')).data.reduce(
      (sum, { on_hand }) => sum + on_hand,
      0,
    )
  expect(figures.best).toMatchObject([
    { product_id: gone, pieces: 6, on_hand: null, name: expect.stringMatching(/^Jeans/) },
    { pieces: 5, on_hand: 4 },
  ])
  for (const seller of figures.best) expect(await pieces({ product_id: String(seller.product_id) })).toBe(seller.pieces)
  expect(figures.categories.map(({ category_id }) => category_id).sort()).toEqual([1, 2])
  for (const { category_id, sizes, ...category } of figures.categories) {
    expect(await pieces({ category_id: String(category_id) })).toBe(category.pieces)
    expect(await left(category_id)).toBe(category.on_hand)
    for (const { size_code, ...size } of sizes)
      expect([
        await pieces({ category_id: String(category_id), size_code }),
        await left(category_id, { size_code }),
      ]).toEqual([size.pieces, size.on_hand])
  }
  expect(await pieces({ category_id: '2', size_code: 'UK10' })).toBe(0)
})

test('shows the stock on hand of a best seller that is no longer sold', async () => {
  await sell(jeans, {}, 6)
  await execute("UPDATE products SET status_code = 'INACTIVE'")
  forgetGoods()
  expect((await look('today')).best).toMatchObject([{ pieces: 6, on_hand: 14 }])
})

test('counts returns by reason, open returns and failed jobs as their lists do', async () => {
  const desk = refundDesk(api, manager)
  const [first, second, third] = [
    await anItemOf(await paid()),
    await anItemOf(await paid()),
    await anItemOf(await paid()),
  ]
  await desk.refuse((await desk.ask(first)).refund.id, 'It was worn.')
  const { refund } = await desk.ask(second)
  await desk.ask(third)
  expect((await desk.approve(refund.id)).status).toBe(200)
  const { returns, waiting, ...days } = await look('today', administrator)
  expect(returns).toEqual([{ reason: 'MISFIT', refunds: 2, amount: 20 }])
  for (const { reason, refunds, amount } of returns) {
    const { data, total } = await rowsOf<Refund>(refundsAskedIn(days, { reason }), 'refunds')
    expect([total, cedisOf(data, row => row.amount)]).toEqual([refunds, amount])
  }
  const toDo = async () =>
    (await rowsOf<Refund>(`/staff/refunds?status_code=${TO_DO}`, 'refunds')).data.map(({ id }) => id)
  expect([waiting.refunds, waiting.refunds_to_do, await toDo()]).toEqual([1, 1, [refund.id]])
  expect((await desk.pay(refund.id, 'BANK')).status).toBe(200)
  expect([(await look('today')).waiting.refunds_to_do, await toDo()]).toEqual([1, [refund.id]])
  expect((await desk.receive(refund.id, refund.items)).status).toBe(200)
  expect([(await look('today')).waiting.refunds_to_do, await toDo()]).toEqual([0, []])

  for (const [n, moment] of [
    [1, 'NOW(3)'],
    [2, 'UTC_DATE() - INTERVAL 6 DAY'],
    [3, 'UTC_DATE() - INTERVAL 1 SECOND - INTERVAL 6 DAY'],
    [4, 'NOW(3) - INTERVAL 20 DAY'],
  ])
    await execute(
      `INSERT INTO jobs (kind, input, status_code, due_at, created_at)
        VALUES ('job-${n}', '{}', 'FAILED', NULL, ${moment})`,
    )
  expect((await look('today', administrator)).waiting.failed_jobs).toBe(2)
  expect(
    (await rowsOf<{ kind: string }>(jobsFailedUntil(days.to), 'jobs')).data.map(({ kind }) => kind).sort(),
  ).toEqual(['job-1', 'job-2'])
})

test('counts each open task once, and shows failed jobs to management only', async () => {
  const order = await paid()
  await execute('UPDATE orders SET created_at = NOW(3) - INTERVAL 11 DAY WHERE id = ?', [order])
  await insertRow('exceptions', { code: 'PRICE_DRIFT', order_id: order, detail: 'Sold at 9.00.' })
  await insertRow('exceptions', { code: 'PAYMENT_MISMATCH', order_id: order, detail: 'Paid 9.00.' })
  await insertRow('refunds', { order_id: order, action: 'REFUND', reason: 'MISFIT', amount: 1 })
  await insertRow('jobs', { kind: 'export', input: '{}', status_code: 'FAILED', due_at: null })
  for (const [about, code] of [
    ['SALES', 'PRICE_DRIFT'],
    ['PAYMENTS', 'PAYMENT_MISMATCH'],
  ]) {
    const reply = await api.send('GET', `/api/staff/exceptions?status_code=OPEN&about=${about}`, { token: manager })
    expect(reply.body.exceptions).toMatchObject({ total: 1, data: [{ code }] })
  }
  expect((await look('today')).waiting).toEqual({
    exceptions: 1,
    refunds: 1,
    refunds_to_do: 0,
    payments: 1,
    old_orders: 1,
    low_stock: 0,
    reviews: 0,
    failed_jobs: null,
  })
  expect((await look('today', administrator)).waiting.failed_jobs).toBe(1)
  expect((await look('today')).returns).toEqual([{ reason: 'MISFIT', refunds: 1, amount: 1 }])
  const late = (await api.send('GET', '/api/staff/orders?late=1', { token: manager })).body.orders as unknown as {
    total: number
  }
  expect(late.total).toBe(1)
  await execute("UPDATE exceptions SET status_code = 'RESOLVED'")
  expect((await look('today')).waiting).toMatchObject({ exceptions: 0, payments: 0 })
})

test('counts low stock as its list does: goods on sale, each by its own level', async () => {
  const empty = await aVariation(0)
  await aVariation(0, { status_code: 'INACTIVE' })
  await execute('UPDATE product_variations SET reorder_level = 20 WHERE id = ?', [jeans])
  forgetGoods()
  const { data } = (await api.send('GET', '/api/staff/stock?level=LOW', { token: manager })).body.stock as unknown as {
    data: { id: number }[]
  }
  expect([data.map(({ id }) => id).sort((a, b) => a - b), (await look('today')).waiting.low_stock]).toEqual([
    [jeans, empty],
    2,
  ])
})

test('shows the desk the same figures when they were calculated ahead, for each period', async () => {
  await sell(jeans, {}, 6)
  await warmDesk()
  await sell(jeans, {}, 3)
  for (const period of ['today', '7d', '30d'])
    expect([period, (await look(period)).best]).toMatchObject([period, [{ pieces: 6, on_hand: 14 }]])
  forgetGoods()
  expect((await look('7d')).best).toMatchObject([{ pieces: 9, on_hand: 11 }])
})

test('refuses an unknown period', async () => {
  expect((await api.send('GET', '/api/staff/dashboard?period=90d', { token: manager })).status).toBe(422)
})
