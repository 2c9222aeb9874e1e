import { afterEach, expect, test } from 'vitest'
import { patience } from '#tests/support/patience.ts'
import { booksOf, sql } from '#tests/support/people/books.ts'
import { killDatabase, seed, sellAll, type Event } from '#tests/support/till/fleet.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { bySize } from '#tests/support/runs/sizes.ts'

const SALES = bySize({ small: 100, usual: 500, full: 10_000 })
/** Loads the shop with one of its modules replaced, for a control. */
const without = (guard: string) => ({
  NODE_OPTIONS: `--import ${new URL(`../../support/hostile/${guard}.mjs`, import.meta.url)}`,
})
console.log(`seed ${seed}`)

let shop: Shop
afterEach(async () => {
  await shop.stop()
})

/** Sells, and compares orders, money, stock and the audit before and after. */
async function expectEachOnce(sales: number, events: Event[]) {
  const before = await booksOf(shop)
  const result = await sellAll(shop, { sales, events })
  const after = await booksOf(shop)
  console.log(
    `${result.sold.length} sales sent ${result.sent} times in ${result.seconds.toFixed(1)} s; replies ${JSON.stringify(result.replies)}`,
  )
  expect(new Set(result.sold).size).toBe(sales)
  expect(after.orders - before.orders).toBe(sales)
  expect([after.doubled, after.broken]).toEqual([[], []])
  expect(Math.round((after.money - before.money) * 100)).toBe(result.pesewas)
  expect(before.stock - after.stock).toBe(result.units)
  return result
}

test(
  `makes ${SALES} orders of ${SALES} sales of twenty tills, through lost replies and killed servers`,
  { timeout: patience(1_800_000) },
  async () => {
    shop = await startShop()
    const killServer = async () => {
      await shop.kill()
      shop = await shop.startAgain()
    }
    await expectEachOnce(SALES, [
      ...[0.2, 0.5, 0.8].map(at => ({ at, what: killServer })),
      { at: 0.35, what: () => killDatabase(shop) },
    ])
  },
)

test(
  `loses none of ${SALES} sales when the database is killed three times under load, and recovers by itself`,
  { timeout: patience(1_800_000) },
  async () => {
    shop = await startShop()
    const { pid } = shop
    const { statuses } = await expectEachOnce(
      SALES,
      [0.2, 0.5, 0.8].map(at => ({ at, what: () => killDatabase(shop) })),
    )
    expect([...statuses].filter(status => ![0, 200, 503].includes(status))).toEqual([])
    expect(statuses).toContain(503)
    expect(shop.pid).toBe(pid)
  },
)

test('control: finds doubled sales when ids are not checked', { timeout: patience(1_800_000) }, async () => {
  shop = await startShop({ env: without('without-id-check'), by: 'sources' })
  await sql(shop, 'ALTER TABLE orders DROP INDEX sale_id, ADD INDEX sale_id (sale_id)')
  await sql(shop, 'ALTER TABLE sync_verdicts DROP PRIMARY KEY, ADD INDEX (mutation_id)')
  const before = await booksOf(shop)
  await sellAll(shop, { sales: 200, lost: 0.2 })
  const after = await booksOf(shop)
  console.log(`control: ${after.orders - before.orders} orders from 200 sales`)
  expect(after.orders - before.orders).toBeGreaterThan(200)
  expect(after.doubled.length).toBeGreaterThan(0)
})

test(
  'control: loses accepted sales in a killed database when the verdict comes before COMMIT returns',
  { timeout: patience(1_800_000) },
  async () => {
    shop = await startShop({ env: without('without-commit'), by: 'sources' })
    const before = await booksOf(shop)
    const { sold } = await sellAll(shop, {
      sales: 200,
      events: [0.3, 0.6].map(at => ({ at, what: () => killDatabase(shop) })),
    })
    const after = await booksOf(shop)
    console.log(`control: ${after.orders - before.orders} orders from ${sold.length} accepted sales`)
    expect(after.orders - before.orders).toBeLessThan(sold.length)
  },
)
