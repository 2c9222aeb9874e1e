import 'fake-indexeddb/auto'
import { aDraft, aMirror, accepted, aTill, rejected } from '#tests/support/till/till.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { Sale } from '#sync/protocol/sale.ts'
import { sendAgain, settle } from '#sync/till/outbox.ts'
import { purge } from '#sync/till/replica/purge.ts'
import { NotEnrolled } from '#sync/till/enqueue.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { makeRoom, StorageFull, storageState } from '#sync/till/room.ts'
import { TillDb, type LocalSale, type Room } from '#sync/till/till-db.ts'
import { entriesFor, salesOf, stateOf, waiting } from '#sync/till/waiting.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const DAY = 24 * 60 * 60_000

test('keeps sale, receipt number, sequence number and outbox entry in one strict transaction, or not at all', async () => {
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const db = await aTill()
  await ringUp(db, aDraft())
  const writes = opened.mock.calls.filter(([, mode]) => mode === 'readwrite').slice(1) // after the one that enrolled it
  expect(writes).toEqual([[['till', 'sales', 'outbox', 'room'], 'readwrite', { durability: 'strict' }]])
  const add = vi.spyOn(db.outbox, 'add').mockImplementation(() => {
    throw new Error('disk full')
  })
  await expect(ringUp(db, aDraft())).rejects.toThrow('disk full')
  add.mockRestore()
  expect(await ringUp(db, aDraft())).toMatchObject({ number: 'T1-000002' })
  expect(await db.sales.count()).toBe(2)
  expect((await db.outbox.toArray()).map(({ mutation }) => mutation.seq)).toEqual([1, 2])
})

test('makes every write strict', async () => {
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const db = await aTill()
  const { id } = await ringUp(db, aDraft())
  await settle(db, [rejected(id)])
  await sendAgain(db, id)
  await settle(db, [accepted(id)])
  await purge(db)
  const writes = opened.mock.calls.filter(([, mode]) => mode === 'readwrite')
  expect(writes.length).toBeGreaterThan(5)
  expect(new Set(writes.map(([, , options]) => options?.durability))).toEqual(new Set(['strict']))
})

test('gives the first receipt again for a second Checkout of one cart, also at once', async () => {
  const db = await aTill()
  const draft = aDraft()
  const [first, second] = await Promise.all([ringUp(db, draft), ringUp(db, draft)])
  expect(second).toEqual(first)
  expect(await ringUp(db, draft)).toEqual(first)
  expect(await db.till.get('till')).toMatchObject({ last_number: 1, last_seq: 1 })
  expect(await db.outbox.count()).toBe(1)
})

test("sends the protocol's sale and nothing else, and keeps the words for a reprint on the device", async () => {
  const db = await aTill()
  const lines = [{ product_variation_id: 4, quantity: 2, price: 74.99, name: 'Slim jeans' }]
  const sale = await ringUp(db, aDraft({ lines, total: 149.98, tendered: 200, customer_name: 'Kofi' }))
  const allowed: Record<keyof Sale, true> = {
    id: true,
    number: true,
    till_code: true,
    teller_id: true,
    occurred_at: true,
    account_code: true,
    tendered: true,
    reference: true,
    customer_name: true,
    customer_phone: true,
    lines: true,
    discount: true,
    total: true,
    gift: true,
    tenders: true,
  }
  const { mutation } = (await db.outbox.toCollection().first())!
  expect(Object.keys(mutation.payload).filter(name => !(name in allowed))).toEqual([])
  expect((mutation.payload as Sale).lines).toEqual([{ product_variation_id: 4, quantity: 2, price: 74.99 }])
  expect(mutation).toMatchObject({
    id: sale.id,
    kind: 'sale.record',
    occurred_at: sale.occurred_at,
    payload: { id: sale.id, tendered: 200 },
  })
  expect(sale).toMatchObject({
    teller_name: 'Ama Mensah',
    receipt_lines: [{ name: 'Slim jeans', size: '32', colour: 'Indigo' }],
  })
})

test('sells nothing on a device that was never enrolled', async () => {
  const db = new TillDb(`outbox ${crypto.randomUUID()}`)
  await expect(ringUp(db, aDraft())).rejects.toThrow(NotEnrolled)
  expect(await db.sales.count()).toBe(0)
})

test('repeats the last numbers outside the database once the sale is kept', async () => {
  const mirror = aMirror()
  const db = await aTill({ mirror })
  await ringUp(db, aDraft())
  expect(mirror.present()).toMatchObject({ last_number: 1, last_seq: 1 })
  const add = vi.spyOn(db.outbox, 'add').mockImplementation(() => {
    throw new Error('crash')
  })
  await expect(ringUp(db, aDraft())).rejects.toThrow('crash')
  add.mockRestore()
  expect(mirror.present()).toMatchObject({ last_number: 1, last_seq: 1 })
})

/** A disk without room for another sale, nor for the ballast; giving up the ballast makes room for `spare` sales. */
function aFullDisk(db: TillDb, spare: number) {
  let left = 0
  const [add, put, remove] = [db.sales.add.bind(db.sales), db.room.put.bind(db.room), db.room.delete.bind(db.room)]
  const full = () => new DOMException('', 'QuotaExceededError')
  vi.spyOn(db.sales, 'add').mockImplementation(((sale: LocalSale) => {
    if (left-- <= 0) throw full()
    return add(sale)
  }) as never)
  vi.spyOn(db.room, 'put').mockImplementation(((row: Room) =>
    row.key === 'ballast' ? Promise.reject(full()) : put(row)) as never)
  vi.spyOn(db.room, 'delete').mockImplementation(((key: Room['key']) => {
    if (key === 'ballast') left = spare
    return remove(key)
  }) as never)
}

