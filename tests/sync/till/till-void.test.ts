import 'fake-indexeddb/auto'
import { accepted, acceptSigned, aDraft, aTill, giveKey } from '#tests/support/till/till.ts'
import { expect, test } from 'vitest'
import { createCycle } from '#sync/till/cycle.ts'
import { settle } from '#sync/till/outbox.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { closeShift } from '#sync/till/shifts/close-shift.ts'
import { openShift } from '#sync/till/shifts/open-shift.ts'
import type { LocalSale, TillDb } from '#sync/till/till-db.ts'
import { createUnbooked } from '#sync/till/unbooked.ts'
import { backOf, NotVoidable, voidableSale, voidSale } from '#sync/till/void-sale.ts'

const AMA = { id: 7, name: 'Ama Mensah' }
const KOFI = { id: 8, name: 'Kofi Boateng' }

async function aSigningTill(): Promise<TillDb> {
  const db = await aTill()
  await giveKey(db)
  return db
}
const undo = (db: TillDb, sale: LocalSale, { id = crypto.randomUUID(), teller = AMA } = {}) =>
  voidSale(db, { id, sale, reason: 'WRONG_ITEM' }, teller)
const kinds = async (db: TillDb) => (await db.outbox.toArray()).map(({ mutation }) => mutation.kind)
const offered = async (db: TillDb, now?: Date) => (await voidableSale(db, now))?.number ?? null

test('offers the last sale alone, and none once it is voided', async () => {
  const db = await aSigningTill()
  const first = await ringUp(db, aDraft())
  const second = await ringUp(db, aDraft())
  expect(await offered(db)).toBe(second.number)
  await expect(undo(db, first)).rejects.toThrow(NotVoidable)
  const marked = await undo(db, second, { teller: KOFI })
  expect(marked.voided).toMatchObject({ reason: 'WRONG_ITEM', teller: KOFI })
  expect([await offered(db), await kinds(db), (await db.sales.get(first.id))!.voided]).toEqual([
    null,
    ['sale.record', 'sale.record', 'sale.void'],
    undefined,
  ])
  const third = await ringUp(db, aDraft())
  expect(await offered(db)).toBe(third.number)
})

test('offers nothing on a till that cannot sign', async () => {
  const db = await aTill()
  const sale = await ringUp(db, aDraft())
  expect(await offered(db)).toBeNull()
  await expect(undo(db, sale)).rejects.toThrow(NotVoidable)
  expect(await kinds(db)).toEqual(['sale.record'])
})

test('offers a sale until its shift is closed', async () => {
  const db = await aSigningTill()
  const before = await ringUp(db, aDraft())
  const shift = await openShift(db, { id: crypto.randomUUID(), float: {} }, AMA)
  expect(await offered(db)).toBeNull()
  await expect(undo(db, before)).rejects.toThrow(NotVoidable)
  const sale = await ringUp(db, aDraft())
  expect(await offered(db)).toBe(sale.number)
  await closeShift(db, { id: crypto.randomUUID(), shift_id: shift.id, counted: {}, tenders: [], note: '' }, AMA)
  expect(await offered(db)).toBeNull()
  await expect(undo(db, sale)).rejects.toThrow(NotVoidable)
})

test('offers a sale of this day alone when there are no shifts', async () => {
  const db = await aSigningTill()
  const sale = await ringUp(db, aDraft())
  const next = new Date(Date.parse(sale.occurred_at) + 86_400_000)
  expect([await offered(db), await offered(db, next)]).toEqual([sale.number, null])
})

test("offers none of another device's sales", async () => {
  const db = await aSigningTill()
  const sale = await ringUp(db, aDraft())
  await db.sales.add({ ...sale, id: crypto.randomUUID(), till_code: 'T2', number: 'T2-000001' })
  expect(await offered(db)).toBe(sale.number)
})

test('voids a sale once when a button is pressed twice, in one tab or in two', async () => {
  const db = await aSigningTill()
  const sale = await ringUp(db, aDraft())
  const id = crypto.randomUUID()
  const all = await Promise.all([undo(db, sale, { id }), undo(db, sale, { id }), undo(db, sale, { teller: KOFI })])
  expect(new Set(all.map(({ voided }) => voided!.id)).size).toBe(1)
  expect(await kinds(db)).toEqual(['sale.record', 'sale.void'])
})

test('puts the pieces back on the shelf at once, and counts nothing when all is sent', async () => {
  const db = await aSigningTill()
  const sale = await ringUp(db, aDraft({ lines: [{ product_variation_id: 1, quantity: 3, price: 10 }] }))
  const unbooked = createUnbooked(db)
  await unbooked.since(Date.now())
  expect(unbooked.of(1)).toBe(3)
  await undo(db, sale)
  await unbooked.since(Date.now() + 1)
  expect(unbooked.of(1)).toBe(0)
  await createCycle(db, async request => acceptSigned(request)).wake()
  await unbooked.since(Date.now() + 60_000)
  expect([unbooked.of(1), await db.outbox.count(), (await db.sales.get(sale.id))!.voided !== undefined]).toEqual([
    0,
    0,
    true,
  ])
  unbooked.stop()
})

test('names voids on the X and the Z, and expects less by them', async () => {
  const db = await aSigningTill()
  const shift = await openShift(db, { id: crypto.randomUUID(), float: { note_50: 1 } }, AMA)
  await ringUp(db, aDraft())
  await undo(db, await ringUp(db, aDraft({ gift: 4 })), { teller: KOFI })
  const { figures } = await closeShift(
    db,
    { id: crypto.randomUUID(), shift_id: shift.id, counted: { note_50: 1, note_10: 1 }, tenders: [], note: '' },
    AMA,
  )
  expect(figures).toMatchObject({
    sales: 2,
    total: 20,
    voids: [{ number: 'T1-000002', teller_id: KOFI.id, reason: 'WRONG_ITEM', amount: 10 }],
    tenders: [
      { account_code: 'CASH', sales: 16, voided: 6, expected: 60, difference: 0 },
      { account_code: 'GIFT_CARDS', sales: 4, voided: 4, expected: 0 },
    ],
  })
})

test('says where the money goes back to, the gift card first', async () => {
  const db = await aSigningTill()
  const sale = await ringUp(db, aDraft({ gift: 4, account_code: 'MTN_MOBILE_MONEY' }))
  expect(backOf(sale)).toEqual([
    { account_code: 'GIFT_CARDS', amount: 4 },
    { account_code: 'MTN_MOBILE_MONEY', amount: 6 },
  ])
})

test('keeps the mark when the verdicts of sale and void arrive', async () => {
  const db = await aSigningTill()
  const sale = await ringUp(db, aDraft())
  const { voided } = await undo(db, sale)
  await settle(db, [accepted(sale.id), { id: voided!.id, status: 'accepted' }])
  expect(await db.sales.get(sale.id)).toMatchObject({ voided, verdict: { status: 'accepted' } })
})
