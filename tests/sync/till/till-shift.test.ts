import 'fake-indexeddb/auto'
import { aDraft, aTill, giveKey } from '#tests/support/till/till.ts'
import { expect, test } from 'vitest'
import { ringUp } from '#sync/till/ring-up.ts'
import { closeShift } from '#sync/till/shifts/close-shift.ts'
import { moveCash, openDrawer } from '#sync/till/shifts/in-shift.ts'
import { eventsOf, keptReports, openShiftOf, ShiftClosed, shiftSoFar } from '#sync/till/shifts/kept-shift.ts'
import { openShift } from '#sync/till/shifts/open-shift.ts'
import type { TillDb } from '#sync/till/till-db.ts'

const AMA = { id: 7, name: 'Ama Mensah' }
const KOFI = { id: 8, name: 'Kofi Boateng' }

async function aSigningTill(): Promise<TillDb> {
  const db = await aTill()
  await giveKey(db)
  return db
}
const open = (db: TillDb, id = crypto.randomUUID()) => openShift(db, { id, float: { note_50: 2 } }, AMA)
const aCount = (shift_id: string, id = crypto.randomUUID()) => ({
  id,
  shift_id,
  counted: { note_100: 1, note_10: 1 },
  tenders: [],
  note: '',
})
const kinds = async (db: TillDb) => (await db.outbox.toArray()).map(({ mutation }) => mutation.kind)

test('counts what was sold between the beginning and the end of a shift, by several tellers', async () => {
  const db = await aSigningTill()
  await ringUp(db, aDraft())
  const shift = await open(db)
  await ringUp(db, aDraft())
  await ringUp(db, aDraft({ account_code: 'BANK', teller_id: KOFI.id, teller_name: KOFI.name }))
  expect((await shiftSoFar(db))!.figures).toMatchObject({ sales: 2, total: 20, float: 100 })
  const report = await closeShift(db, aCount(shift.id), KOFI)
  await ringUp(db, aDraft())
  expect(report).toMatchObject({
    shift: { id: shift.id, teller: AMA },
    teller: KOFI,
    figures: {
      sales: 2,
      first_number: 'T1-000002',
      last_number: 'T1-000003',
      tenders: [
        { account_code: 'CASH', sales: 10, expected: 110, counted: 110, difference: 0 },
        { account_code: 'BANK', sales: 10, expected: 10, counted: null, difference: null },
      ],
    },
  })
  expect([await shiftSoFar(db), await keptReports(db, 5)]).toEqual([null, [report]])
})

test('expects no cash for the part of a sale that a gift card paid', async () => {
  const db = await aSigningTill()
  const shift = await open(db)
  await ringUp(db, aDraft({ gift: 4 }))
  const { figures } = await closeShift(db, aCount(shift.id), AMA)
  expect(figures.tenders).toMatchObject([
    { account_code: 'CASH', expected: 106 },
    { account_code: 'GIFT_CARDS', expected: 4 },
  ])
})

test('counts cash paid in and out and openings of the drawer, each once however often a button is pressed', async () => {
  const db = await aSigningTill()
  const { id: shift_id } = await open(db)
  const out = { id: crypto.randomUUID(), shift_id, direction: 'OUT' as const, reason: 'SUPPLIES', note: '', amount: 30 }
  const opening = { id: crypto.randomUUID(), shift_id, reason: 'CHANGE', note: 'Card 4084 0840 8408 4081' }
  await Promise.all([moveCash(db, out, AMA), moveCash(db, out, AMA), openDrawer(db, opening, KOFI)])
  await moveCash(db, { ...out, id: crypto.randomUUID(), direction: 'IN', reason: 'CHANGE', amount: 0.5 }, KOFI)
  await openDrawer(db, opening, KOFI)
  expect(await kinds(db)).toEqual(['shift.open', 'cash.move', 'drawer.open', 'cash.move'])
  const { figures } = (await shiftSoFar(db))!
  expect(figures).toMatchObject({ paid_in: 0.5, paid_out: 30, drawer_openings: 1 })
  expect((await closeShift(db, aCount(shift_id), AMA)).figures.tenders).toMatchObject([{ expected: 70.5 }])
  expect(JSON.stringify(await db.outbox.toArray())).not.toContain('4084 0840 8408 4081')
})

test('writes no cash move for a shift that is closed', async () => {
  const db = await aSigningTill()
  const { id: shift_id } = await open(db)
  await closeShift(db, aCount(shift_id), AMA)
  const late = { id: crypto.randomUUID(), shift_id, reason: 'CHANGE', note: '' }
  await expect(openDrawer(db, late, AMA)).rejects.toThrow(ShiftClosed)
  await expect(moveCash(db, { ...late, direction: 'IN', amount: 5 }, AMA)).rejects.toThrow(ShiftClosed)
  expect([await kinds(db), (await db.till.get('till'))!.last_seq]).toEqual([['shift.open', 'shift.close'], 2])
})

test('forgets what was done to the drawer 30 days before a shift is closed, and keeps its reports', async () => {
  const db = await aSigningTill()
  const { id: shift_id } = await open(db)
  await openDrawer(db, { id: crypto.randomUUID(), shift_id, reason: 'CHANGE', note: '' }, AMA)
  await closeShift(db, aCount(shift_id), AMA)
  await db
    .table('till')
    .where('key')
    .startsWith('event ')
    .modify((event: { payload: { occurred_at: string } }) => {
      event.payload.occurred_at = new Date(Date.now() - 31 * 86_400_000).toISOString()
    })
  await closeShift(db, aCount((await open(db)).id), AMA)
  expect([await eventsOf(db, 0, Date.now()), (await keptReports(db, 5)).length]).toEqual([[], 2])
})

test('opens one shift and closes it once when a button is pressed twice', async () => {
  const db = await aSigningTill()
  const id = crypto.randomUUID()
  const [first, second] = await Promise.all([open(db, id), open(db, id)])
  const other = await open(db)
  expect([second.id, other.id]).toEqual([first.id, first.id])
  const count = aCount(first.id)
  const [report, again] = await Promise.all([closeShift(db, count, AMA), closeShift(db, count, AMA)])
  const later = await closeShift(db, { ...aCount(first.id), counted: {} }, KOFI)
  expect([again.key, later]).toEqual([report.key, report])
  expect(await kinds(db)).toEqual(['shift.open', 'shift.close'])
})

test('writes nothing when the shift to be closed is not open', async () => {
  const db = await aSigningTill()
  const shift = await open(db)
  await expect(closeShift(db, aCount(crypto.randomUUID()), AMA)).rejects.toThrow(ShiftClosed)
  expect([(await openShiftOf(db))?.id, await kinds(db), (await db.till.get('till'))!.last_seq]).toEqual([
    shift.id,
    ['shift.open'],
    1,
  ])
})
