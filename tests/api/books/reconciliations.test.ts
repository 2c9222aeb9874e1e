import { beforeEach, expect, test } from 'vitest'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { provider } from '#api/payments/provider.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { reconcile } from '#api/payments/reconcile.ts'
import { sendRefunds } from '#api/payments/send-refunds.ts'
import type { Difference, Reconciliation } from '#sync/protocol/staff/reconciliation.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { aBuyer, type PayingShop } from '#tests/support/shop/payments.ts'
import { aVariation } from '#tests/support/server/shop.ts'

let api: Api
let shop: PayingShop
let token: string
let goods: number
withPayingShop(
  opened => {
    ;({ api, shop } = opened)
  },
  { webhooks: 0 },
)
beforeEach(async () => {
  goods = await aVariation(9)
  token = (await aUser('ADMINISTRATOR')).token
})

const compare = async (body: object = {}) =>
  (await api.send('POST', '/api/staff/reconciliations', { token, body })) as unknown as {
    status: number
    body: { message: string; reconciliation: Reconciliation }
  }

/** An order paid online, of which the shop has heard unless told otherwise. */
async function aPayment(heard = true): Promise<{ order_id: number; reference: string }> {
  const buyer = await aBuyer(api)
  const { order, payment } = await buyer.order(goods)
  await shop.pay(payment)
  if (heard) await buyer.check(order.id)
  return { order_id: order.id, reference: payment.reference }
}

test('says so when two lists agree', async () => {
  await aPayment()
  expect(await compare()).toMatchObject({
    status: 201,
    body: {
      message: 'The only payment agrees.',
      reconciliation: { listed: 1, differences: [], error: null, user: { name: 'Ama Mensah' } },
    },
  })
})

test('names each difference: unknown to us, another sum, and unknown to the provider', async () => {
  const [unheard, other, unnamed] = [await aPayment(false), await aPayment(), await aPayment()]
  await execute('UPDATE payments SET amount = amount + 500 WHERE order_id = ?', [other.order_id])
  await execute(
    "UPDATE payments SET provider_transaction_id = '42', paid_at = NOW(3) - INTERVAL 1 HOUR WHERE order_id = ?",
    [unnamed.order_id],
  )
  await execute("INSERT INTO exceptions (code, once_key, detail) VALUES ('PAYMENT_MISMATCH', ?, '')", [
    `PAYMENT_MISMATCH ${unnamed.reference}`,
  ])
  const { body } = await compare()
  const sorted = (differences: Difference[]) => [...differences].sort((a, b) => (a.kind < b.kind ? -1 : 1))
  expect(sorted(body.reconciliation.differences)).toEqual([
    { kind: 'NOT_LISTED', reference: unnamed.reference, order_id: unnamed.order_id, theirs: null, ours: 10 },
    { kind: 'OTHER_AMOUNT', reference: other.reference, order_id: other.order_id, theirs: 10, ours: 15 },
    { kind: 'UNHEARD', reference: unheard.reference, order_id: unheard.order_id, theirs: 10, ours: null },
  ])
  expect(body.message).toBe('3 payments differ; the provider lists 3.')
  expect(await select('SELECT status_code FROM orders WHERE id = ?', [unheard.order_id])).toEqual([
    { status_code: 'PROCESSING' },
  ])
})

test("compares last week's payments on request, and not in the usual round", async () => {
  const { order_id, reference } = await aPayment()
  await execute(
    "UPDATE payments SET provider_transaction_id = '42', paid_at = NOW(3) - INTERVAL 5 DAY WHERE order_id = ?",
    [order_id],
  )
  await execute("INSERT INTO exceptions (code, once_key, detail) VALUES ('PAYMENT_MISMATCH', ?, '')", [
    `PAYMENT_MISMATCH ${reference}`,
  ])
  expect((await compare()).body.reconciliation.differences).toEqual([])
  const { body, status } = await compare({ days: 7 })
  expect([status, body.reconciliation.differences]).toEqual([
    201,
    [{ kind: 'NOT_LISTED', reference, order_id, theirs: null, ours: 10 }],
  ])
  expect(Math.round((Date.now() - Date.parse(body.reconciliation.since)) / 86_400_000)).toBe(7)
  for (const days of [0, 32, 1.5]) expect((await compare({ days })).status).toBe(422)
})

