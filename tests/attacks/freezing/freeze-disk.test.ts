import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownDatabase } from '#tests/support/database/own-database.ts'
import { patience } from '#tests/support/patience.ts'
import { promised } from '#tests/support/promised.ts'
import { until } from '#tests/support/runs/processes.ts'
import { aSmallDisk } from '#tests/support/database/small-disk.ts'

/** Holds an empty shop's database, and little more. */
const disk = aSmallDisk(330)
await ownDatabase({ disk: disk.path })
const { insertRow, isLost, execute } = await import('#api/db/database.ts')
const { startApi, aUser } = await import('#tests/support/server/api.ts')
const { openShop } = await import('#tests/support/server/shop.ts')
type Api = Awaited<ReturnType<typeof startApi>>

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
  await openShop()
  token = (await aUser('SUPER_ADMINISTRATOR')).token
})
afterAll(() => {
  api.stop()
  disk.free()
})

/** Writes until there is no room for more. Returns how the last writing ended. */
async function writeUntilFull(): Promise<unknown> {
  for (let i = 0; i < 200; i++) {
    try {
      await insertRow('mails', {
        once_key: `full-${i}`,
        recipient: 'a@shop.test',
        letter: JSON.stringify({ text: 'x'.repeat(1_000_000) }),
      })
    } catch (error) {
      return error
    }
  }
  return null
}

const SHOWN = ['/api/products', '/api/shop', '/api/categories', '/healthz']
const statusOf = async (path: string) => [path, (await api.send('GET', path)).status]

// Before: what could not be written for want of room ended as a fault of the program, 500, which no till and no browser
// tries again.
test(
  'refuses for a moment what has no room on the disk, shows what it knows, and goes on once there is room',
  { timeout: patience(270_000) },
  async () => {
    for (const path of SHOWN) expect(await statusOf(path)).toEqual([path, 200])
    disk.fill()
    // The server reports a full table, or ends where its own log has no room, and then cannot start.
    expect(isLost(await writeUntilFull())).toBe(true)
    let noted = 0
    const note = () =>
      api.send('POST', '/api/staff/colours', { token, body: { name: `Indigo ${++noted}`, code: `D00${100 + noted}` } })
    const began = performance.now()
    const answers = await Promise.all(Array.from({ length: 16 }, note))
    expect(performance.now() - began).toBeLessThan(promised(30))
    expect(
      answers.filter(({ status }) => ![201, 503].includes(status)).map(({ status, text }) => [status, text]),
    ).toEqual([])
    for (const path of SHOWN) expect(await statusOf(path)).toEqual([path, 200])

    disk.free()
    await until(async () => (await api.send('GET', '/readyz')).status === 200, 'the shop is ready again')
    await execute('DELETE FROM mails')
    expect((await note()).status).toBe(201)
    expect((await api.send('GET', '/api/staff/orders', { token })).status).toBe(200)
  },
)

test('answers 503 where the database says that its disk is full', async () => {
  const { errors } = await import('#api/http/errors.ts')
  const said: Record<string, unknown> = { state: {}, set: () => {} }
  await errors(said as never, () => Promise.reject(Object.assign(new Error('The table is full'), { errno: 1114 })))
  expect(said.status).toBe(503)
})
