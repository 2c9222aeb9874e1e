import { expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import {
  callAs,
  confirmAgain,
  inAWord,
  staffWithApp as staff,
  type Call,
  type Staff,
} from '#tests/support/people/late-staff.ts'
import { askStaff } from '#tests/support/people/second-factors.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import type { Api } from '#tests/support/server/api.ts'
import { brokenRules } from '#tests/support/server/shop.ts'
import { aGiftCard } from '#tests/support/shop/gift-cards.ts'
import { refundDesk } from '#tests/support/shop/refund-desk.ts'
import { aCompletedOrder } from '#tests/support/shop/returns.ts'

let api: Api
aShopEach('MANAGER', async here => {
  ;({ api } = here)
  await askStaff('OPTIONAL')
  await execute("UPDATE settings SET value = '100' WHERE name = 'step_up_limit'")
})

/** A completed order of so many goods at a price. */
async function anOrder(retail_price: number, quantity = 1) {
  const { variations } = await aProduct({ retail_price, pieces: [{ size: 'ONE', quantity: 9 }] })
  return aCompletedOrder({ [variations[0]!]: quantity })
}
/** An approved refund of one piece. */
async function aRefund(who: Staff, order: Awaited<ReturnType<typeof anOrder>>): Promise<number> {
  const desk = refundDesk(api, who.token)
  const { refund } = await desk.ask(order)
  expect((await desk.approve(refund.id)).status).toBe(200)
  return refund.id
}
const moneyOut = () => select<{ amount: number }>("SELECT amount FROM transactions WHERE type_code = 'REFUND'")
const cards = () => select<{ balance: number }>('SELECT balance FROM stored_values ORDER BY id')
/** The three calls that pay a refund. */
const payouts = (id: number): Call[] => [
  ['POST', `/api/staff/refunds/${id}/money`, { account_code: 'CASH' }],
  ['PATCH', `/api/staff/refunds/${id}`, { status_code: 'COMPLETED', account_code: 'CASH' }],
  ['POST', `/api/staff/refunds/${id}/credit`],
]
const inTurn = async (who: Staff, calls: readonly Call[]) => {
  const words: (string | number)[] = []
  for (const each of calls) words.push(inAWord(await callAs(api, who, each)))
  return words
}

test.each([0, 1, 2])('asks again for a refund at the limit, by call %i of three, and not below it', async which => {
  const cashier = await staff('MANAGER', { minutes: 11 })
  const [large, small] = [await aRefund(cashier, await anOrder(100)), await aRefund(cashier, await anOrder(99))]
  expect(await inTurn(cashier, payouts(large))).toEqual(['step_up', 'step_up', 'step_up'])
  expect([await moneyOut(), await cards()]).toEqual([[], []])
  expect(await inTurn(cashier, [payouts(small)[which]!])).toEqual([200])
  await confirmAgain(api, cashier)
  expect(await inTurn(cashier, [payouts(large)[which]!])).toEqual([200])
  expect(await brokenRules()).toEqual([])
})

// Before: each refund was looked at alone, so that a payout in parts never asked.
test('asks again for the part of an order’s refunds that reaches the limit, whoever paid the others', async () => {
  const [cashier, other] = [await staff('MANAGER', { minutes: 11 }), await staff('MANAGER', { minutes: 11 })]
  const order = await anOrder(60, 2)
  const first = await aRefund(cashier, order)
  expect(await inTurn(other, [payouts(first)[0]!])).toEqual([200])
  const second = await aRefund(cashier, order)
  expect(await inTurn(cashier, payouts(second))).toEqual(['step_up', 'step_up', 'step_up'])
  expect(await moneyOut()).toEqual([{ amount: -60 }])
})

const pay = (amount: number): Call => [
  'POST',
  '/api/staff/transactions',
  { account_code: 'CASH', direction: 'Dr', amount, description: 'Needles' },
]
const give = (amount: number): Call => ['POST', '/api/staff/gift-cards', { amount, account_code: null }]
const refundOf = async (who: Staff, price: number) => payouts(await aRefund(who, await anOrder(price)))
const fill = async (amount: number): Promise<Call> => [
  'POST',
  `/api/staff/gift-cards/${(await aGiftCard(50)).id}/adjust`,
  { amount, note: 'The promised rest' },
]
const payBack = async (amount: number): Promise<Call> => [
  'POST',
  `/api/staff/gift-cards/${(await aGiftCard(amount)).id}/void`,
  { account_code: 'CASH', note: 'Changed their mind' },
]

/** Each way out for 60 cedis, below the limit. */
const WAYS: [what: string, make: (who: Staff) => Promise<Call>][] = [
  ['a refund in cash', async who => (await refundOf(who, 60))[0]!],
  ['a completed refund', async who => (await refundOf(who, 60))[1]!],
  ['a refund as store credit', async who => (await refundOf(who, 60))[2]!],
  ['an entry by hand', async () => pay(60)],
  ['a gift card given away', async () => give(60)],
  ['more on a gift card', () => fill(60)],
  ['a gift card paid back', () => payBack(60)],
]

test.each(WAYS)('counts %s with what the same person paid out the same day', async (_, make) => {
  const [admin, other] = [
    await staff('ADMINISTRATOR', { minutes: 1500 }),
    await staff('ADMINISTRATOR', { minutes: 11 }),
  ]
  const calls: Call[] = [await make(admin), await make(admin)]
  expect((await inTurn(admin, [calls[0]!]))[0]).toBeLessThan(300)
  expect(await inTurn(admin, [calls[1]!, pay(40)])).toEqual(['step_up', 'step_up'])
  expect(await inTurn(admin, [pay(39.99)])).toEqual([201])
  expect((await inTurn(other, [calls[1]!]))[0]).toBeLessThan(300)
  expect(await brokenRules()).toEqual([])
})

test('counts from zero when somebody shows the second factor, and after a day', async () => {
  const admin = await staff('ADMINISTRATOR', { minutes: 1500 })
  expect(await inTurn(admin, [pay(60), pay(60)])).toEqual([201, 'step_up'])
  await execute('UPDATE staff_changes SET created_at = NOW(3) - INTERVAL 25 HOUR')
  expect(await inTurn(admin, [pay(60), pay(60)])).toEqual([201, 'step_up'])
  await execute('UPDATE staff_changes SET created_at = NOW(3) - INTERVAL 30 MINUTE')
  await execute('UPDATE sessions SET second_factor_at = NOW(3) - INTERVAL 11 MINUTE WHERE id = ?', [admin.session_id])
  expect(await inTurn(admin, [pay(60), pay(60)])).toEqual([201, 'step_up'])
})

test('asks again at the limit for each thing that is done with a gift card, and not for what takes nothing out', async () => {
  const admin = await staff('ADMINISTRATOR', { minutes: 11 })
  const { id } = await aGiftCard(100)
  const more = { note: 'Damp' }
  expect(
    await inTurn(admin, [
      give(100),
      await fill(100),
      await payBack(100),
      ['POST', `/api/staff/gift-cards/${id}/code`, more],
    ]),
  ).toEqual(['step_up', 'step_up', 'step_up', 'step_up'])
  expect(
    await inTurn(admin, [
      ['POST', '/api/staff/gift-cards', { amount: 100, account_code: 'CASH' }],
      await fill(-50),
      ['POST', `/api/staff/gift-cards/${id}/void`, more],
    ]),
  ).toEqual([201, 200, 200])
})
