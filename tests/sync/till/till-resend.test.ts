import 'fake-indexeddb/auto'
import { accept, acceptSigned, aDraft, aTill, DEVICE, giveKey, rejected } from '#tests/support/till/till.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createCycle } from '#sync/till/cycle.ts'
import { keepAccepted, keptFrom, tidyKept } from '#sync/till/proof/kept-mutations.ts'
import { heed, heedGeneration } from '#sync/till/proof/resend.ts'
import type { Push } from '#sync/till/push.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { storageState } from '#sync/till/room.ts'
import { putRow, rowOf, type OutboxEntry, type Room } from '#sync/till/till-db.ts'

afterEach(() => vi.restoreAllMocks())

const KEY = 'a key'
const accepted = (seqs: readonly number[]) =>
  seqs.map(seq => ({ signed: { id: `${seq}`, seq }, key_id: KEY, device_id: DEVICE }) as unknown as OutboxEntry)
const to = (last: number) => Array.from({ length: last }, (_, i) => i + 1)

test('finds a mutation that was accepted late, beside the pack of those around it', async () => {
  const db = await aTill()
  await keepAccepted(db, accepted(to(101).filter(seq => seq !== 5)), Date.now())
  await tidyKept(db)
  await keepAccepted(db, accepted([5]), Date.now())
  const seqs = async (seq: number) =>
    (await keptFrom(db, { device_id: DEVICE, key_id: KEY }, { seq, count: 50 })).map(kept => kept.seq)
  expect(await seqs(1)).toEqual(to(50))
  expect(await seqs(51)).toEqual(to(100).slice(50))
  expect(await seqs(101)).toEqual([101])
})

test('asks again when the server returns to its former generation during a resend', async () => {
  const db = await aTill()
  const { key_id } = await giveKey(db)
  await putRow(db, { key: 'generation', id: 'first', next: 'second', wanted: { [key_id]: 300 } })
  await heed(db, { device_id: DEVICE, key_id }, { generation: 'first' })
  expect(await rowOf(db, 'generation')).toMatchObject({ next: 'first', wanted: { [key_id]: null } })
})

test('sends signed sales when the server refuses the person whose unsigned sale is first', async () => {
  const db = await aTill()
  await ringUp(db, aDraft())
  await giveKey(db)
  await ringUp(db, aDraft())
  const push: Push = async request =>
    request.key_id ? acceptSigned(request) : { kind: 'pause', reason: 'forbidden', message: 'Staff only.' }
  await createCycle(db, push).wake()
  expect((await db.outbox.toArray()).map(({ signed }) => signed !== undefined)).toEqual([false])
})

/** A till that sold unsigned before it had a key, and signed afterwards; all of it was accepted. */
async function aTillThatGotItsKeyLate() {
  const db = await aTill()
  const unsigned = [await ringUp(db, aDraft({ customer_name: 'Esi' })), await ringUp(db, aDraft())].map(({ id }) => id)
  await giveKey(db)
  const signed = await ringUp(db, aDraft())
  await createCycle(db, async request => (request.key_id ? acceptSigned(request) : accept(request))).wake()
  expect(await db.outbox.count()).toBe(0)
  return { db, unsigned, signed: signed.id }
}
const restored: Push = async request =>
  acceptSigned(request, { generation: 'second', ...(request.mutations.length === 0 && { resend_from: 1 }) })

test('keeps unsigned sales without their customer, packs them and forgets them after 90 days', async () => {
  const db = await aTill()
  for (let i = 0; i < 101; i++) await ringUp(db, aDraft({ customer_name: 'Esi', customer_phone: '+233244123456' }))
  await createCycle(db, async request => accept(request)).wake()
  const kept = () => db.table('till').where('key').startsWith('unsigned ')
  expect([await kept().count(), JSON.stringify(await kept().toArray())]).toEqual([
    101,
    expect.not.stringMatching(/Esi|\+233/),
  ])
  await tidyKept(db)
  expect(await kept().count()).toBe(2)
  expect((await keptFrom(db, { device_id: DEVICE }, { seq: 60, count: 50 })).map(({ seq }) => seq)).toEqual(
    to(101).slice(59),
  )
  const later = Date.now() + 91 * 86_400_000
  await tidyKept(db, later)
  expect(await kept().count()).toBe(2)
  await keepAccepted(db, accepted([1]), later)
  await tidyKept(db, later)
  expect([
    await kept().count(),
    (await keptFrom(db, { device_id: DEVICE, key_id: KEY }, { seq: 1, count: 9 })).length,
  ]).toEqual([0, 1])
})

test('sends signed sales again when nobody is signed in for the unsigned ones, and those after a sign-in', async () => {
  const { db, unsigned, signed } = await aTillThatGotItsKeyLate()
  let isSignedIn = false
  const sent: string[][] = []
  const cycle = createCycle(db, async request => {
    if (!request.key_id && !isSignedIn) return { kind: 'pause', reason: 'sign_in', message: 'Sign in.' }
    if (request.mutations.length > 0) sent.push(request.mutations.map(({ id }) => id))
    return request.key_id ? restored(request) : accept(request)
  })
  await cycle.ask()
  expect([sent, await db.outbox.count()]).toEqual([[[signed]], 0])
  isSignedIn = true
  await cycle.resume()
  expect([sent, await rowOf(db, 'generation')]).toEqual([
    [[signed], unsigned],
    expect.objectContaining({ id: 'second' }),
  ])
})

test('keeps an unsigned sale for a person when the restored server rejects it', async () => {
  const { db, unsigned } = await aTillThatGotItsKeyLate()
  await createCycle(db, async request =>
    request.key_id ? restored(request) : { kind: 'verdicts', verdicts: unsigned.map(id => rejected(id)) },
  ).ask()
  expect(await db.outbox.toArray()).toMatchObject(unsigned.map(id => ({ id, held: 1, protocol: 1 })))
  expect((await db.sales.get(unsigned[0]!))!.verdict?.status).toBe('rejected')
})

test('notes the generation of a pull only on a till without a key, and says when it is new', async () => {
  const db = await aTill()
  expect([
    await heedGeneration(db, 'first'),
    await heedGeneration(db, 'first'),
    await heedGeneration(db, 'second'),
  ]).toEqual([false, false, true])
  await giveKey(db)
  expect(await heedGeneration(db, 'third')).toBe(false)
})

test('says that a sale is kept when there is no room even for the note about a full device', async () => {
  const db = await aTill()
  const full = () => new DOMException('', 'QuotaExceededError')
  const [add, remove] = [db.sales.add.bind(db.sales), db.room.delete.bind(db.room)]
  let hasRoom = false
  vi.spyOn(db.sales, 'add').mockImplementation(((sale: Parameters<typeof add>[0]) => {
    if (!hasRoom) throw full()
    return add(sale)
  }) as never)
  vi.spyOn(db.room, 'put').mockImplementation(((_: Room) => Promise.reject(full())) as never)
  vi.spyOn(db.room, 'delete').mockImplementation(((key: Room['key']) => {
    hasRoom = true
    return remove(key)
  }) as never)
  expect(await ringUp(db, aDraft())).toMatchObject({ number: 'T1-000001' })
  expect([await db.outbox.count(), await storageState(db)]).toEqual([1, 'free'])
})
