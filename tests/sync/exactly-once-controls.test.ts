import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#api/db/database.ts'
import type * as Database from '#api/db/database.ts'
import type * as Verdicts from '#api/sync/verdicts.ts'
import type { PushReply, PushRequest } from '#sync/protocol/mutation.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, count, openShop } from '#tests/support/server/shop.ts'

/** The guards that a test takes away. While both stand, the server is the real one. */
const guards = vi.hoisted(() => ({ retries: true, content: true }))

vi.mock('#api/db/database.ts', async original => {
  const real = await original<typeof Database>()
  return {
    ...real,
    inTransaction: <T>(work: () => Promise<T>) =>
      guards.retries ? real.inTransaction(work) : real.db.transaction(work),
  }
})
vi.mock('#api/sync/verdicts.ts', async original => {
  const real = await original<typeof Verdicts>()
  const findRecord: typeof real.findRecord = async arrivals => {
    const record = await real.findRecord(arrivals)
    if (!guards.content)
      for (const { id, content } of arrivals)
        if (record.stored.has(id)) record.stored.set(id, { ...record.stored.get(id)!, content })
    return record
  }
  return { ...real, findRecord }
})

let api: Api
let token: string
const push = async (request: PushRequest) => {
  const { status, body } = await api.send('POST', '/api/sync/push', { token, body: request })
  return { status, verdicts: (body as unknown as PushReply).verdicts }
}

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  Object.assign(guards, { retries: true, content: true })
  await openShop()
  token = (await aUser('MANAGER')).token
})
afterAll(() => api.stop())

/** The worst status of twenty callers of one sale, where each connection's first try to book it meets a deadlock. */
async function worstOfTwenty(): Promise<number> {
  const request = aPush(aSale({ lines: [{ product_variation_id: await aVariation(), quantity: 1, price: 10 }] }))
  const tries = `@tries_${request.mutations[0]!.id.replaceAll('-', '')}`
  await db.query(`CREATE TRIGGER fault BEFORE INSERT ON sync_verdicts FOR EACH ROW
    BEGIN SET ${tries} = COALESCE(${tries}, 0) + 1; IF ${tries} = 1 THEN SIGNAL SQLSTATE '40001'
    SET MYSQL_ERRNO = 1213; END IF; END`)
  const replies = await Promise.all(Array.from({ length: 20 }, () => push(request)))
  await db.query('DROP TRIGGER fault')
  return Math.max(...replies.map(({ status }) => status))
}

test('repeats a deadlock unseen', async () => {
  expect(await worstOfTwenty()).toBe(200)
})

test('control: tells the till of a deadlock that is not repeated', async () => {
  guards.retries = false
  expect(await worstOfTwenty()).toBe(503)
})

test('control: takes other content under the same id for the same sale when only ids are compared', async () => {
  const request = aPush(aSale({ lines: [{ product_variation_id: await aVariation(), quantity: 1, price: 10 }] }))
  await push(request)
  const changed = structuredClone(request)
  changed.mutations[0]!.payload.account_code = 'BANK'
  expect((await push(changed)).verdicts).toMatchObject([{ status: 'rejected', error: { code: 'conflict' } }])
  guards.content = false
  expect((await push(changed)).verdicts).toMatchObject([{ status: 'accepted' }])
  expect(await count('orders')).toBe(1)
})
