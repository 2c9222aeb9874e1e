import 'fake-indexeddb/auto'
import { aDraft, aMirror } from '#tests/support/till/till.ts'
import { expect, test, vi } from 'vitest'
import { enrol, tillOf, type PostTill } from '#sync/till/proof/enrol.ts'
import { storedMirror, type Mirror } from '#sync/till/replica/mirror.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { TillDb } from '#sync/till/till-db.ts'

const aBrowser = (mirror: Mirror | null = null) => new TillDb(`outbox ${crypto.randomUUID()}`, mirror)

/** A server that gives each device a till, and the same till to the same device. */
function aServer(known: { last_seq?: number; last_number?: number } = {}) {
  const devices: string[] = []
  const post = vi.fn<PostTill>(async ({ name, device_id }) => {
    if (!devices.includes(device_id)) devices.push(device_id)
    const id = devices.indexOf(device_id) + 1
    return {
      id,
      code: `T${id}`,
      name,
      device_id,
      status_code: 'ACTIVE',
      last_seq: 0,
      last_number: 0,
      missing_seqs: [],
      ...known,
    }
  })
  return { post, devices }
}

test('makes a browser a till at its first online visit, and the same till ever after', async () => {
  const db = aBrowser()
  const { post, devices } = aServer()
  expect(await tillOf(db)).toBeNull()
  const till = await enrol(db, post, 'Front counter')
  expect(till).toMatchObject({
    id: 1,
    code: 'T1',
    name: 'Front counter',
    device_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
  })
  expect(await enrol(db, post, 'Front counter')).toEqual(till)
  expect(await tillOf(db)).toEqual(till)
  expect(devices).toHaveLength(1)
  expect(await ringUp(db, aDraft())).toMatchObject({ number: 'T1-000001' })
})

test('makes one till when two tabs enrol at once', async () => {
  const name = `outbox ${crypto.randomUUID()}`
  const [tab, other] = [new TillDb(name), new TillDb(name)]
  const { post, devices } = aServer()
  let running = 0
  let most = 0
  const slowly: PostTill = async body => {
    most = Math.max(most, ++running)
    await new Promise(resolve => setTimeout(resolve, 10)) // in which the other tab would ask
    running -= 1
    return post(body)
  }
  const [first, second] = await Promise.all([enrol(tab, slowly, 'Front'), enrol(other, slowly, 'Front')])
  expect(second).toEqual(first)
  expect([devices.length, most]).toEqual([1, 1])
})

test('enrols no second till after a lost reply', async () => {
  const db = aBrowser()
  const { post, devices } = aServer()
  await expect(
    enrol(
      db,
      async body => {
        await post(body)
        throw new TypeError('reset')
      },
      'Front',
    ),
  ).rejects.toThrow('reset')
  expect(await tillOf(db)).toBeNull()
  await enrol(db, post, 'Front')
  expect(devices).toHaveLength(1)
})

test('continues after the highest number the server has seen', async () => {
  const db = aBrowser()
  await enrol(db, aServer({ last_seq: 41, last_number: 39 }).post, 'Front')
  expect(await ringUp(db, aDraft())).toMatchObject({ number: 'T1-000040' })
  expect((await db.outbox.toCollection().first())!.mutation.seq).toBe(42)
})

test('counts unsent sales: a server that knows less does not set the numbers back', async () => {
  const db = aBrowser()
  const { post } = aServer()
  await enrol(db, post, 'Front')
  await ringUp(db, aDraft())
  await enrol(db, post, 'Front')
  expect(await ringUp(db, aDraft())).toMatchObject({ number: 'T1-000002' })
  expect((await db.outbox.toArray()).map(({ mutation }) => mutation.seq)).toEqual([1, 2])
})

test('keeps the till and reuses no number when the database is empty and its mirror left', async () => {
  const mirror = aMirror()
  const { post, devices } = aServer({ last_seq: 1, last_number: 1 })
  const before = aBrowser(mirror)
  const { device_id } = await enrol(before, post, 'Front')
  for (let i = 0; i < 3; i++) await ringUp(before, aDraft())
  const after = aBrowser(mirror)
  expect(await enrol(after, post, 'Front')).toMatchObject({ device_id, code: 'T1' })
  expect(devices).toHaveLength(1)
  expect(await ringUp(after, aDraft())).toMatchObject({ number: 'T1-000005' })
})

test('continues after its mirror when the database comes from an old copy', async () => {
  const mirror = aMirror()
  const db = aBrowser(mirror)
  const { post } = aServer()
  await enrol(db, post, 'Front')
  const old = (await db.till.get('till'))!
  for (let i = 0; i < 3; i++) await ringUp(db, aDraft())
  await db.till.put(old)
  await enrol(db, post, 'Front')
  expect(await ringUp(db, aDraft())).toMatchObject({ number: 'T1-000004' })
})

test('ignores the mirror of another device', async () => {
  const mirror = aMirror()
  const db = aBrowser(mirror)
  const { post } = aServer()
  await enrol(db, post, 'Front')
  mirror.write({ device_id: crypto.randomUUID(), last_number: 900, last_seq: 900 })
  await enrol(db, post, 'Front')
  expect(await ringUp(db, aDraft())).toMatchObject({ number: 'T1-000001' })
})

test('keeps the mirror beyond a page and through damage, and never stops a sale for it', () => {
  const held = new Map<string, string>()
  const storage = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  } as Storage
  const mirrored = { device_id: 'd', last_number: 4, last_seq: 5 }
  storedMirror(storage).write(mirrored)
  expect(storedMirror(storage).read()).toEqual(mirrored)
  for (const damaged of ['{"device', 'null', '{}', '{"device_id":"d","last_number":"4","last_seq":5}']) {
    held.set('till', damaged)
    expect(storedMirror(storage).read()).toBeNull()
  }
  const full = {
    ...storage,
    setItem: () => {
      throw new DOMException('', 'QuotaExceededError')
    },
  } as Storage
  expect(() => storedMirror(full).write(mirrored)).not.toThrow()
})
