import { afterEach, beforeEach, expect, test } from 'vitest'
import { execute, inTransaction, select } from '#api/db/database.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { claimRefund, sendRefunds } from '#api/payments/send-refunds.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import { lockRefund } from '#api/refunds/lock-refund.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { somebodyWaits } from '#tests/support/database/lock-waits.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { aBuyer, type PayingShop } from '#tests/support/shop/payments.ts'
import { refundDesk, type RefundDesk } from '#tests/support/shop/refund-desk.ts'
import { aVariation, checkBooks, count } from '#tests/support/server/shop.ts'
import { formatCedis } from '#sync/protocol/money.ts'

let api: Api
let shop: PayingShop
let desk: RefundDesk
let goods: number
withPayingShop(opened => {
  ;({ api, shop } = opened)
})
beforeEach(async () => {
  goods = await aVariation(100)
  desk = refundDesk(api, (await aUser('MANAGER')).token)
})
afterEach(checkBooks)

const NEEDS_ATTENTION = { number: '4084080000671902', expiry: '12/30', cvv: '190' }
const FAILS = { number: '4084080000671803', expiry: '12/30', cvv: '180' }

/** An approved return of so many of four pieces at GHS 10.00 that were paid by card. */
async function anApproved(
  quantity: number,
  { card, rest = {}, instead = null }: { card?: object; rest?: object; instead?: number | null } = {},
): Promise<Refund> {
  const buyer = await aBuyer(api)
  const { order, payment } = await buyer.order(goods, 4)
  await shop.pay(payment, card)
  await buyer.check(order.id)
  const { refund } = await desk.ask(
    order,
    quantity,
    instead
      ? { action: 'EXCHANGE', items: [{ order_item_id: order.items[0]!.id, quantity, exchange_variation_id: instead }] }
      : {},
  )
  return (await desk.approve(refund.id, rest)).refund
}
const sentBack = async () =>
  (await select<{ amount: number }>('SELECT amount FROM sandbox_refunds ORDER BY id')).map(({ amount }) =>
    Number(amount),
  )
const entries = async (id: number) =>
  (
    await select<{ account_code: string; amount: number }>(
      'SELECT account_code, amount FROM transactions WHERE refund_id = ? ORDER BY id',
      [id],
    )
  ).map(({ account_code, amount }) => [account_code, amount])
/** Handles everything that the provider has told, before and after it was asked. */
const settled = async () => {
  await shop.sandbox.idle()
  await settlePayments()
  await execute('UPDATE payment_refunds SET next_at = NOW(3)')
  await sendRefunds()
}

test('refunds a card by the provider: sent at once, entered when accepted, done when carried out', async () => {
  const { id, items } = await anApproved(2)
  shop.chaos({ refund: 'hold' })
  expect(await desk.pay(id)).toMatchObject({
    status: 200,
    refund: { money_status: 'PROCESSING', provider_status: 'SENT', account_code: 'PAYSTACK' },
  })
  expect([await sentBack(), await entries(id)]).toEqual([[2000], [['PAYSTACK', -20]]])
  expect(await desk.receive(id, items)).toMatchObject({ refund: { status_code: 'COMPLETED' } })
  await execute("UPDATE sandbox_refunds SET status = 'processed'")
  await settled()
  expect((await desk.read(id)).refund).toMatchObject({ money_status: 'DONE', provider_status: 'PROCESSED' })
  expect(await count('mails', "once_key LIKE '%refund%'")).toBe(1)
})

test('refunds parts of a payment one by one, never more than the whole', async () => {
  const first = await anApproved(1)
  const order = { id: first.order_id, items: [{ id: first.items[0]!.order_item_id }] }
  await desk.complete(first.id)
  for (const quantity of [2, 1]) {
    const { refund } = await desk.ask(order, quantity)
    await desk.approve(refund.id)
    expect(await desk.complete(refund.id)).toMatchObject({
      status: 200,
      refund: { status_code: 'COMPLETED', account_code: 'PAYSTACK' },
    })
  }
  expect(await sentBack()).toEqual([1000, 2000, 1000])
  const [payment] = await select<{ id: number }>('SELECT id FROM payments')
  await expect(
    inTransaction(() => queueRefund({ payment_id: payment!.id, amount: 1, reason: 'one pesewa more' })),
  ).rejects.toMatchObject({ status: 409 })
  await settled()
})

