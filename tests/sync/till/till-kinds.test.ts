import 'fake-indexeddb/auto'
import {
  leaveNote,
  accepted,
  acceptSigned,
  aDraft,
  aTill,
  DEVICE,
  giveKey,
  rejected,
} from '#tests/support/till/till.ts'
import { describe, expect, test } from 'vitest'
import { exportSales, importSales } from '#sync/till/carry.ts'
import { createCycle } from '#sync/till/cycle.ts'
import { kindOf, TILL_KINDS } from '#sync/till/kinds/known-kinds.ts'
import { entriesOf, sendAgain, settle } from '#sync/till/outbox.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { closeShift } from '#sync/till/shifts/close-shift.ts'
import { moveCash, openDrawer } from '#sync/till/shifts/in-shift.ts'
import { openShift } from '#sync/till/shifts/open-shift.ts'
import type { TillDb } from '#sync/till/till-db.ts'
import { voidSale } from '#sync/till/void-sale.ts'
import { createUnbooked } from '#sync/till/unbooked.ts'
import { waiting } from '#sync/till/waiting.ts'

/** How one of each kind comes about. A kind that is missing here fails the first test. */
const makes: Record<string, (db: TillDb) => Promise<{ id: string }>> = {
  'sale.record': db => ringUp(db, aDraft({ customer_name: 'Kofi' })),
  'note.left': db => leaveNote(db, 'The printer is out of paper.'),
  'sale.void': async db => {
    const sale = await ringUp(db, aDraft())
    await settle(db, [{ id: sale.id, status: 'accepted' }])
    if (!(await db.till.get('till'))!.head) await giveKey(db)
    const id = crypto.randomUUID()
    await voidSale(db, { id, sale, reason: 'WRONG_ITEM' }, AMA)
    return { id }
  },
  'shift.open': db => aShift(db),
  'cash.move': async db => {
    await keepOpen(db)
    const id = crypto.randomUUID()
    await moveCash(db, { id, shift_id: OPENED, direction: 'OUT', reason: 'SAFE', note: '', amount: 20 }, AMA)
    return { id }
  },
  'drawer.open': async db => {
    await keepOpen(db)
    const id = crypto.randomUUID()
    await openDrawer(db, { id, shift_id: OPENED, reason: 'CHANGE', note: '' }, AMA)
    return { id }
  },
  'shift.close': async db => {
    await keepOpen(db)
    const id = crypto.randomUUID()
    await closeShift(db, { id, shift_id: OPENED, counted: { note_20: 1 }, tenders: [], note: '' }, AMA)
    return { id }
  },
}
/** Pieces that left the shelf; below zero: came back. */
const TOOK: Record<string, number> = { 'sale.record': 1, 'sale.void': -1 }
const OPENED = '5a3c1f8e-6a1b-4b53-9d53-0f6f3f0c2a99'
const AMA = { id: 7, name: 'Ama Mensah' }
const keepOpen = (db: TillDb) =>
  db.table('till').put({ key: 'shift', id: OPENED, teller: AMA, opened_at: '2026-01-09T08:00:00.000Z', float: {} })
const aShift = (db: TillDb) => openShift(db, { id: crypto.randomUUID(), float: { note_20: 1 } }, AMA)

test('has a sample of every kind for the tests below', () => {
  expect(TILL_KINDS.map(({ kind }) => kind).sort()).toEqual(Object.keys(makes).sort())
})

describe.each(TILL_KINDS)('$kind', ({ kind, label, shown, isWhole }) => {
  const make = (db: TillDb) => makes[kind]!(db)

  test('waits, is rejected, is sent again and is settled', async () => {
    const db = await aTill()
    await giveKey(db)
    const { id } = await make(db)
    expect(await waiting(db)).toMatchObject({ count: 1, attention: 0 })
    await settle(db, [rejected(id)])
    expect(await waiting(db)).toMatchObject({ count: 0, attention: 1 })
    await sendAgain(db, id)
    await createCycle(db, async request => acceptSigned(request)).wake()
    expect(await waiting(db)).toEqual({ count: 0, oldest: null, attention: 0 })
  })

  test('is settled by id and status alone, whatever the kind made', async () => {
    const db = await aTill()
    const { id } = await make(db)
    await settle(db, [{ id, status: 'accepted' }])
    expect(await db.outbox.count()).toBe(0)
  })

  test("is carried to another till as signed, and sent from there under its author's key", async () => {
    const [origin, other] = [await aTill(), await aTill()]
    await other.till.update('till', { device_id: crypto.randomUUID(), id: 2, code: 'T2' })
    const { key_id } = await giveKey(origin)
    await giveKey(other)
    const { id } = await make(origin)
    const { text, count } = await exportSales(origin)
    expect([count, await importSales(other, text)]).toEqual([1, { added: 1, known: 0 }])
    expect(await importSales(other, text)).toEqual({ added: 0, known: 1 })
    const requests: object[] = []
    await createCycle(other, async request => {
      if (request.mutations.length > 0) requests.push(request)
      return acceptSigned(request)
    }).wake()
    const [{ signed } = {}] = await origin.outbox.where({ id }).toArray()
    expect(requests).toEqual([
      {
        protocol: 2,
        device_id: DEVICE,
        key_id,
        mutations: [signed],
        certificates: [`certificate of ${key_id}`],
        grants: [],
      },
    ])
    expect(await other.outbox.count()).toBe(0)
  })

  test('is not imported from a file with two ids for it', async () => {
    const origin = await aTill()
    await make(origin)
    const [entry] = await entriesOf(origin, 0).toArray()
    const sale = await origin.sales.get(entry!.id)
    expect(isWhole(entry!.mutation, sale)).toBe(true)
    expect(
      isWhole({ ...entry!.mutation, payload: { ...entry!.mutation.payload, id: crypto.randomUUID() } }, sale),
    ).toBe(false)
  })

  test("is deducted from stock for what it took, and has words for the day's list", async () => {
    const db = await aTill()
    await make(db)
    const unbooked = createUnbooked(db)
    await unbooked.since(Date.now() + 60_000)
    expect(unbooked.of(1) + 0).toBe(TOOK[kind] ?? 0)
    unbooked.stop()
    const [entry] = await entriesOf(db, 0).toArray()
    expect([label.one, label.many, shown(entry!.mutation.payload)].every(words => words.length > 3)).toBe(true)
  })

  test('can be read by the build before: it counts the lines of whatever waits', async () => {
    const db = await aTill()
    await giveKey(db)
    await make(db)
    const [entry] = await entriesOf(db, 0).toArray()
    expect(Array.isArray((entry!.mutation.payload as { lines?: unknown }).lines)).toBe(true)
    expect(Object.keys(entry!.signed!.payload as object)).not.toContain(
      kind === 'sale.record' ? 'customer_name' : 'lines',
    )
  })
})

test('keeps an entry of a later build, and sends and settles it unchanged', async () => {
  const db = await aTill()
  await giveKey(db)
  const { id } = await ringUp(db, aDraft())
  await db.outbox.where({ id }).modify(entry => {
    entry.mutation = { ...entry.mutation, kind: 'stock.counted', payload: { id, lines: [] } }
  })
  expect(kindOf('stock.counted').label.many).toBe('entries')
  await settle(db, [accepted(id)])
  expect(await db.outbox.count()).toBe(0)
})
