import 'fake-indexeddb/auto'
import { aDraft, aTill, giveKey, wrongIn } from '#tests/support/till/till.ts'
import { expect, test } from 'vitest'
import { ringUp } from '#sync/till/ring-up.ts'
import { shiftSoFar } from '#sync/till/shifts/kept-shift.ts'
import { openShift } from '#sync/till/shifts/open-shift.ts'
import { backOf, voidSale } from '#sync/till/void-sale.ts'

const AMA = { id: 7, name: 'Ama Mensah' }
const MOMO = 'MTN_MOBILE_MONEY'
const inParts = (reference = 'MP2411001') =>
  aDraft({
    tenders: [
      { account_code: 'CASH', amount: 4, tendered: 5 },
      { account_code: MOMO, amount: 6, reference },
    ],
  })

test('signs the parts of a payment, without a card number or half a character in their references', async () => {
  const db = await aTill()
  const { public_key } = await giveKey(db)
  await ringUp(db, inParts('4111 1111 1111 1111 \ud83d'))
  const sent = (await db.outbox.toArray()).flatMap(({ signed }) => signed ?? [])
  expect(await wrongIn(sent, public_key)).toEqual([])
  expect((sent[0]!.payload as { tenders: object }).tenders).toEqual([
    { account_code: 'CASH', amount: 4, tendered: 5 },
    { account_code: MOMO, amount: 6, reference: '•••• 1111 \ufffd' },
  ])
})

test('says nothing of parts in a sale that was paid in one way', async () => {
  const db = await aTill()
  const sale = await ringUp(db, aDraft({ tendered: 20 }))
  expect('tenders' in sale).toBe(false)
  expect('tenders' in ((await db.outbox.toCollection().first())!.mutation.payload as object)).toBe(false)
})

test('counts every part in its account, and gives each back with a void', async () => {
  const db = await aTill()
  await giveKey(db)
  await openShift(db, { id: crypto.randomUUID(), float: { note_50: 2 } }, AMA)
  await ringUp(db, inParts())
  const sale = await ringUp(db, inParts('MP2411002'))
  expect((await shiftSoFar(db))!.figures.tenders).toMatchObject([
    { account_code: 'CASH', sales: 8, expected: 108 },
    { account_code: MOMO, sales: 12, expected: 12 },
  ])
  expect(backOf(sale)).toEqual([
    { account_code: 'CASH', amount: 4 },
    { account_code: MOMO, amount: 6 },
  ])
  await voidSale(db, { id: crypto.randomUUID(), sale, reason: 'WRONG_TENDER' }, AMA)
  expect((await shiftSoFar(db))!.figures.tenders).toMatchObject([
    { account_code: 'CASH', sales: 8, voided: 4, expected: 104 },
    { account_code: MOMO, sales: 12, voided: 6, expected: 6 },
  ])
})
