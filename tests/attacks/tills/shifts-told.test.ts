import { expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { brokenRules, count } from '#tests/support/server/shop.ts'
import { revisionsSeen, shiftsAt, shiftsSeen } from '#tests/support/till/shift-day.ts'
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

test('keeps the first count when a teller counts again later, and names the second', async () => {
  const { open, sell, close } = shiftsAt(here)
  const shift = open()
  const honest = close(shift.id, { note_50: 1 })
  await here.till.carry([shift, honest])
  const better = close(shift.id, { note_100: 1 })
  await here.till.carry([sell(), better])
  expect(await shiftsSeen(here)).toMatchObject([{ expected: 100, counted: 50, difference: -50, revision: 1 }])
  expect([await openCodes(), await brokenRules()]).toEqual([['SHIFT_DIFFERENCE', 'SHIFT_CLOSED_TWICE'], []])
})

test('refuses another count under the same id, and books a repeat once', async () => {
  const { open, close } = shiftsAt(here)
  const shift = open()
  const end = close(shift.id, { note_50: 1 })
  await here.till.carry([shift, end])
  const changed = here.till.sign('shift.close', { ...end.payload, counted: { note_100: 1 } })
  expect(inWords((await here.till.carry([end, end, changed])).said.verdicts)).toEqual([
    'accepted',
    'accepted',
    'conflict',
  ])
  expect([await count('shift_closings'), await count('shift_reports')]).toEqual([1, 1])
})

test('refuses a count whose bytes were changed on the way', async () => {
  const { open, close } = shiftsAt(here)
  const shift = open()
  const end = close(shift.id, { note_50: 1 })
  const changed = { ...end, payload: { ...end.payload, counted: { note_100: 1 } } }
  expect(inWords((await here.till.carry([shift, changed])).said.verdicts)).toEqual(['accepted', 'unproved'])
  await here.till.carry([end])
  expect(await shiftsSeen(here)).toMatchObject([{ counted: 50 }])
})

test('leaves the shift of another till open, and names who closed it', async () => {
  const other = await here.anotherTill()
  const [own, others] = [shiftsAt(here), shiftsAt(here, other)]
  const shift = own.open()
  await here.till.carry([shift])
  const foreign = [others.sell(), others.sell(), others.close(shift.id, {})]
  expect(inWords((await other.carry(foreign)).said.verdicts)).toEqual(Array(3).fill('accepted'))
  expect(await shiftsSeen(here)).toMatchObject([{ closed_at: null, revision: 0 }])
  expect([await openCodes(), await count('shift_reports')]).toEqual([['SHIFT_UNKNOWN'], 0])

  const sales = Array.from({ length: 5 }, () => own.sell())
  await here.till.carry([...sales, own.close(shift.id, { note_100: 1, note_50: 1 })])
  expect(await shiftsSeen(here)).toMatchObject([{ expected: 150, counted: 150, revision: 1 }])
  expect(await openCodes()).toContain('SHIFT_UNKNOWN')
})

test('books the end of a shift that never began, and names it', async () => {
  const { close } = shiftsAt(here)
  const end = close('11111111-2222-4333-8444-555555555555', { note_50: 1 })
  expect(inWords((await here.till.carry([end])).said.verdicts)).toEqual(['accepted'])
  expect([await openCodes(), await brokenRules()]).toEqual([['SHIFT_UNKNOWN'], []])
})

test('takes no end that comes before its beginning in the chain', async () => {
  const { open, close } = shiftsAt(here)
  const id = crypto.randomUUID()
  const end = close(id, { note_100: 1 })
  await here.till.carry([end, open({ id })])
  expect(await shiftsSeen(here)).toMatchObject([{ revision: 0 }])
  expect(await openCodes()).toEqual(['SHIFT_UNKNOWN'])
})

test.each([
  ['a note that does not exist', { note_500: 1 }],
  ['fewer than none', { note_100: -1 }],
  ['half a note', { note_100: 0.5 }],
  ['more than a drawer holds', { note_200: 10_001 }],
  ['a number too large for anything', { note_200: 1e300 }],
  ['words', { note_200: 'ten' }],
])('rejects %s and keeps the till going', async (_, counted) => {
  const { open, sell, close } = shiftsAt(here)
  const shift = open()
  const wrong = close(shift.id, counted as object)
  const words = inWords((await here.till.carry([shift, wrong, sell(), close(shift.id, { note_100: 1 })])).said.verdicts)
  expect(words).toEqual(['accepted', 'validation', 'accepted', 'accepted'])
  expect(await shiftsSeen(here)).toMatchObject([{ expected: 110, counted: 100 }])
  expect((await revisionsSeen(here)).at(-1)).toMatchObject({ figures: { missing: 0 } })
})

test.each([
  ['cash as another tender', { tenders: [{ account_code: 'CASH', amount: 5 }] }],
  [
    'a tender twice',
    {
      tenders: [
        { account_code: 'BANK', amount: 5 },
        { account_code: 'BANK', amount: 6 },
      ],
    },
  ],
  ['an amount with three decimals', { tenders: [{ account_code: 'BANK', amount: 5.005 }] }],
  ['another shop', { shop_id: 2 }],
  ['a teller who never was', { teller_id: 4_000_000 }],
  ['a member that no build sends', { expected: 5 }],
])('rejects %s', async (_, more) => {
  const { open, close } = shiftsAt(here)
  const shift = open()
  expect(inWords((await here.till.carry([shift, close(shift.id, {}, more as object)])).said.verdicts)).toEqual([
    'accepted',
    'validation',
  ])
})

test('offers nobody, a manager included, a way to change a shift', async () => {
  const { open, close } = shiftsAt(here)
  const shift = open()
  await here.till.carry([shift, close(shift.id, { note_50: 1 })])
  const [shown] = await shiftsSeen(here)
  for (const method of ['PATCH', 'PUT', 'DELETE', 'POST'] as const)
    for (const { token } of [here.manager, here.owner])
      expect(
        (await here.api.send(method, `/api/staff/shifts/${shown!.id}`, { token, body: { counted: 100 } })).status,
      ).toBeGreaterThanOrEqual(404)
  expect(await shiftsSeen(here)).toMatchObject([{ counted: 50 }])
})
