import 'fake-indexeddb/auto'
import { accepted, acceptSigned, aDraft, aTill, DEVICE, giveKey, rejected } from '#tests/support/till.ts'
import { describe, expect, test } from 'vitest'
import { exportSales, importSales } from '#sync/till/carry.ts'
import { createCycle } from '#sync/till/cycle.ts'
import { kindOf, TILL_KINDS } from '#sync/till/kinds/known-kinds.ts'
import { leaveNote } from '#sync/till/leave-note.ts'
import { entriesOf, sendAgain, settle } from '#sync/till/outbox.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import type { TillDb } from '#sync/till/till-db.ts'
import { createUnbooked } from '#sync/till/unbooked.ts'
import { waiting } from '#sync/till/waiting.ts'

/** How one of each kind comes about. A kind that is missing here fails the first test. */
const makes: Record<string, (db: TillDb) => Promise<{ id: string }>> = {
  'sale.record': db => ringUp(db, aDraft({ customer_name: 'Kofi' })),
  'note.left': db => leaveNote(db, { id: crypto.randomUUID(), text: 'The printer is out of paper.' }, { id: 7 }),
}

test('every kind of the till has a sample that walks through the tests below', () => {
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

  test("is carried to another till as it was signed, and goes out from there under its author's key", async () => {
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

  test('a file in which it has two ids is not taken', async () => {
    const origin = await aTill()
    await make(origin)
    const [entry] = await entriesOf(origin, 0).toArray()
    const sale = await origin.sales.get(entry!.id)
    expect(isWhole(entry!.mutation, sale)).toBe(true)
    expect(
      isWhole({ ...entry!.mutation, payload: { ...entry!.mutation.payload, id: crypto.randomUUID() } }, sale),
    ).toBe(false)
  })

  test("is counted off the shelf for what it took from there, and has words for the day's list", async () => {
    const db = await aTill()
    await make(db)
    const unbooked = createUnbooked(db)
    await unbooked.since(Date.now())
    expect(unbooked.of(1)).toBe(kind === 'sale.record' ? 1 : 0)
    unbooked.stop()
    const [entry] = await entriesOf(db, 0).toArray()
    expect([label.one, label.many, shown(entry!.mutation.payload)].every(words => words.length > 3)).toBe(true)
  })

  test('can be read by the build before this one: it counts the lines of whatever waits', async () => {
    const db = await aTill()
    await giveKey(db)
    await make(db)
    const [entry] = await entriesOf(db, 0).toArray()
    expect(Array.isArray((entry!.mutation.payload as { lines?: unknown }).lines)).toBe(true)
    expect(entry!.signed!.payload).toEqual(
      expect.not.objectContaining(kind === 'sale.record' ? { customer_name: 'Kofi' } : { lines: [] }),
    )
  })
})

test('keeps an entry of a later build, and sends and settles it as it is', async () => {
  const db = await aTill()
  await giveKey(db)
  const { id } = await ringUp(db, aDraft())
  await db.outbox.where({ id }).modify(entry => {
    entry.mutation = { ...entry.mutation, kind: 'shift.close', payload: { id, lines: [] } }
  })
  expect(kindOf('shift.close').label.many).toBe('entries')
  await settle(db, [accepted(id)])
  expect(await db.outbox.count()).toBe(0)
})