test('asks a silent provider again by itself and sends nothing twice', async () => {
  const { id, items } = await anApproved(1)
  shop.unreachable(true)
  const { status, refund, message } = await desk.complete(id, {
    restock: items.map(item => ({ refund_item_id: item.id, disposition: 'RESTOCK' })),
  })
  shop.unreachable(false)
  expect([status, refund.status_code, refund.money_status, refund.goods_status, message]).toEqual([
    200,
    'APPROVED',
    'PROCESSING',
    'BACK',
    expect.stringContaining('has not answered yet'),
  ])
  expect([await entries(id), await desk.pay(id, 'CASH')]).toMatchObject([[], { status: 409 }])
  await settled()
  expect((await desk.read(id)).refund.status_code).toBe('COMPLETED')
  expect([await sentBack(), await entries(id)]).toEqual([[1000], [['PAYSTACK', -10]]])
})

test('finds a refund at the provider when its answer was lost', async () => {
  const { id } = await anApproved(1)
  shop.unreachable(true)
  await desk.pay(id)
  shop.unreachable(false)
  await execute('UPDATE payment_refunds SET next_at = NOW(3)')
  const lost = (await claimRefund())!
  await shop.client.refund({ transaction: lost.provider_transaction_id, amount: lost.amount })
  await settled()
  expect([await sentBack(), await entries(id)]).toEqual([[1000], [['PAYSTACK', -10]]])
})

test('handles what the provider reports before the request is recorded', async () => {
  const { id } = await anApproved(1)
  shop.unreachable(true)
  await desk.pay(id)
  shop.unreachable(false)
  await execute('UPDATE payment_refunds SET next_at = NOW(3)')
  let letGo = () => {}
  const told = new Promise<void>(resolve => {
    letGo = resolve
  })
  const holding = inTransaction(async () => {
    await lockRefund(id)
    await told
  })
  const sending = sendRefunds()
  await somebodyWaits()
  await shop.sandbox.idle()
  await settlePayments()
  expect(await select("SELECT event FROM payment_events WHERE event LIKE 'refund.%' AND settled_at IS NULL")).toEqual(
    [],
  )
  letGo()
  await Promise.all([holding, sending])
  expect((await desk.read(id)).refund).toMatchObject({ money_status: 'DONE', provider_status: 'PROCESSED' })
  expect([await sentBack(), await entries(id)]).toEqual([[1000], [['PAYSTACK', -10]]])
})

test('reverses the entry when the provider fails, and pays in another way', async () => {
  const { id, items } = await anApproved(1, { card: FAILS })
  await desk.complete(id, { restock: items.map(item => ({ refund_item_id: item.id, disposition: 'DAMAGED' })) })
  await settled()
  expect((await desk.read(id)).refund).toMatchObject({
    status_code: 'COMPLETED',
    money_status: 'NEEDS_ATTENTION',
    provider_status: 'FAILED',
  })
  expect(await desk.pay(id, 'MTN_MOBILE_MONEY')).toMatchObject({
    status: 200,
    refund: { status_code: 'COMPLETED', money_status: 'DONE' },
  })
  expect(await entries(id)).toEqual([
    ['PAYSTACK', -10],
    ['PAYSTACK', 10],
    ['MTN_MOBILE_MONEY', -10],
  ])
  const words = (
    await select<{ description: string }>('SELECT description FROM transactions WHERE refund_id = ? ORDER BY id', [id])
  ).map(({ description }) => description)
  expect(words).toEqual([
    expect.stringMatching(/^Return \d+ of order \d+$/),
    expect.stringMatching(/^Return \d+ of order \d+: not carried out by the provider$/),
    words[0],
  ])
  await settled()
  expect((await desk.read(id)).refund.money_status).toBe('DONE')
})

