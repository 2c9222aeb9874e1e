import { beforeEach, expect, test } from 'vitest'
import { execute, inTransaction, select } from '#api/db/database.ts'
import { recordSales } from '#api/sales/record-sales.ts'
import { storeVerdicts } from '#api/sync/verdicts.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { aSale } from '#tests/support/server/factories.ts'
import { aVariation, brokenRules, openShop } from '#tests/support/server/shop.ts'

beforeEach(openShop)

const book = (sales: readonly Sale[]) =>
  inTransaction(() =>
    recordSales(
      sales.map(sale => ({ sale, device_id: null, seq_reused: false, received_at: Date.now(), skew_ms: null })),
      booked =>
        storeVerdicts(
          sales.map(({ id }) => ({ id, kind: 'sale.record', device_id: null, seq: null, content: '0'.repeat(64) })),
          sales.map(({ id }, i) => ({ id, status: 'accepted', ...booked[i]! })),
        ),
    ),
  )

/** Sales of so many different totals that a line under another's order would be seen. */
const salesOf = (product_variation_id: number, from: number) =>
  Array.from({ length: 10 }, (_, i) =>
    aSale({ number: i % 2 ? '' : `T1-${from + i}`, lines: [{ product_variation_id, quantity: 1, price: from + i }] }),
  )

/** By sale, what it was booked as, its number and the price of its lines. */
async function onRecord(sales: readonly Sale[]) {
  const rows = await select<{ sale_id: string; order_id: number; number: string; price: number }>(
    'SELECT o.sale_id, o.id AS order_id, o.number, i.price FROM orders o JOIN order_items i ON i.order_id = o.id WHERE o.sale_id IN (?)',
    [sales.map(({ id }) => id)],
  )
  return sales.map(({ id }) => rows.filter(({ sale_id }) => sale_id === id))
}

const expected = (sales: readonly Sale[], booked: Awaited<ReturnType<typeof book>>) =>
  sales.map((sale, i) => [
    { sale_id: sale.id, order_id: booked[i]!.order_id, number: booked[i]!.number, price: sale.total },
  ])

test('gives sales booked by eight tills at once their own id, lines and number', async () => {
  const variation = await aVariation()
  const pushes = Array.from({ length: 24 }, (_, i) => salesOf(variation, 100 * (i + 1)))
  const booked: Awaited<ReturnType<typeof book>>[] = []
  await Promise.all(
    Array.from({ length: 8 }, async (_, till) => {
      for (let i = till; i < pushes.length; i += 8) booked[i] = await book(pushes[i]!)
    }),
  )
  for (const [i, sales] of pushes.entries()) expect(await onRecord(sales)).toEqual(expected(sales, booked[i]!))
  expect(
    booked
      .flat()
      .filter(({ number }) => number.startsWith('S-'))
      .every(({ number, order_id }) => Number(number.slice(2)) === order_id),
  ).toBe(true)
  expect(await brokenRules()).toEqual([])
})

test('does so when the server counts by threes, as in a cluster', async () => {
  const sales = salesOf(await aVariation(), 100)
  const booked = await inTransaction(async () => {
    await execute('SET SESSION auto_increment_increment = 3, auto_increment_offset = 2')
    try {
      return await book(sales)
    } finally {
      await execute('SET SESSION auto_increment_increment = 1, auto_increment_offset = 1')
    }
  })
  expect(booked.map(({ order_id }) => order_id - booked[0]!.order_id)).toEqual(sales.map((_, i) => 3 * i))
  expect(await onRecord(sales)).toEqual(expected(sales, booked))
  expect(await brokenRules()).toEqual([])
})
