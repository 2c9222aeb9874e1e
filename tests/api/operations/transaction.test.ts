import { EventEmitter, once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'sequelize'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withConnection } from '#api/db/connection.ts'
import {
  db,
  execute,
  inTransaction,
  insertRow,
  insertRows,
  isLockFailure,
  outsideTransaction,
  select,
} from '#api/db/database.ts'
import { recordSales } from '#api/sales/record-sales.ts'
import { storeVerdicts } from '#api/sync/verdicts.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { aSale } from '#tests/support/server/factories.ts'
import { somebodyWaits } from '#tests/support/database/lock-waits.ts'
import { countingDeadlocks, countingFailures } from '#tests/support/database/queries.ts'
import { aVariation, brokenRules, count, onHand, openShop } from '#tests/support/server/shop.ts'

beforeEach(openShop)
afterEach(async () => {
  vi.restoreAllMocks()
  await booksInOrder()
})
const booksInOrder = async () => expect(await brokenRules()).toEqual([])

const aColour = (code: string) => insertRow('colours', { code, name: '' })
const lockFailure = (errno: number) => new DatabaseError(Object.assign(new Error('a lock'), { errno, sql: '' }))

test('undoes everything on a failure, without passing the transaction along', async () => {
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

test("runs all work of a deadlock's loser again", async () => {
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

test('ends each of fifty forced crossings well', async () => {
  const [a, b] = [await aColour('111111'), await aColour('222222')]
  const add = (id: number) => execute("UPDATE colours SET name = CONCAT(name, 'x') WHERE id = ?", [id])
  const cross = (first: number, second: number) =>
    inTransaction(async () => {
      await add(first)
      await sleep(2) // so that both hold their first row
      await add(second)
    })
  for (let i = 0; i < 25; i++) await Promise.all([cross(a, b), cross(b, a)])
  expect(await select('SELECT LENGTH(name) AS n FROM colours')).toEqual([{ n: 50 }, { n: 50 }])
})

/**
 * A statement of its own, which changes both colours, loses a deadlock: the other transaction changed many rows before,
 * so undoing this one costs the server less.
 */
async function loseAlone(change: (a: number, b: number) => Promise<unknown>): Promise<unknown> {
  const [a, b] = [await aColour('111111'), await aColour('222222')]
  let alone: Promise<unknown> | undefined
  await inTransaction(async () => {
    await insertRows('colours', MANY)
    await execute("UPDATE colours SET name = CONCAT(name, 'o') WHERE id = ?", [b])
    alone ??= outsideTransaction(() => change(a, b)).then(
      () => null,
      (error: unknown) => error,
    )
    await outsideTransaction(somebodyWaits)
    await execute("UPDATE colours SET name = CONCAT(name, 'o') WHERE id = ?", [a])
  })
  const failure = await alone
  expect(await select("SELECT name FROM colours WHERE name <> 'many' ORDER BY id")).toEqual(
    failure ? [{ name: 'o' }, { name: 'o' }] : [{ name: 'ox' }, { name: 'ox' }],
  )
  return failure
}
const MANY = Array.from({ length: 200 }, (_, i) => ({ code: String(300_000 + i), name: 'many' }))
const BOTH = "UPDATE colours SET name = CONCAT(name, 'x') WHERE id IN (?, ?)"

test('runs a statement without a transaction again when it loses a deadlock', async () => {
  let failure: unknown
  const deadlocks = await countingDeadlocks(async () => {
    failure = await loseAlone((a, b) => execute(BOTH, [a, b]))
  })
  expect([deadlocks, failure]).toEqual([1, null])
})

test('control: the same statement fails when it is sent once', async () => {
  const once = (a: number, b: number) =>
    withConnection(process.env.DATABASE_URL!, connection => connection.query(BOTH, [a, b]))
  expect(await loseAlone(once)).toMatchObject({ errno: 1213 })
})

test('does not repeat a statement without a transaction that waited too long for a lock', async () => {
  const id = await aColour('111111')
  const waits = await countingFailures(1205, () =>
    inTransaction(async () => {
      await execute("UPDATE colours SET name = 'held' WHERE id = ?", [id])
      const late = outsideTransaction(() => execute("UPDATE colours SET name = 'late' WHERE id = ?", [id]))
      await expect(late).rejects.toMatchObject({ errno: 1205 })
    }),
  )
  expect(waits).toBe(1)
  expect(await select('SELECT name FROM colours')).toEqual([{ name: 'held' }])
})

test('undoes the whole transaction when a lock wait times out after two seconds, and runs it again', async () => {
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

test.each([1213, 1205, 1020])('runs all work again after error %i at COMMIT', async errno => {
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

test('gives up after eight tries that meet a lock', async () => {
  let runs = 0
  await expect(
    inTransaction(async () => {
      runs += 1
      throw lockFailure(1213)
    }),
  ).rejects.toThrow('a lock')
  expect(runs).toBe(8)
})

test('does not repeat after another error', async () => {
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

test('never deadlocks, and hardly repeats, when twenty tills sell the same goods in any order', async () => {
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

test('control: deadlocks in the same rush with locks in the order of the lines', async () => {
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

test('is the only place that opens transactions, apart from migrations and the backup, and no statement of a transaction is repeated alone', () => {
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