test("does not pay a refund twice while it waits for the customer's bank, and follows it to the end", async () => {
  const { id } = await anApproved(1, { card: NEEDS_ATTENTION })
  await desk.pay(id)
  await settled()
  expect((await desk.read(id)).refund).toMatchObject({
    money_status: 'NEEDS_ATTENTION',
    provider_status: 'NEEDS_ATTENTION',
  })
  expect(await desk.pay(id, 'CASH')).toMatchObject({ status: 409 })
  await execute("UPDATE sandbox_refunds SET status = 'processed'")
  await settled()
  expect((await desk.read(id)).refund).toMatchObject({ money_status: 'DONE', provider_status: 'PROCESSED' })
  expect(await entries(id)).toEqual([['PAYSTACK', -10]])
})

test('completes a return of goods the customer keeps while its refund waits for the bank, and pays nothing twice', async () => {
  const { id } = await anApproved(1, { card: NEEDS_ATTENTION })
  await desk.pay(id)
  await settled()
  expect(await desk.complete(id)).toMatchObject({
    status: 200,
    refund: { status_code: 'COMPLETED', money_status: 'NEEDS_ATTENTION', goods_status: 'KEPT' },
  })
  await execute("UPDATE sandbox_refunds SET status = 'processed'")
  await settled()
  expect((await desk.read(id)).refund).toMatchObject({ status_code: 'COMPLETED', money_status: 'DONE' })
  expect([await sentBack(), await entries(id)]).toEqual([[1000], [['PAYSTACK', -10]]])
})

test('pays in another way for goods the customer keeps when the provider could not', async () => {
  const { id } = await anApproved(1, { card: FAILS })
  await desk.pay(id)
  await settled()
  expect(await desk.complete(id, { account_code: 'CASH' })).toMatchObject({
    status: 200,
    refund: { status_code: 'COMPLETED', money_status: 'DONE', goods_status: 'KEPT' },
  })
  expect(await entries(id)).toEqual([
    ['PAYSTACK', -10],
    ['PAYSTACK', 10],
    ['CASH', -10],
  ])
})

test('makes two refunds when ten request half of a payment at once', async () => {
  const { order_id } = await anApproved(1)
  const [payment] = await select<{ id: number }>('SELECT id FROM payments WHERE order_id = ?', [order_id])
  const asked = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      inTransaction(() => queueRefund({ payment_id: payment!.id, amount: 2000, reason: 'half' })),
    ),
  )
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('pays from an account when it is less than the provider refunds', async () => {
  const { id } = await anApproved(1, { rest: { amount: 0.99, note: 'It was worn.' } })
  expect(await desk.pay(id)).toMatchObject({
    status: 422,
    errors: { account_code: [`The payment provider refunds at least ${formatCedis(1)}. Please choose an account.`] },
  })
  expect(await desk.pay(id, 'CASH')).toMatchObject({ status: 200 })
  expect([await sentBack(), await entries(id)]).toEqual([[], [['CASH', -0.99]]])
})

test('refunds a difference that was paid beside the provider from an account, and no more by the provider than came', async () => {
  const coat = await aVariation(3, { retail_price: 60 })
  const { id, order_id, items } = await anApproved(1, { instead: coat })
  await desk.pay(id, 'CASH')
  await desk.receive(id, items)
  const back = await desk.ask({ id: order_id, items: [{ id: items[0]!.order_item_id }] }, 1, {
    items: [{ order_item_id: items[0]!.order_item_id, given_by: items[0]!.id, quantity: 1 }],
  })
  await desk.approve(back.refund.id)
  expect(await desk.pay(back.refund.id)).toMatchObject({
    status: 422,
    errors: { account_code: [`Only ${formatCedis(40)} of the online payment is left. Please choose an account.`] },
  })
  expect(await desk.pay(back.refund.id, 'CASH')).toMatchObject({ status: 200, refund: { amount: 60 } })
  expect([await sentBack(), await entries(id), await entries(back.refund.id)]).toEqual([
    [],
    [['CASH', 50]],
    [['CASH', -60]],
  ])
})

test('pays once when ten press the button', async () => {
  const { id } = await anApproved(3)
  const statuses = (
    await Promise.all(Array.from({ length: 10 }, (_, i) => desk.pay(id, i % 2 ? 'CASH' : undefined)))
  ).map(({ status }) => status)
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
  expect(
    (await sentBack()).length + (await count('transactions', "refund_id = ? AND account_code = 'CASH'", [id])),
  ).toBe(1)
  await settled()
})
