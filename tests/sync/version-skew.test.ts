import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { select } from '#api/db/database.ts'
import type * as Envelopes from '#api/sync/envelope.ts'
import { createCycle, type Cycle } from '#sync/till/cycle.ts'
import { pushWith } from '#sync/till/push.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import type { TillDb } from '#sync/till/till-db.ts'
import { type Api, aUser, tokenOf } from '#tests/support/server/api.ts'
import { DEVICE } from '#tests/support/server/factories.ts'
import { jeansOnTheShelf } from '#tests/support/goods/jeans-on-the-shelf.ts'
import { aTabletAt } from '#tests/support/counter/own-tablets.ts'
import { count } from '#tests/support/server/shop.ts'
import { aDraft, aTill } from '#tests/support/till/till.ts'

/** What a test takes away: whether the server asks which protocol it is spoken to in. */
const guards = vi.hoisted(() => ({ versions: true }))
vi.mock('#api/sync/envelope.ts', async original => {
  const real = await original<typeof Envelopes>()
  const readEnvelope: typeof real.readEnvelope = body =>
    real.readEnvelope(guards.versions ? body : { ...(body as object), protocol: 1 })
  return { ...real, readEnvelope }
})

/** Which build of the API is up: that of now, the one before signatures, or the one after, which knows protocol 3. */
type Build = 'before' | 'now' | 'after'
let build: Build
let api: Api
let jeans: number
jeansOnTheShelf(100, here => {
  ;({ api, jeans } = here)
})
const { fetch } = globalThis
beforeEach(() => {
  guards.versions = true
  build = 'now'
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path !== '/api/sync/push') return fetch(new URL(path, api.base), init)
    const body = JSON.parse(init.body as string) as { protocol: number; mutations: { payload: object }[] }
    if (build === 'before' && body.protocol !== 1)
      return Response.json({ message: 'Update this till.' }, { status: 426 })
    const sent = build === 'after' && body.protocol === 3 ? JSON.stringify(lowered(body)) : init.body!
    return fetch(new URL(path, api.base), { ...init, body: sent })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** What the API after this one makes of protocol 3: the tip is its own affair, the rest is as it was. */
const lowered = ({ mutations, ...rest }: { protocol: number; mutations: { payload: object }[] }) => ({
  ...rest,
  protocol: 1,
  mutations: mutations.map(({ payload, ...mutation }) => {
    const { tip: _tip, ...known } = payload as { tip?: number }
    return { ...mutation, payload: known }
  }),
})

/** A till of the build after this one, with sales waiting that only protocol 3 can carry. */
async function aNewerTill(sales: number): Promise<{ db: TillDb; cycle: Cycle }> {
  const db = await aTill()
  await db.till.update('till', { device_id: DEVICE })
  const lines = [{ product_variation_id: jeans, quantity: 1, price: 10 }]
  for (let n = 0; n < sales; n++) await ringUp(db, aDraft({ lines }))
  await db.outbox.toCollection().modify(entry => {
    entry.protocol = 3
    Object.assign(entry.mutation.payload, { tip: 1 })
  })
  const token = await tokenOf(7)
  return { db, cycle: createCycle(db, pushWith({ token: () => token, renew: async () => 'refused' })) }
}

const state = async ({ db, cycle }: { db: TillDb; cycle: Cycle }) => ({
  waiting: await db.outbox.where({ held: 0 }).count(),
  held: await db.outbox.where({ held: 1 }).count(),
  pause: cycle.state().pause?.reason ?? null,
})
const bookedTwice = () => select('SELECT sale_id FROM orders GROUP BY sale_id HAVING COUNT(*) > 1')

test("keeps what a newer till holds while the API is older, and books it after the API's update", async () => {
  const till = await aNewerTill(20)
  for (let n = 0; n < 3; n++) await till.cycle.resume()
  expect([await state(till), await count('orders'), await count('sync_quarantine')]).toEqual([
    { waiting: 20, held: 0, pause: 'update' },
    0,
    0,
  ])
  build = 'after'
  await till.cycle.resume()
  expect([await state(till), await count('orders'), await bookedTwice()]).toEqual([
    { waiting: 0, held: 0, pause: null },
    20,
    [],
  ])
})

test('keeps what this build signed while the API is from before signatures, and books it after its update', async () => {
  const owner = await aUser('ADMINISTRATOR')
  const till = await aTabletAt(api, owner)
  const lines = [{ product_variation_id: jeans, quantity: 1, price: 10 }]
  build = 'before'
  for (let n = 0; n < 20; n++) await ringUp(till.db, aDraft({ teller_id: owner.id, lines }))
  for (let n = 0; n < 3; n++) await till.cycle.resume()
  expect([await state(till), await count('orders')]).toEqual([{ waiting: 20, held: 0, pause: 'update' }, 0])
  build = 'now'
  await till.cycle.resume()
  expect([await state(till), await count('orders'), await count('exceptions'), await bookedTwice()]).toEqual([
    { waiting: 0, held: 0, pause: null },
    20,
    0,
    [],
  ])
})

test('books what an older till without signatures holds', async () => {
  const till = await aNewerTill(20)
  await till.db.outbox.toCollection().modify(entry => {
    entry.protocol = 1
    Reflect.deleteProperty(entry.mutation.payload, 'tip')
  })
  await till.cycle.resume()
  expect([await state(till), await count('orders'), await bookedTwice()]).toEqual([
    { waiting: 0, held: 0, pause: null },
    20,
    [],
  ])
})

test('control: refuses for good what a newer till holds when nobody checks the protocol', async () => {
  guards.versions = false
  const till = await aNewerTill(20)
  await till.cycle.resume()
  guards.versions = true
  build = 'after'
  await till.cycle.resume()
  expect([await state(till), await count('orders')]).toEqual([{ waiting: 0, held: 20, pause: null }, 0])
})
