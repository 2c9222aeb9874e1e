import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from 'mysql2'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rows, withConnection } from '#api/db/connection.ts'
import type * as TimeLimits from '#api/db/time-limits.ts'
import { aDatabaseWire } from '#tests/support/database/database-wire.ts'
import { patience } from '#tests/support/patience.ts'
import { promised } from '#tests/support/promised.ts'
import { until } from '#tests/support/runs/processes.ts'

/** What the control takes away: the time that a statement may take. */
const guards = vi.hoisted(() => ({ limits: true }))
vi.mock('#api/db/time-limits.ts', async original => {
  const real = await original<typeof TimeLimits>()
  interface Driver {
    addCommand: (command: object) => unknown
  }
  const limitStatements: typeof real.limitStatements = (connection, watch, mostMs) => {
    const driver = connection as Connection & Driver
    const bare = driver.addCommand.bind(driver)
    real.limitStatements(connection, watch, mostMs)
    const limited = driver.addCommand.bind(driver)
    driver.addCommand = command => (guards.limits ? limited(command) : bare(command))
  }
  return { ...real, limitStatements }
})

const direct = process.env.DATABASE_URL!
const wire = await aDatabaseWire(direct, () => 1)
process.env.DATABASE_URL = wire.url
const { isAway } = await import('#api/db/pulse.ts')
const { allowTry, countTriesIn } = await import('#api/http/tries.ts')
const { inDatabase } = await import('#api/http/tries-store.ts')

const lost: unknown[] = []
const note = (error: unknown) => void lost.push(error)
process.on('uncaughtException', note)
beforeEach(() => countTriesIn(inDatabase))
afterEach(async () => {
  guards.limits = true
  wire.become('fair')
  await until(async () => !isAway(), 'the database is there')
})
afterAll(() => {
  wire.cut()
  process.off('uncaughtException', note)
})

const tryNow = () => allowTry([{ key: 'sign in', failures: 1_000 }])
const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
/** What stands in the database, past the wire. */
const counted = () =>
  withConnection(direct, async connection => {
    const [row] = await rows<{ points: string | null }>(connection, 'SELECT SUM(points) AS points FROM tries')
    return Number(row!.points)
  })
const forgetCounts = () => withConnection(direct, connection => connection.query('DELETE FROM tries'))

// Before: the second error of a new connection had no listener, which ends the process.
test('goes on when a connection breaks off before its first answer', { timeout: patience(90_000) }, async () => {
  wire.become('slow')
  const trying = tryNow()
  await sleep(3_800) // it is greeted already, and not answered yet
  wire.cut()
  await trying
  await sleep(500) // for an error that nobody listens to
  expect(lost).toEqual([])
})

test(
  'counts at once in this process while the database is silent, and in the database when it answers again',
  { timeout: patience(90_000) },
  async () => {
    await forgetCounts()
    await tryNow()
    wire.become('silent')
    expect(await timed(tryNow)).toBeLessThan(promised(3))
    await until(async () => isAway(), 'the silence is noticed')
    countTriesIn(inDatabase) // or it would be left alone for ten seconds
    expect(await timed(() => Promise.all(Array.from({ length: 20 }, tryNow)))).toBeLessThan(promised(2))
    wire.become('fair')
    await until(async () => !isAway(), 'the database is there')
    countTriesIn(inDatabase)
    await tryNow()
    expect(await counted()).toBeGreaterThan(1)
  },
)

/** Whether tries reach the database again within a time, after the network forgot the connections that they used. */
async function reachesAgain(most_ms: number): Promise<boolean> {
  await Promise.all(Array.from({ length: 16 }, tryNow)) // all four connections are open
  await forgetCounts()
  wire.forget()
  const end = performance.now() + most_ms
  while (performance.now() < end) {
    countTriesIn(inDatabase)
    await Promise.all(Array.from({ length: 8 }, tryNow))
    if ((await counted()) > 0) return true
  }
  return false
}

// Before: all four connections waited for an answer that never came, and each process counted by itself.
test(
  'counts in the database again soon after the network has forgotten its connections',
  { timeout: patience(120_000) },
  async () => {
    expect(await reachesAgain(promised(10))).toBe(true)
  },
)

test(
  'control: never counts in the database again when a statement has no time limit',
  { timeout: patience(120_000) },
  async () => {
    guards.limits = false
    expect(await reachesAgain(10_000)).toBe(false)
  },
)
