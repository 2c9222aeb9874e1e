import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { audit } from '#api/audit/audit.ts'
import { insertRow, select, selectOne } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { approveRefund, callOffRefund, refuseRefund } from '#api/refunds/decide-refund.ts'
import { findRefund } from '#api/refunds/find-refunds.ts'
import { payRefund } from '#api/refunds/pay-refund.ts'
import { completeRefund, receiveGoods } from '#api/refunds/receive-goods.ts'
import { requestRefund } from '#api/refunds/request-refund.ts'
import { toPesewas } from '#sync/protocol/money.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { patience } from '#tests/support/patience.ts'
import { aCompletedOrder } from '#tests/support/shop/returns.ts'
import { openShop } from '#tests/support/server/shop.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

let goods: number[]
beforeAll(async () => {
  await openShop()
  await insertRow('coupons', { code: 'ODD', name: 'Odd', type: 'percentage', value: 17.77 })
  const jeans = await aProduct({
    retail_price: 149.99,
    pieces: [
      { size: 'UK10', quantity: 4000 },
      { size: 'UK12', quantity: 4000 },
    ],
  })
  const belt = await aProduct({ retail_price: 33.35, pieces: [{ size: 'ONE', quantity: 4000 }] })
  const coat = await aProduct({ retail_price: 410, discount: 10.01, pieces: [{ size: 'ONE', quantity: 300 }] })
  goods = [...jeans.variations, ...belt.variations, ...coat.variations]
})

const at = fc.nat({ max: 3 })
const step = fc.oneof(
  // What is asked for at the counter goes through at once, so that a history comes to what its exchanges gave.
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      line: fc.nat({ max: 1 }),
      quantity: fc.integer({ min: 1, max: 3 }),
      instead: fc.option(at),
      given: fc.option(at, { freq: 3 }),
      reason: fc.constantFrom('MISFIT' as const, 'DEFECTIVE' as const),
      isAtCounter: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constant('approve' as const), nth: at, less: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('refuse' as const, 'call off' as const), nth: at }),
  fc.record({ kind: fc.constant('pay' as const), nth: at, account: fc.constantFrom('CASH', 'BANK') }),
  fc.record({
    kind: fc.constant('receive' as const),
    nth: at,
    disposition: fc.constantFrom('RESTOCK' as const, 'DAMAGED' as const),
  }),
  fc.record({ kind: fc.constant('complete' as const), nth: at, restock: fc.boolean() }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A line of an order, or what the nth of its exchanges gave, where there is one. */
async function goodsOf({ id, items }: { id: number; items: { id: number }[] }, line: number, nth: number | null) {
  const given =
    nth === null
      ? []
      : await select<{ order_item_id: number; given_by: number }>(
          `SELECT g.order_item_id, g.id AS given_by FROM refund_items g JOIN refunds r ON r.id = g.refund_id
    WHERE r.order_id = ? AND g.handed_over_at IS NOT NULL ORDER BY g.id DESC`,
          [id],
        )
  return (
    given[(nth ?? 0) % Math.max(1, given.length)] ?? { order_item_id: items[line % items.length]!.id, given_by: null }
  )
}

/** Whatever staff press next, in whatever order: what may not be is refused in words. */
async function take(what: Step, order: { id: number; items: { id: number }[] }): Promise<void> {
  const known = await select<{ id: number }>('SELECT id FROM refunds WHERE order_id = ? ORDER BY id', [order.id])
  if (what.kind === 'ask') {
    const { line, quantity, instead, reason, given, isAtCounter } = what
    const item = {
      ...(await goodsOf(order, line, given)),
      quantity,
      exchange_variation_id: instead === null ? null : goods[instead]!,
    }
    const { id, items } = await requestRefund(
      { order_id: order.id, action: instead === null ? 'REFUND' : 'EXCHANGE', reason, items: [item] },
      7,
      'STAFF',
    )
    if (!isAtCounter) return
    await approveRefund(id, { user_id: 7 })
    await completeRefund(id, {
      user_id: 7,
      account_code: 'CASH',
      queueRefund,
      restock: items.map(({ id: refund_item_id }) => ({ refund_item_id, disposition: 'RESTOCK' })),
    })
    return
  }
  const id = known[what.nth % Math.max(1, known.length)]?.id
  if (!id) return
  const { items, amount } = await findRefund(id)
  const restock = items.map(item => ({
    refund_item_id: item.id,
    disposition: what.kind === 'receive' ? what.disposition : ('RESTOCK' as const),
  }))
  switch (what.kind) {
    case 'approve':
      return approveRefund(id, {
        user_id: 7,
        ...(what.less && amount > 1 && { amount: Math.floor(amount / 2), note: 'Worn.' }),
      })
    case 'refuse':
      return refuseRefund(id, { user_id: 7 })
    case 'call off':
      return callOffRefund(id, { user_id: 7, note: 'Never came.' })
    case 'pay':
      return payRefund(id, { account_code: what.account, user_id: 7, queueRefund })
    case 'receive':
      return receiveGoods(id, restock, 7)
    case 'complete':
      return completeRefund(id, { user_id: 7, account_code: 'CASH', queueRefund, restock: what.restock ? restock : [] })
  }
}

/** The audit after each goes through those before it too. */
const HISTORIES = isFull ? 1_000 : 80

test(
  `keeps the books in order and refunds no more than was paid in ${HISTORIES} random histories of refunds and exchanges`,
  async () => {
    let [completed, again] = [0, 0]
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), fc.boolean(), async (steps, hasCoupon) => {
        const order = await aCompletedOrder({ [goods[0]!]: 2, [goods[2]!]: 3 }, hasCoupon ? { coupon_code: 'ODD' } : {})
        for (const what of [
          {
            kind: 'ask',
            line: 0,
            quantity: 1,
            instead: null,
            given: null,
            reason: 'MISFIT',
            isAtCounter: false,
          } as const,
          ...steps,
        ]) {
          await take(what, order).catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error
          })
        }
        expect(await audit()).toEqual([])
        const { out } = (await selectOne<{ out: number }>(
          "SELECT -COALESCE(SUM(amount), 0) AS `out` FROM transactions WHERE order_id = ? AND type_code = 'REFUND'",
          [order.id],
        ))!
        expect(toPesewas(out)).toBeLessThanOrEqual(toPesewas(order.total))
        again += (
          await select(
            "SELECT g.id FROM refund_items g JOIN refunds r ON r.id = g.refund_id WHERE r.order_id = ? AND g.given_by IS NOT NULL AND r.status_code = 'COMPLETED'",
            [order.id],
          )
        ).length
        completed += (
          await select("SELECT id FROM refunds WHERE order_id = ? AND status_code = 'COMPLETED'", [order.id])
        ).length
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    )
    expect(completed).toBeGreaterThan(HISTORIES / 5)
    // Some seven, each in a history of its own: none comes about by chance once in a thousand runs.
    expect(again).toBeGreaterThan(0)
  },
  patience(1_800_000),
)
