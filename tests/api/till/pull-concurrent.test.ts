import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { execute, inTransaction, isLockFailure, select, sqlTime } from '#api/db/database.ts'
import { REPLICA_TABLES } from '#sync/protocol/replica.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { manyProducts } from '#tests/support/goods/many-products.ts'
import { present, ReplicaDouble } from '#tests/support/till/replica-double.ts'

beforeAll(() => manyProducts(40, 3))

const pick = (table: string) => `id = (SELECT id FROM (SELECT id FROM ${table} ORDER BY RAND() LIMIT 1) one)`
let codes = 0

/** What happens in a shop while a till copies it. `hold`: the transaction stays open for so many ms. */
const happenings = {
  sale: () => execute(`UPDATE product_variations SET on_hand = on_hand - 1 WHERE ${pick('product_variations')}`),
  delivery: () => execute('UPDATE product_variations SET on_hand = on_hand + 5 WHERE product_id % 3 = 0 ORDER BY id'),
  price: () => execute(`UPDATE products SET retail_price = retail_price + 1 WHERE ${pick('products')}`),
  off: () =>
    execute(`UPDATE products SET status_code = IF(status_code = 'LIVE', 'INACTIVE', 'LIVE') WHERE ${pick('products')}`),
  gone: () => execute(`UPDATE products SET deleted_at = NOW(3) WHERE ${pick('products')} AND id > 5`),
  made: () => aProduct({ pieces: [{ size: 'UK10' }, { size: 'UK12' }] }),
  named: () => execute(`UPDATE categories SET name = CONCAT('C', ${(codes += 1)}, RAND()) WHERE ${pick('categories')}`),
  size: () => execute('INSERT INTO sizes (code, name) VALUES (?, ?)', [`N${(codes += 1)}`, 'New']),
}
type Happening = keyof typeof happenings

/** Those that came into each other's way once too often were rolled back. */
function changedNothing(error: unknown): void {
  if (!isLockFailure(error)) throw error
}

async function happen(what: Happening, hold: number): Promise<void> {
  await inTransaction(async () => {
    await happenings[what]()
    await sleep(hold) // a transaction that stays open
  })
}

const day = fc.record({
  limit: fc.constantFrom(1, 3, 10, 60, 1000),
  between: fc.array(
    fc.array(
      fc.record({
        what: fc.constantFrom(...(Object.keys(happenings) as Happening[])),
        hold: fc.constantFrom(0, 0, 3, 15),
      }),
      { maxLength: 3 },
    ),
    { minLength: 1, maxLength: 25 },
  ),
})

test('skips and loses no row while the shop changes during the walk', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
  await fc.assert(
    fc.asyncProperty(day, async ({ limit, between }) => {
      const replica = new ReplicaDouble()
      const open: Promise<void>[] = []
      let turn = 0
      const goOn = async () => {
        for (const { what, hold } of between[turn++] ?? []) open.push(happen(what, hold).catch(changedNothing))
        await sleep(1) // a turn for those that have begun
      }
      await replica.walk(limit, goOn)
      await replica.walk(limit, goOn)
      await Promise.all(open)
      await replica.walk(1000)
      const deleted = new Set(
        (await select<{ id: number }>('SELECT id FROM products WHERE deleted_at IS NOT NULL')).map(({ id }) => id),
      )
      for (const table of REPLICA_TABLES) {
        const rows = replica
          .rows(table)
          .filter(row => table !== 'variations' || !deleted.has((row as { product_id: number }).product_id))
        expect({ [table]: rows }).toEqual({ [table]: await present(table) })
      }
    }),
    { seed, numRuns: 10 },
  )
})

test('loses a late commit without the minute of overlap', async () => {
  const seenAfterLateCommit = async (forget: number) => {
    const replica = new ReplicaDouble()
    await execute('UPDATE sizes SET name = ? WHERE code = ?', ['Before', 'UK10'])
    await replica.walk(1000)
    const written = sqlTime(Date.now())
    await sleep(20) // the next walk begins later than that
    await replica.walk(1000)
    await execute('UPDATE sizes SET name = ?, updated_at = ? WHERE code = ?', ['Late', written, 'UK10'])
    const { since } = JSON.parse(Buffer.from(replica.watermark, 'base64url').toString()) as { since: number }
    replica.watermark = Buffer.from(JSON.stringify({ since: since + forget })).toString('base64url')
    await replica.walk(1000)
    return (replica.rows('sizes') as { code: string; name: string }[]).find(({ code }) => code === 'UK10')!.name
  }
  expect(await seenAfterLateCommit(0)).toBe('Late')
  expect(await seenAfterLateCommit(60_000)).toBe('Before')
})
