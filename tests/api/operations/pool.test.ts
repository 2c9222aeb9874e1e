import { afterEach, beforeAll, expect, test } from 'vitest'
import { db, inTransaction, select } from '#api/db/database.ts'
import { openShop } from '#tests/support/server/shop.ts'

const MOST_WAITING = 500
const CONNECTIONS = 16
const { pool } = db.connectionManager as unknown as {
  pool: { acquireTimeoutMillis: number; maxSize: number; waiting: number }
}
const { acquireTimeoutMillis } = pool

beforeAll(openShop)
afterEach(() => {
  pool.acquireTimeoutMillis = acquireTimeoutMillis
})

/** Holds every connection while something is done under this limit of the wait for one. */
async function withNoneFree(limit: number, work: () => Promise<unknown>): Promise<void> {
  pool.acquireTimeoutMillis = 600_000
  let open = () => {}
  const gate = new Promise<void>(resolve => {
    open = resolve
  })
  let held = 0
  const holding = Array.from({ length: CONNECTIONS }, () =>
    inTransaction(async () => {
      held += 1
      await gate
    }),
  )
  try {
    await expect.poll(() => held).toBe(CONNECTIONS)
    pool.acquireTimeoutMillis = limit
    await work()
  } finally {
    open()
    await Promise.all(holding)
  }
}
const ask = () => select<{ one: number }>('SELECT 1 AS one')

test('has sixteen connections, for each of which somebody waits eight seconds at most', () => {
  expect([pool.maxSize, acquireTimeoutMillis]).toEqual([CONNECTIONS, 8_000])
})

test('refuses who waited too long for a connection', async () => {
  await withNoneFree(300, () => expect(ask()).rejects.toMatchObject({ name: 'SequelizeConnectionAcquireTimeoutError' }))
  expect(await ask()).toEqual([{ one: 1 }])
})

test('control: who waits has a connection once one is free, when there is no limit', async () => {
  let waiting: Promise<unknown> | undefined
  await withNoneFree(600_000, async () => {
    waiting = ask()
    await expect.poll(() => pool.waiting).toBe(1)
  })
  expect(await waiting).toEqual([{ one: 1 }])
})

test('refuses at once when five hundred wait, and answers each of those', async () => {
  const waiting: Promise<unknown>[] = []
  await withNoneFree(600_000, async () => {
    for (let n = 0; n < MOST_WAITING; n++) waiting.push(ask())
    await expect.poll(() => pool.waiting).toBe(MOST_WAITING)
    await expect(ask()).rejects.toThrow('The database does not answer.')
    expect(pool.waiting).toBe(MOST_WAITING)
  })
  expect(new Set((await Promise.all(waiting)).map(rows => JSON.stringify(rows)))).toEqual(new Set(['[{"one":1}]']))
})
