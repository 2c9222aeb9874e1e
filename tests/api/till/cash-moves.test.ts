import { expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import type { DrawerEvent, ShiftRevision } from '#sync/protocol/staff/shift.ts'
import { brokenRules } from '#tests/support/server/shop.ts'
import { shiftsAt, shiftsSeen } from '#tests/support/till/shift-day.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const openCodes = async () =>
  (
    await select<{ code: string }>(
      "SELECT code FROM exceptions WHERE status_code = 'OPEN' AND code LIKE 'SHIFT%' ORDER BY id",
    )
  ).map(({ code }) => code)
const entries = () =>
  select<{ account_code: string; amount: number; till_id: number | null; description: string }>(
    "SELECT account_code, amount, till_id, description FROM transactions WHERE type_code = 'MANUAL' ORDER BY id",
  )
const balances = () =>
  select<{ code: string; balance: number }>('SELECT code, balance FROM accounts WHERE balance <> 0 ORDER BY code')
const shown = async (id: number) =>
  (await here.api.send('GET', `/api/staff/shifts/${id}`, { token: here.manager.token })).body as unknown as {
    revisions: ShiftRevision[]
    events: DrawerEvent[]
  }

test('expects the float, the sales and what was paid in, less what was paid out, and books both ends of each', async () => {
  const { open, sell, payOut, noSale, close } = shiftsAt(here)
  const shift = open()
  const day = [
    shift,
    sell(),
    payOut(shift.id, 12.5, { note: 'Bags' }),
    noSale(shift.id, { note: 'For the kiosk' }),
    payOut(shift.id, 40, { direction: 'IN', reason: 'CHANGE' }),
    payOut(shift.id, 100, { reason: 'SAFE' }),
    close(shift.id, { note_20: 1, note_10: 1, note_5: 1, note_2: 1, coin_50p: 1 }),
  ]
  expect(inWords((await here.till.carry(day)).said.verdicts)).toEqual(Array(7).fill('accepted'))
  const [seen] = await shiftsSeen(here)
  expect(seen).toMatchObject({ expected: 37.5, difference: 0, paid_in: 40, paid_out: 112.5, no_sales: 1 })
  const { revisions, events } = await shown(seen!.id)
  expect(revisions).toMatchObject([
    {
      figures: {
        paid_in: 40,
        paid_out: 112.5,
        drawer_openings: 1,
        missing: 0,
        moved: [
          { direction: 'OUT', reason: 'SUPPLIES', amount: 12.5 },
          { direction: 'IN', reason: 'CHANGE', amount: 40 },
          { direction: 'OUT', reason: 'SAFE', amount: 100 },
        ],
      },
    },
  ])
  expect(events.map(({ what, moved, note, teller }) => [what, moved, note, teller.name])).toEqual([
    ['Paid out: Supplies', -12.5, 'Bags', 'Efua'],
    ['No sale: Give change', null, 'For the kiosk', 'Efua'],
    ['Paid in: Change from the bank', 40, '', 'Efua'],
    ['Paid out: To the safe', -100, '', 'Efua'],
  ])
  const till_id = here.till.till.id
  expect(await entries()).toEqual([
    { account_code: 'CASH', amount: -12.5, till_id, description: 'Paid out: Supplies. Bags' },
    { account_code: 'EXPENSES', amount: 12.5, till_id: null, description: 'Paid out: Supplies. Bags' },
    { account_code: 'CASH', amount: 40, till_id, description: 'Paid in: Change from the bank' },
    { account_code: 'BANK', amount: -40, till_id: null, description: 'Paid in: Change from the bank' },
    { account_code: 'CASH', amount: -100, till_id, description: 'Paid out: To the safe' },
    { account_code: 'SAFE', amount: 100, till_id: null, description: 'Paid out: To the safe' },
  ])
  expect(await balances()).toEqual([
    { code: 'BANK', balance: -40 },
    { code: 'CASH', balance: -62.5 },
    { code: 'EXPENSES', balance: 12.5 },
    { code: 'SAFE', balance: 100 },
  ])
  expect([await openCodes(), await brokenRules()]).toEqual([[], []])
})

test('gives a late move to the shift it belongs to, as the next revision', async () => {
  const { open, payOut, noSale, close } = shiftsAt(here)
  const shift = open()
  const [out, opening] = [payOut(shift.id, 30), noSale(shift.id)]
  await here.till.carry([shift, close(shift.id, { note_50: 1, note_20: 1 })])
  expect(await openCodes()).toEqual(['SHIFT_DIFFERENCE'])
  await here.till.carry([out])
  await here.till.carry([opening, out])
  expect(await shiftsSeen(here)).toMatchObject([{ expected: 70, difference: 0, revision: 3, no_sales: 1 }])
  expect([await openCodes(), await brokenRules()]).toEqual([[], []])
})

test('names a move whose shift has not arrived, until it does', async () => {
  const { open, payOut, noSale } = shiftsAt(here)
  const shift = open()
  await here.till.carry([payOut(shift.id, 5), noSale(shift.id)])
  expect(await openCodes()).toEqual(['SHIFT_UNKNOWN', 'SHIFT_UNKNOWN'])
  await here.till.carry([shift])
  expect([await openCodes(), await brokenRules()]).toEqual([[], []])
})

test('books a move for a closed shift, names it, and counts it in the shift that its place is in', async () => {
  const { open, payOut, noSale, close } = shiftsAt(here)
  const first = open()
  await here.till.carry([first, close(first.id, { note_100: 1 }), payOut(first.id, 5)])
  const second = open()
  const later = [
    second,
    payOut(first.id, 20),
    noSale(first.id),
    close(second.id, { note_50: 1, note_20: 1, note_10: 1 }),
  ]
  expect(inWords((await here.till.carry(later)).said.verdicts)).toEqual(Array(4).fill('accepted'))
  expect(await shiftsSeen(here)).toMatchObject([
    { expected: 80, difference: 0, paid_out: 20, no_sales: 1 },
    { expected: 100, difference: 0, paid_out: 0, no_sales: 0 },
  ])
  const details = await select<{ detail: string }>(
    "SELECT detail FROM exceptions WHERE code = 'SHIFT_ENDED' ORDER BY id",
  )
  const { code } = here.till.till
  expect(details.map(({ detail }) => detail.replaceAll('\u00A0', ' '))).toEqual([
    `${code}: GH₵ 5.00 was paid out for a shift that was already closed.`,
    `${code}: GH₵ 20.00 was paid out for a shift that was already closed.`,
    `${code}: the drawer was opened for a shift that was already closed.`,
  ])
  expect(await brokenRules()).toEqual([])
})

test('books moves of two tills at the same time, with sales among them', async () => {
  const tills = [here.till, await here.anotherTill()]
  await Promise.all(
    tills.map(async till => {
      const { open, sell, payOut, close } = shiftsAt(here, till)
      const shift = open()
      await till.carry([shift])
      await Promise.all(
        Array.from({ length: 6 }, () => till.carry([sell('BANK'), payOut(shift.id, 1), sell(), payOut(shift.id, 2)])),
      )
      await till.carry([close(shift.id, { note_100: 1, note_20: 2, note_2: 1 })])
    }),
  )
  expect(await shiftsSeen(here)).toMatchObject([
    { expected: 142, paid_out: 18 },
    { expected: 142, paid_out: 18 },
  ])
  expect([await openCodes(), await brokenRules()]).toEqual([[], []])
})
