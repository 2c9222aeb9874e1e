import { expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import type { CashCount } from '#sync/protocol/staff/cash-count.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { StaffShift } from '#sync/protocol/staff/shift.ts'
import { brokenRules } from '#tests/support/server/shop.ts'
import { shiftsAt, shiftsSeen } from '#tests/support/till/shift-day.ts'
import { signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const counts = async (): Promise<CashCount[]> =>
  (
    (await here.api.send('GET', '/api/staff/cash-counts', { token: here.manager.token })).body as unknown as {
      cash_counts: { data: CashCount[] }
    }
  ).cash_counts.data
const countNow = async (counted: number, more: object = {}): Promise<CashCount> =>
  (
    (
      await here.api.send('POST', '/api/staff/cash-counts', {
        token: here.manager.token,
        body: { account_code: 'CASH', till_id: here.till.till.id, counted, ...more },
      })
    ).body as unknown as { cash_count: CashCount }
  ).cash_count
const explained = async ({ id }: CashCount) =>
  (await here.api.send('GET', `/api/staff/cash-counts/${id}`, { token: here.manager.token }))
    .body as unknown as ReplyOf<'GET /api/staff/cash-counts/:id'>
const entriesOf = async ({ id }: CashCount) =>
  (
    (await here.api.send('GET', `/api/staff/cash-counts/${id}/entries`, { token: here.manager.token }))
      .body as unknown as ReplyOf<'GET /api/staff/cash-counts/:id/entries'>
  ).entries.data.map(({ amount }) => amount)

test('shows the end of a shift as a count of its drawer, with the entries of that shift', async () => {
  const { open, sell, payOut, close } = shiftsAt(here)
  const before = sell()
  const shift = open()
  const day = [sell(), payOut(shift.id, 3), close(shift.id, { note_100: 1, note_5: 1 }, { note: 'One note torn.' })]
  await here.till.carry([before, shift, ...day, sell()])
  const [count, ...more] = await counts()
  const [{ id }] = (await shiftsSeen(here)) as [StaffShift]
  const { code, id: till_id, name } = here.till.till
  expect([count, more]).toMatchObject([
    {
      till: { id: till_id, code, name },
      shift_id: id,
      counted: 105,
      expected: 107,
      difference: -2,
      since_last: -2,
      remains: 105,
      note: 'One note torn.',
      user: { name: 'Efua' },
    },
    [],
  ])
  expect(await entriesOf(count!)).toEqual([-3, 10])
  expect((await explained(count!)).by_teller).toEqual([{ name: 'Efua', entries: 2, sum: 7 }])
  expect(await brokenRules()).toEqual([])
})

test('puts the count right when a sale of its shift arrives late, and does not count that sale again', async () => {
  const { open, sell, close } = shiftsAt(here)
  const shift = open()
  const [early, late] = [sell(), sell()]
  await here.till.carry([shift, early, close(shift.id, { note_100: 1, note_20: 1 })])
  expect(await counts()).toMatchObject([{ expected: 110, difference: 10 }])
  await here.till.carry([late])
  expect(await counts()).toMatchObject([{ expected: 120, difference: 0, since_last: 0 }])
  const after = await countNow(120)
  expect([after, await entriesOf(after)]).toMatchObject([{ expected: 120, difference: 0, shift_id: null }, []])
  await here.till.carry([sell()])
  expect(await countNow(130)).toMatchObject({ expected: 130, difference: 0 })
  expect(await brokenRules()).toEqual([])
})

test('does not count a late sale of a closed shift again after somebody has counted the drawer by hand', async () => {
  const { open, sell, close } = shiftsAt(here)
  const shift = open()
  const late = sell()
  await here.till.carry([shift, close(shift.id, { note_100: 1, note_10: 1 })])
  await countNow(110)
  await here.till.carry([late])
  expect(await countNow(110)).toMatchObject({ expected: 110, difference: 0 })
})

test('does not count a shift again when it arrives after somebody has counted its drawer by hand', async () => {
  const { open, sell, close } = shiftsAt(here)
  const shift = open()
  const day = [shift, sell(), close(shift.id, { note_100: 1, note_10: 1 })]
  await countNow(110)
  await here.till.carry(day)
  expect(await countNow(110)).toMatchObject({ expected: 110, difference: 0 })
})

test('expects the float of the shift that is open and what was taken since, whatever the last Z left', async () => {
  const { open, sell, payOut, close } = shiftsAt(here)
  const first = open()
  await here.till.carry([first, sell(), close(first.id, { note_100: 1, note_10: 1 })])
  await execute('UPDATE cash_counts SET created_at = created_at - INTERVAL 1 MINUTE')
  const second = open({ float: { note_50: 1 } })
  await here.till.carry([second, sell(), payOut(second.id, 20)])
  const midway = await countNow(40)
  expect([midway, await entriesOf(midway)]).toMatchObject([{ expected: 40, difference: 0 }, [-20, 10]])
  await here.till.carry([sell(), close(second.id, { note_50: 1 })])
  expect(await counts()).toMatchObject([
    { expected: 50, difference: 0, shift_id: expect.any(Number) },
    { expected: 40, difference: 0, shift_id: null },
    { expected: 110, difference: 0, shift_id: expect.any(Number) },
  ])
})

test('counts cash that staff pay out of the drawer online after the Z, once', async () => {
  const { open, close } = shiftsAt(here)
  const shift = open()
  await here.till.carry([shift, close(shift.id, { note_100: 1 })])
  await execute('UPDATE cash_counts SET created_at = created_at - INTERVAL 1 SECOND')
  await here.api.send('POST', '/api/staff/transactions', {
    token: here.owner.token,
    body: { account_code: 'CASH', direction: 'Dr', amount: 30, description: 'Bags', till_id: here.till.till.id },
  })
  expect(await countNow(70)).toMatchObject({ expected: 70, difference: 0 })
  expect(await countNow(70)).toMatchObject({ expected: 70, difference: 0 })
})

test('books the difference of a Z once, and leaves that count as it was booked when a sale arrives late', async () => {
  const { open, sell, close } = shiftsAt(here)
  const shift = open()
  const late = sell()
  await here.till.carry([shift, close(shift.id, { note_50: 1, note_20: 2 })])
  const [count] = await counts()
  const book = () =>
    here.api.send('POST', `/api/staff/cash-counts/${count!.id}/book`, {
      token: here.owner.token,
      body: { reason: 'Not found' },
    })
  expect([(await book()).status, (await book()).status]).toEqual([201, 409])
  await here.till.carry([late])
  expect(await counts()).toMatchObject([{ expected: 100, difference: -10 }])
  expect(await shiftsSeen(here)).toMatchObject([{ expected: 110, revision: 2 }])
  expect(await select("SELECT amount FROM transactions WHERE type_code = 'MANUAL'")).toEqual([{ amount: -10 }])
  expect(await brokenRules()).toEqual([])
})

test('takes a voided sale out of the count of the shift that voided it, once', async () => {
  const { open, sell, takeBack, close } = shiftsAt(here)
  const shift = open()
  const [kept, voided] = [sell(), sell()]
  const late = takeBack(voided.payload)
  await here.till.carry([shift, kept, voided, close(shift.id, { note_100: 1, note_10: 1 })])
  await here.till.carry([late])
  const [count] = await counts()
  expect(count).toMatchObject({ expected: 110, difference: 0 })
  expect((await entriesOf(count!)).toSorted()).toEqual([-10, 10, 10])
  expect(await countNow(110)).toMatchObject({ expected: 110, difference: 0 })
})

test('counts the drawers of two tills apart, and leaves the whole account what its entries say', async () => {
  const other = await here.anotherTill()
  const [own, others] = [shiftsAt(here), shiftsAt(here, other)]
  const [shift, elsewhere] = [own.open(), others.open()]
  await here.till.carry([shift, own.sell(), own.close(shift.id, { note_100: 1, note_10: 1 })])
  await other.carry([elsewhere, others.sell(), others.sell(), others.close(elsewhere.id, { note_100: 1, note_20: 1 })])
  expect(await counts()).toMatchObject([
    { till: { code: other.till.code }, expected: 120, difference: 0 },
    { till: { code: here.till.till.code }, expected: 110, difference: 0 },
  ])
  expect(await countNow(30, { till_id: null })).toMatchObject({ expected: 30, difference: 0 })
})
