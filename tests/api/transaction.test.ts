import { EventEmitter, once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'sequelize'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db, execute, inTransaction, insertRow, isLockFailure, select } from '#api/db/database.ts'
import { recordSales } from '#api/sales/record-sales.ts'
import { storeVerdicts } from '#api/sync/verdicts.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { aSale } from '#tests/support/factories.ts'
import { countingDeadlocks } from '#tests/support/queries.ts'
import { aVariation, brokenRules, count, onHand, openShop } from '#tests/support/shop.ts'

beforeEach(openShop)
afterEach(async () => {
  vi.restoreAllMocks()
  await booksInOrder()
})
const booksInOrder = async () => expect(await brokenRules()).toEqual([])

const aColour = (code: string) => insertRow('colours', { code, name: '' })
const lockFailure = (errno: number) => new DatabaseError(Object.assign(new Error('a lock'), { errno, sql: '' }))

test('a failure undoes everything, without passing the transaction along', async () => {
  await expect(
    inTransaction(async () => {
      await aColour('111111')
      await inTransaction(async () => {
        await aColour('222222')
      })
      throw new Error('boom')
    }),
  ).rejects.toThrow('boom')
  expect(await count('colours')).toBe(0)
})

test('the loser of a deadlock runs all of its work again', async () => {
  const [a, b] = [await aColour('111111'), await aColour('222222')]
  const add = (id: number) => execute("UPDATE colours SET name = CONCAT(name, 'x') WHERE id = ?", [id])
  const moments = new EventEmitter()
  const bothHold = once(moments, 'both hold')
  let [runs, held] = [0, 0]
  const cross = (first: number, second: number) =>
    inTransaction(async () => {
      runs += 1
      await add(first)
      if (++held === 2) moments.emit('both hold')
      await bothHold
      await add(second)
    })
  await Promise.all([cross(a, b), cross(b, a)])
  expect(runs).toBe(3)
  expect(await select('SELECT name FROM colours')).toEqual([{ name: 'xx' }, { name: 'xx' }])
})

test('of fifty forced crossings every one ends well', async () => {
  const [a, b] = [await aColour('111111'), await aColour('222222')]
  const add = (id: number) => execute("UPDATE colours SET name = CONCAT(name, 'x') WHERE id = ?", [id])
  const cross = (first: number, second: number) =>
    inTransaction(async () => {
      await add(first)
      await sleep(2)
      await add(second)
    })
  for (let i = 0; i < 25; i++) await Promise.all([cross(a, b), cross(b, a)])
  expect(await select('SELECT LENGTH(name) AS n FROM colours')).toEqual([{ n: 50 }, { n: 50 }])
})

test('a lock wait that times out after two seconds undoes its transaction, not just its statement, and runs again', async () => {
  const id = await aColour('111111')
  let runs = 0
  const moments = new EventEmitter()
  const [isHeld, isTriedAgain] = [once(moments, 'held'), once(moments, 'tried again')]
  const held = inTransaction(async () => {
    await execute("UPDATE colours SET name = 'held' WHERE id = ?", [id])
    moments.emit('held')
    await isTriedAgain
  })
  await isHeld
  await inTransaction(async () => {
    runs += 1
    if (runs === 2) moments.emit('tried again')
    await aColour('222222')
    await execute("UPDATE colours SET name = 'mine' WHERE id = ?", [id])
  })
  await held
  expect(runs).toBe(2)
  expect(await count('colours')).toBe(2)
})

test.each([1213, 1205, 1020])('error %i at COMMIT runs all of the work again', async errno => {
  const queries = db.getQueryInterface() as unknown as { commitTransaction: (...args: unknown[]) => Promise<void> }
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(queries, 'commitTransaction').mockRejectedValueOnce(lockFailure(errno))
  let runs = 0
  await inTransaction(async () => {
    runs += 1
    await aColour('111111')
  })
  expect([runs, await count('colours')]).toEqual([2, 1])
})

test('work that meets a lock at every try is given up after eight', async () => {
  let runs = 0
  await expect(
    inTransaction(async () => {
      runs += 1
      throw lockFailure(1213)
    }),
  ).rejects.toThrow('a lock')
  expect(runs).toBe(8)
})

