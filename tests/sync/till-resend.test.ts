import 'fake-indexeddb/auto'
import { acceptSigned, aDraft, aTill, DEVICE, giveKey } from '#tests/support/till.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createCycle } from '#sync/till/cycle.ts'
import { keepSigned, keptFrom, tidyKept } from '#sync/till/proof/kept-mutations.ts'
import { heed } from '#sync/till/proof/resend.ts'
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
  await keepSigned(db, accepted(to(101).filter(seq => seq !== 5)))
  await tidyKept(db)
  await keepSigned(db, accepted([5]))
  const seqs = async (seq: number) => (await keptFrom(db, { key_id: KEY, seq, count: 50 })).map(kept => kept.seq)
  expect(await seqs(1)).toEqual(to(50))
  expect(await seqs(51)).toEqual(to(100).slice(50))
  expect(await seqs(101)).toEqual([101])
})

test('asks again when the server goes back to its former life in the middle of sending again', async () => {
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

test('says that a sale is kept when there is no room even for the note that the device is full', async () => {
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
