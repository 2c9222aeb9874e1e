import { EventEmitter, once } from 'node:events'
import { Transaction } from 'sequelize'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, execute, insertRow, inTransaction, select, selectOne } from '#api/db/database.ts'
import type * as Database from '#api/db/database.ts'
import { patience } from '#tests/support/patience.ts'
import { type Api, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aDevice, drain } from '#tests/support/people/devices.ts'
import { seed } from '#tests/support/till/fleet.ts'
import { aNetwork, seeded } from '#tests/support/server/network.ts'
import { aVariation, checkBooks, onHand, openShop } from '#tests/support/server/shop.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

/** What a test takes away: whether work is run again for a row that was changed since it was read. */
const guards = vi.hoisted(() => ({ retriesChanged: true }))
vi.mock('#api/db/database.ts', async original => {
  const real = await original<typeof Database>()
  const unretried = (error: unknown) => {
    throw real.errnoOf(error) === 1020 ? new Error((error as Error).message) : error
  }
  return {
    ...real,
    inTransaction: <T>(work: () => Promise<T>) =>
      real.inTransaction(() => (guards.retriesChanged ? work() : work().catch(unretried))),
  }
})

const [DEVICES, SALES] = isFull ? [20, 1_000] : [4, 60]
console.log(`seed ${seed}`)

let api: Api
beforeAll(async () => {
  api = await startApi()
})
beforeEach(openShop)
afterEach(checkBooks)
afterAll(() => api.stop())

test(
  `books ${SALES} sales of ${DEVICES} devices once each on a bad network at any isolation level of the server`,
  { timeout: patience(1_800_000) },
  async () => {
    const random = seeded(seed)
    const network = await aNetwork(
      Number(new URL(api.base).port),
      { lost: 0.05, late: 0.1, reset: 0.01, late_ms: 100 },
      random,
    )
    const goods: number[] = []
    while (goods.length < 6) goods.push(await aVariation(100_000))
    const devices = Array.from({ length: DEVICES }, (_, i) =>
      aDevice(`X${i + 1}`, SALES / DEVICES, { goods: goods.map(id => ({ id, price: 10 })), teller_id: 7, random }),
    )
    const pieces = devices
      .flatMap(({ unsent }) => unsent.flatMap(({ payload }) => payload.lines))
      .reduce((sum, { quantity }) => sum + quantity, 0)
    const sold = devices.flatMap(({ unsent }) => unsent.map(({ id }) => id)).sort()
    const token = await tokenOf(7)
    await Promise.all(
      devices.map(device =>
        drain(device, network.url, {
          token: async () => token,
          batch: () => 1 + Math.floor(random() * 10),
          onVerdicts: () => {},
        }),
      ),
    )
    network.close()
    console.log(`replies ${JSON.stringify(network.happened)}`)
    const orders = await select<{ sale_id: string }>('SELECT sale_id FROM orders')
    expect(orders.map(({ sale_id }) => sale_id).sort()).toEqual(sold)
    const left = await Promise.all(goods.map(onHand))
    expect(left.reduce((sum, n) => sum + n, 0)).toBe(goods.length * 100_000 - pieces)
    expect(await selectOne('SELECT SUM(balance) AS money FROM accounts')).toEqual({ money: pieces * 10 })
  },
)

test('reads committed rows on every connection at any isolation level of the server', async () => {
  const seen = await Promise.all(
    Array.from({ length: 8 }, () =>
      select<{ level: string }>('SELECT @@SESSION.tx_isolation AS level, SLEEP(0.05) AS slept'),
    ),
  )
  expect(new Set(seen.flat().map(({ level }) => level))).toEqual(new Set(['READ-COMMITTED']))
  const { level } = (await selectOne<{ level: string }>('SELECT @@GLOBAL.tx_isolation AS level'))!
  console.log(`the server's own: ${level}`)
})

describe('a server that refuses a row changed since it was read (error 1020)', () => {
  const { options } = db as unknown as { options: { isolationLevel: string | null } }
  beforeEach(() => {
    options.isolationLevel = Transaction.ISOLATION_LEVELS.REPEATABLE_READ
  })
  afterEach(() => {
    guards.retriesChanged = true
    options.isolationLevel = null
  })

  /** Two add one to what they have read, and both have read before either writes. Returns how often work ran. */
  async function addTwice(id: number): Promise<number> {
    let [runs, reads] = [0, 0]
    const moments = new EventEmitter()
    const bothRead = once(moments, 'both read')
    const add = () =>
      inTransaction(async () => {
        runs += 1
        await execute('SET SESSION innodb_snapshot_isolation = ON')
        const { name } = (await selectOne<{ name: string }>('SELECT name FROM colours WHERE id = ?', [id]))!
        reads += 1
        if (reads === 2) moments.emit('both read')
        await bothRead
        await execute('UPDATE colours SET name = ? WHERE id = ?', [Number(name) + 1, id])
      })
    await Promise.all([add(), add()])
    return runs
  }

  test('runs all work again and loses nothing', async () => {
    const id = await insertRow('colours', { code: '111111', name: '0' })
    expect([await addTwice(id), await select('SELECT name FROM colours')]).toEqual([3, [{ name: '2' }]])
  })

  test('control: fails visibly when work is not run again', async () => {
    guards.retriesChanged = false
    const id = await insertRow('colours', { code: '111111', name: '0' })
    await expect(addTwice(id)).rejects.toMatchObject({ message: expect.stringContaining('Record has changed') })
  })
})