test('keeps one more sale on a full disk by the ballast, then refuses new ones until there is room', async () => {
  const db = await aTill()
  expect(await makeRoom(db)).toBe(true)
  expect(await db.room.get('ballast')).toMatchObject({ bytes: { length: 5 * 1024 * 1024 } })
  await ringUp(db, aDraft())
  aFullDisk(db, 5)
  const last = aDraft()
  expect(await ringUp(db, last)).toMatchObject({ number: 'T1-000002' })
  expect(await storageState(db)).toBe('blocked')
  const refused = aDraft()
  await expect(ringUp(db, refused)).rejects.toThrow(StorageFull)
  expect(await ringUp(db, last)).toMatchObject({ number: 'T1-000002' })
  expect(await db.sales.get(refused.id)).toBeUndefined()
  expect(await db.outbox.count()).toBe(2)
  vi.restoreAllMocks()
  expect(await ringUp(db, refused)).toMatchObject({ number: 'T1-000003' })
  expect(await storageState(db)).toBe('free')
})

test('refuses the sale and leaves nothing of it when the disk is full without the ballast', async () => {
  const db = await aTill()
  await makeRoom(db)
  aFullDisk(db, 0)
  await expect(ringUp(db, aDraft())).rejects.toThrow(StorageFull)
  expect([await db.sales.count(), await db.outbox.count(), (await db.till.get('till'))!.last_seq]).toEqual([0, 0, 0])
})

test('shows in the header how many sales wait, since when, and how many need attention', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 9, 14) })
  const db = await aTill()
  expect(await waiting(db)).toEqual({ count: 0, oldest: null, attention: 0 })
  const sales = []
  for (let i = 0; i < 3; i++) {
    vi.setSystemTime(Date.UTC(2026, 0, 9, 14, i))
    sales.push(await ringUp(db, aDraft()))
  }
  expect(await waiting(db)).toEqual({ count: 3, oldest: Date.UTC(2026, 0, 9, 14, 0), attention: 0 })
  await settle(db, [rejected(sales[0]!.id), accepted(sales[1]!.id)])
  expect(await waiting(db)).toEqual({ count: 1, oldest: Date.UTC(2026, 0, 9, 14, 2), attention: 1 })
})

test("groups a day's sales by what became of them", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 9, 23, 59) })
  const db = await aTill()
  const yesterday = await ringUp(db, aDraft())
  vi.setSystemTime(Date.UTC(2026, 0, 10, 0, 0))
  const [bad, good, kept, sent] = [
    await ringUp(db, aDraft()),
    await ringUp(db, aDraft()),
    await ringUp(db, aDraft()),
    await ringUp(db, aDraft()),
  ]
  await settle(db, [rejected(bad.id), accepted(good.id, 5012)])
  await db.outbox.where({ id: sent.id }).modify({ sent_at: 1 })
  const sales = await salesOf(db, Date.UTC(2026, 0, 10), Date.UTC(2026, 0, 11))
  const entries = await entriesFor(db, sales)
  const states = Object.fromEntries(sales.map(sale => [sale.id, stateOf(sale, entries.get(sale.id))]))
  expect(states).toEqual({ [bad.id]: 'attention', [good.id]: 'accepted', [kept.id]: 'kept', [sent.id]: 'sent' })
  expect(await salesOf(db, Date.UTC(2026, 0, 9), Date.UTC(2026, 0, 10))).toMatchObject([{ id: yesterday.id }])
})

test("drops the customer's data once the sale is accepted, and not before", async () => {
  const db = await aTill()
  const { id } = await ringUp(db, aDraft({ customer_name: 'Kofi', customer_phone: '+233200000000' }))
  await settle(db, [rejected(id)])
  expect(await db.sales.get(id)).toMatchObject({ customer_name: 'Kofi' })
  await settle(db, [accepted(id)])
  expect(JSON.stringify([await db.sales.toArray(), await db.outbox.toArray()])).not.toMatch(/Kofi|\+233/)
})

test('does not undo an acceptance by a late rejection', async () => {
  const db = await aTill()
  const { id } = await ringUp(db, aDraft())
  await settle(db, [accepted(id, 5012)])
  await settle(db, [rejected(id)])
  expect(await db.sales.get(id)).toMatchObject({ verdict: { status: 'accepted', order_id: 5012 } })
})

test('deletes sales 30 days after their verdict, and never unsettled or rejected ones', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) })
  const db = await aTill()
  const [old, bad, waits] = [await ringUp(db, aDraft()), await ringUp(db, aDraft()), await ringUp(db, aDraft())]
  await settle(db, [accepted(old.id), rejected(bad.id)])
  vi.setSystemTime(Date.UTC(2026, 0, 20))
  const recent = await ringUp(db, aDraft())
  await settle(db, [accepted(recent.id)])
  expect(await purge(db, Date.UTC(2026, 0, 1) + 30 * DAY)).toBe(0)
  expect(await purge(db, Date.UTC(2026, 0, 1) + 30 * DAY + 1)).toBe(1)
  expect((await db.sales.toArray()).map(({ id }) => id).sort()).toEqual([bad.id, waits.id, recent.id].sort())
  expect(await purge(db, Date.UTC(2036, 0, 1))).toBe(1)
  expect(await db.outbox.count()).toBe(2)
})