/** So many pesewas of a payment on their way back, as the shop orders it. */
async function aRefund(order_id: number, amount: number): Promise<void> {
  const { id } = (await selectOne<{ id: number }>('SELECT id FROM payments WHERE order_id = ?', [order_id]))!
  await inTransaction(() => queueRefund({ payment_id: id, amount, reason: 'Worn once' }))
  await sendRefunds()
}

test("compares refunds too: one from the provider's office, another sum, and one they do not name", async () => {
  const [elsewhere, other, unnamed, agreeing] = [await aPayment(), await aPayment(), await aPayment(), await aPayment()]
  await provider().refund({ transaction: elsewhere.reference, amount: 300 })
  for (const { order_id } of [other, unnamed, agreeing]) await aRefund(order_id, 400)
  await execute(
    'UPDATE payment_refunds r JOIN payments p ON p.id = r.payment_id SET r.amount = 500 WHERE p.order_id = ?',
    [other.order_id],
  )
  const ours = (await selectOne<{ id: string }>(
    'SELECT r.provider_refund_id AS id FROM payment_refunds r JOIN payments p ON p.id = r.payment_id WHERE p.order_id = ?',
    [unnamed.order_id],
  ))!
  await execute('DELETE FROM sandbox_refunds WHERE id = ?', [ours.id])
  const { body } = await compare()
  expect(body.reconciliation.differences).toEqual([
    { kind: 'REFUND_UNHEARD', reference: elsewhere.reference, order_id: elsewhere.order_id, theirs: 3, ours: null },
    { kind: 'REFUND_OTHER_AMOUNT', reference: other.reference, order_id: other.order_id, theirs: 4, ours: 5 },
    { kind: 'REFUND_NOT_LISTED', reference: unnamed.reference, order_id: unnamed.order_id, theirs: null, ours: 4 },
  ])
  expect(body.message).toMatch(/^3 refunds differ; the provider lists \d payments?\.$/)
  await compare()
  expect(await select("SELECT order_id, detail FROM exceptions WHERE code = 'PAYMENT_MISMATCH'")).toEqual([
    {
      order_id: elsewhere.order_id,
      detail: 'The provider gave GH₵\u00A03.00 back without a request from the shop. The ledger has no entry for it.',
    },
  ])
})

test('ignores a refund whose answer was lost or that the provider could not carry out', async () => {
  const [lost, failed] = [await aPayment(), await aPayment()]
  const { id } = (await selectOne<{ id: number }>('SELECT id FROM payments WHERE order_id = ?', [lost.order_id]))!
  await inTransaction(() => queueRefund({ payment_id: id, amount: 400, reason: 'Worn once' }))
  await provider().refund({ transaction: lost.reference, amount: 400 })
  shop.chaos({ webhooks: 0, refund: 'failed' })
  await provider().refund({ transaction: failed.reference, amount: 400 })
  await shop.sandbox.idle()
  expect((await compare()).body.reconciliation.differences).toEqual([])
})

test('records a provider that does not answer and claims no difference', async () => {
  await aPayment()
  shop.unreachable(true)
  const { body } = await compare()
  shop.unreachable(false)
  expect(body).toMatchObject({
    message: 'The payment provider did not answer. Please try again in a moment.',
    reconciliation: { differences: [], error: expect.any(String) },
  })
})

test('lists the hourly round with those staff requested, newest first', async () => {
  await reconcile()
  await compare()
  const { body } = await api.send('GET', '/api/staff/reconciliations', { token })
  expect(
    (body.reconciliations as unknown as { data: Reconciliation[] }).data.map(({ user }) => user?.name ?? null),
  ).toEqual(['Ama Mensah', null])
})