test('another error is not tried again', async () => {
  let runs = 0
  await expect(
    inTransaction(async () => {
      runs += 1
      await execute('UPDATE no_such_table SET x = 1')
    }),
  ).rejects.toThrow('no_such_table')
  expect(runs).toBe(1)
})

const WORKERS = 20
const ORDERS = 200
const shuffled = (ids: readonly number[]) =>
  ids
    .map(id => ({ id, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ id }) => id)

/**
 * Twenty tills book four-line sales whose lines are in any order. Gives how often work ran again, and how many failed
 * all the same.
 */
async function rush(book: (sale: Sale) => Promise<unknown>): Promise<{ again: number; failed: number }> {
  let [runs, failed] = [0, 0]
  const shelf: number[] = []
  for (let i = 0; i < 6; i++) shelf.push(await aVariation(1000))
  const sales = Array.from({ length: ORDERS }, () =>
    aSale({
      lines: shuffled(shelf)
        .slice(0, 4)
        .map(product_variation_id => ({ product_variation_id, quantity: 1, price: 10 })),
    }),
  )
  await Promise.all(
    Array.from({ length: WORKERS }, async (_, worker) => {
      for (let i = worker; i < ORDERS; i += WORKERS)
        await inTransaction(async () => {
          runs += 1
          await book(sales[i]!)
        }).catch(() => {
          failed += 1
        })
    }),
  )
  const left = await Promise.all(shelf.map(onHand))
  expect(left.reduce((sum, n) => sum + n, 0)).toBe(6000 - 4 * (ORDERS - failed))
  return { again: runs - ORDERS, failed }
}

test('twenty tills selling the same goods in any order deadlock never, and nearly never run again', async () => {
  let outcome = { again: 0, failed: 0 }
  const deadlocks = await countingDeadlocks(async () => {
    outcome = await rush(sale =>
      recordSales([{ sale, device_id: null, seq_reused: false, received_at: Date.now(), skew_ms: null }], booked =>
        storeVerdicts(
          [{ id: sale.id, kind: 'sale.record', device_id: null, seq: null, content: '0'.repeat(64) }],
          [{ id: sale.id, status: 'accepted', ...booked[0]! }],
        ),
      ),
    )
  })
  expect([outcome.failed, deadlocks]).toEqual([0, 0])
  expect(outcome.again).toBeLessThan(ORDERS / 100)
  expect(await count('orders')).toBe(ORDERS)
})

test('control: with locks in the order of the lines the same rush deadlocks', async () => {
  let again = 0
  const deadlocks = await countingDeadlocks(async () => {
    ;({ again } = await rush(async sale => {
      for (const { product_variation_id: id } of sale.lines) {
        await insertRow('stock_movements', { product_variation_id: id, reason: 'ADJUSTMENT', quantity: -1 })
        await execute('UPDATE product_variations SET on_hand = on_hand - 1 WHERE id = ?', [id])
      }
    }))
  })
  expect(deadlocks).toBeGreaterThan(0)
  expect(again).toBeGreaterThan(ORDERS / 100)
})

const sources = () =>
  readdirSync('api', { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => `api/${name}`)
/** Where work could run outside of inTransaction, or be retried a statement at a time. */
const strays = (text: string) =>
  [...text.matchAll(/\b\w+\.transaction\(|\bretry:|\bSTART TRANSACTION\b|\bbeginTransaction\b/g)].map(
    ([found]) => found,
  )

test('only inTransaction opens transactions, migrations and the backup apart, and no statement is retried alone', () => {
  const found = sources()
    .sort()
    .flatMap(path => strays(readFileSync(path, 'utf8')).map(stray => `${path}: ${stray}`))
  expect(found).toEqual([
    'api/db/database.ts: db.transaction(',
    'api/db/migrate.ts: beginTransaction',
    'api/operations/dump-database.ts: START TRANSACTION',
  ])
})

test('control: the search finds a transaction opened elsewhere, and a retry', () => {
  expect(strays('new Sequelize(url, { retry: { match: /Deadlock/ } }); await sequelize.transaction(work)')).toEqual([
    'retry:',
    'sequelize.transaction(',
  ])
  expect(isLockFailure(new Error('Deadlock'))).toBe(false)
})
