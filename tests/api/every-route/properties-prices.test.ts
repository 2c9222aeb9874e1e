import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { readSale } from '#api/sales/till-sale.ts'
import type { Order } from '#sync/protocol/shop/order-view.ts'
import { toCedis, toPesewas } from '#sync/protocol/money.ts'
import type { PushReply } from '#sync/protocol/mutation.ts'
import { priceShown, saleTotals } from '#sync/protocol/pricing.ts'
import { type Api, aUser, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, brokenRules, openShop } from '#tests/support/server/shop.ts'

interface Goods {
  id: number
  product_id: number
  retail_price: number
  discount: number
}

let api: Api
let token: string
let shelf: Goods[]
beforeAll(async () => {
  api = await startApi()
  await openShop()
  token = (await aUser('MANAGER')).token
  for (const [retail_price, discount] of [
    [149.99, 20],
    [74.9, 0],
    [0.07, 0.01],
    [1.1, 0.2],
    [33.33, 11.11],
    [999.95, 0.05],
    [8.2, 0],
    [19.99, 4.64],
  ] as const)
    await aVariation(100_000, { retail_price, discount })
  shelf = await select<Goods>(
    'SELECT v.id, v.product_id, p.retail_price, p.discount FROM product_variations v JOIN products p ON p.id = v.product_id ORDER BY v.id',
  )
})
afterAll(() => api.stop())

const carts = (count: number) =>
  fc.sample(
    fc.record({
      lines: fc.uniqueArray(fc.record({ at: fc.nat(7), quantity: fc.integer({ min: 1, max: 60 }) }), {
        minLength: 1,
        maxLength: 6,
        selector: ({ at }) => at,
      }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    count,
  )
const linesOf = (lines: { at: number; quantity: number }[]) =>
  lines.map(({ at, quantity }) => ({ product_variation_id: shelf[at]!.id, quantity, price: priceShown(shelf[at]!) }))

/** A sale as the till reckons it, with a discount that is some part of it. */
const rungUp = ({ lines, part }: ReturnType<typeof carts>[number]) => {
  const { subtotal } = saleTotals(linesOf(lines))
  return aSale({ lines: linesOf(lines), discount: toCedis(Math.floor(toPesewas(subtotal) * part)) })
}

test('reads twenty thousand till sales as the till reckoned them', () => {
  for (const cart of carts(20_000)) {
    const sale = rungUp(cart)
    expect(readSale(JSON.parse(JSON.stringify(sale))).total).toBe(sale.total)
  }
})

test('books what the till reckoned, to the pesewa', async () => {
  await execute("UPDATE settings SET value = '100' WHERE name = 'discount_limit_manager'")
  const sales = carts(400)
    .map(rungUp)
    .map((sale, i) => ({ ...sale, number: `T1-${String(i + 1).padStart(6, '0')}` }))
  for (let i = 0; i < sales.length; i += 50) {
    const { body } = await api.send('POST', '/api/sync/push', {
      token: await tokenOf(7),
      body: aPush(...sales.slice(i, i + 50)),
    })
    expect(
      (body as unknown as PushReply).verdicts.flatMap(verdict =>
        verdict.status === 'accepted' ? verdict.exceptions : [verdict.error.code],
      ),
    ).toEqual([])
  }
  const booked = await select<{ sale_id: string; subtotal: number; discount: number; total: number }>(
    'SELECT sale_id, subtotal, discount, total FROM orders',
  )
  const totals = new Map(booked.map(({ sale_id, ...amounts }) => [sale_id, amounts]))
  for (const sale of sales) expect(totals.get(sale.id)).toEqual(saleTotals(sale.lines, sale.discount))
  expect(await brokenRules()).toEqual([])
})

test("charges a staff order the same by the shop's own prices", async () => {
  for (const { lines } of carts(40)) {
    const { total } = saleTotals(linesOf(lines))
    const items = lines.map(({ at, quantity }) => ({ product_id: shelf[at]!.product_id, size_code: 'UK10', quantity }))
    const { status, body } = await api.send('POST', '/api/staff/orders', {
      token,
      body: { account_code: 'CASH', total, items },
    })
    expect([status, (body as unknown as { order: Order }).order.total]).toEqual([201, total])
  }
})

test('control: tells a till that is a pesewa off by both doors', async () => {
  const sale = rungUp(carts(1)[0]!)
  const off = toCedis(toPesewas(sale.total) + 1)
  const { body } = await api.send('POST', '/api/sync/push', { token, body: aPush({ ...sale, total: off }) })
  expect(body).toMatchObject({
    verdicts: [{ status: 'rejected', error: { code: 'validation', errors: { total: [expect.any(String)] } } }],
  })
  const [goods] = shelf
  const order = {
    account_code: 'CASH',
    total: toCedis(toPesewas(priceShown(goods!)) + 1),
    items: [{ product_id: goods!.product_id, size_code: 'UK10', quantity: 1 }],
  }
  expect((await api.send('POST', '/api/staff/orders', { token, body: order })).body).toMatchObject({
    code: 'stale_total',
    totals: { total: priceShown(goods!) },
  })
})

test('control: finds a booked amount that is a pesewa off in the audit', async () => {
  await execute('UPDATE orders SET total = total + 0.01 LIMIT 1')
  expect(await brokenRules()).toContain('a total that is not lines less discount and shipping')
})
