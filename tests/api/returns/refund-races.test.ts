import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { execute, insertRow, inTransaction, select, selectOne } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { cancelOrder } from '#api/orders/settle-order.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { approveRefund } from '#api/refunds/decide-refund.ts'
import { payRefund } from '#api/refunds/pay-refund.ts'
import { receiveGoods } from '#api/refunds/receive-goods.ts'
import { requestRefund } from '#api/refunds/request-refund.ts'
import type { Promised } from '#api/refunds/take-back.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { promiseCarelessly, readOrder } from '#tests/support/hostile/careless-returns.ts'
import { patience } from '#tests/support/patience.ts'
import { aCompletedOrder } from '#tests/support/shop/returns.ts'
import { aVariation, brokenRules, checkBooks, openShop } from '#tests/support/server/shop.ts'
import { anOrderOf, stockOf } from '#tests/support/shop/website-orders.ts'
import { bySize } from '#tests/support/runs/sizes.ts'

let isControl = false
beforeEach(async () => {
  isControl = false
  await openShop()
})
afterEach(async () => {
  if (!isControl) await checkBooks()
})

const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const N = bySize({ small: 5, usual: 10, full: 100 })
/** What came of each, by the status it was refused with; 200 where it was not. */
async function outcomes(work: readonly Promise<unknown>[]): Promise<number[]> {
  return (await Promise.allSettled(work)).map(result => {
    if (result.status === 'fulfilled') return 200
    if (result.reason instanceof AppError) return result.reason.status
    throw result.reason
  })
}

/** A request that is not looked at beforehand: as many as there are, for one line. */
async function requestOf(
  order: OwnOrder,
  { line = 0, quantity = 1, exchange_variation_id = null as number | null, given_by = null as number | null } = {},
): Promise<number> {
  const refund_id = await insertRow('refunds', {
    order_id: order.id,
    action: exchange_variation_id ? 'EXCHANGE' : 'REFUND',
    reason: 'MISFIT',
    amount: 0,
    user_id: 7,
  })
  await insertRow('refund_items', {
    refund_id,
    order_item_id: order.items[line]!.id,
    given_by,
    quantity,
    exchange_variation_id,
  })
  return refund_id
}

const goThrough = async (id: number, means?: Parameters<typeof approveRefund>[2]) => {
  await approveRefund(id, { user_id: 7 }, means)
  const items = await select<{ id: number }>('SELECT id FROM refund_items WHERE refund_id = ?', [id])
  await Promise.all([
    payRefund(id, { account_code: 'CASH', user_id: 7, queueRefund }),
    receiveGoods(
      id,
      items.map(item => ({ refund_item_id: item.id, disposition: 'RESTOCK' })),
      7,
    ),
  ])
}

/**
 * One piece of an order's first line, exchanged and handed over. Returns the item that gave what the customer has now.
 */
async function exchangeOf(order: OwnOrder, exchange_variation_id: number): Promise<number> {
  const id = await requestOf(order, { exchange_variation_id })
  await approveRefund(id, { user_id: 7 })
  const { id: refund_item_id } = (await selectOne<{ id: number }>('SELECT id FROM refund_items WHERE refund_id = ?', [
    id,
  ]))!
  await receiveGoods(id, [{ refund_item_id, disposition: 'RESTOCK' }], 7)
  return refund_item_id
}

const facts = async (order_id: number) =>
  (await selectOne<{ total: number; refunded: number; out: number; back: number }>(
    `SELECT o.total, o.refunded,
    (SELECT -COALESCE(SUM(t.amount), 0) FROM transactions t
      WHERE t.order_id = o.id AND t.type_code = 'REFUND') AS \`out\`,
    (SELECT COALESCE(SUM(m.quantity), 0) FROM stock_movements m WHERE m.order_id = o.id AND m.reason = 'RETURN') AS back
    FROM orders o WHERE o.id = ?`,
    [order_id],
  ))!

describe('refunds of what was paid', () => {
  test(
    `${N} orders with a coupon, 50 parallel partial refunds of each and a cancellation: all is refunded once, to the pesewa`,
    { timeout: patience(720_000) },
    async () => {
      await insertRow('coupons', { code: 'THIRD', name: 'A third', type: 'percentage', value: 33.33 })
      for (let n = 0; n < N; n++) {
        const {
          variations: [jeans],
        } = await aProduct({ retail_price: 33.35, pieces: [{ size: 'UK10', quantity: 20 }] })
        const order = await aCompletedOrder({ [jeans!]: 7 }, { coupon_code: 'THIRD' })
        const requests = await Promise.all(many(50, () => requestOf(order)))
        const cancel = inTransaction(async () =>
          cancelOrder(await lockOrder(order.id), { by: 'PERSON', reason: null, user_id: 7 }),
        )
        const [cancelled, ...others] = await outcomes([cancel, ...requests.map(id => goThrough(id))])
        expect([
          cancelled,
          others.filter(status => status === 200).length,
          others.filter(status => status === 409).length,
        ]).toEqual([409, 7, 43])
        expect(await facts(order.id)).toEqual({ total: order.total, refunded: order.total, out: order.total, back: 7 })
        expect(await stockOf(jeans!)).toEqual({ on_hand: 20, reserved: 0 })
      }
    },
  )

  test('control: refunds too much when the sum is read and then written', async () => {
    isControl = true
    const jeans = await aVariation(20)
    const order = await aCompletedOrder({ [jeans]: 2 })
    const requests = await Promise.all(many(12, () => requestOf(order)))
    const won = await outcomes(
      requests.map(id => approveRefund(id, { user_id: 7 }, { lockOrder: readOrder, takeBack: promiseCarelessly })),
    )
    expect(won.filter(status => status === 200).length).toBeGreaterThan(2)
    expect(await brokenRules()).toContain('more pieces sent back than sold, or otherwise than the returns say')
  })

  test("holds by the guard alone, without the order's lock", async () => {
    const jeans = await aVariation(20)
    const order = await aCompletedOrder({ [jeans]: 2 })
    const { takeBack } = await import('#api/refunds/take-back.ts')
    const promises = many(20, (): Promise<void> =>
      inTransaction(() =>
        takeBack({
          order_id: order.id,
          amount: 10,
          items: [{ order_item_id: order.items[0]!.id, given_by: null, quantity: 1 }],
        } satisfies Promised),
      ),
    )
    expect((await outcomes(promises)).filter(status => status === 200)).toHaveLength(2)
    expect(await facts(order.id)).toMatchObject({ total: 20, refunded: 20 })
    await execute('UPDATE order_items SET refunded_quantity = 0')
    await execute('UPDATE orders SET refunded = 0')
  })

  test('two of the same line, 20 times: approves, pays and takes back one', async () => {
    const jeans = await aVariation(40)
    for (let round = 0; round < 20; round++) {
      const order = await aCompletedOrder({ [jeans]: 1 })
      const requests = [await requestOf(order), await requestOf(order)]
      expect((await outcomes(requests.map(id => goThrough(id)))).sort()).toEqual([200, 409])
      expect(await facts(order.id)).toEqual({ total: 10, refunded: 10, out: 10, back: 1 })
    }
    expect(await stockOf(jeans)).toEqual({ on_hand: 40, reserved: 0 })
  })

  test('against an exchange of the same piece, 20 times: one happens, and no goods stay held', async () => {
    const [jeans, other] = [await aVariation(40), await aVariation(40)]
    for (let round = 0; round < 20; round++) {
      const order = await aCompletedOrder({ [jeans]: 1 })
      const requests = [await requestOf(order), await requestOf(order, { exchange_variation_id: other })]
      const [refunded, exchanged] = await outcomes([
        goThrough(requests[0]!),
        approveRefund(requests[1]!, { user_id: 7 }),
      ])
      expect([refunded, exchanged].sort()).toEqual([200, 409])
      if (exchanged === 200) {
        const items = await select<{ id: number }>('SELECT id FROM refund_items WHERE refund_id = ?', [requests[1]!])
        await receiveGoods(
          requests[1]!,
          items.map(item => ({ refund_item_id: item.id, disposition: 'RESTOCK' })),
          7,
        )
      }
      expect((await stockOf(other)).reserved).toBe(0)
    }
    expect((await stockOf(jeans)).on_hand).toBe(40)
  })

  test('two of the same exchanged goods and an exchange of them, 20 times: one happens', async () => {
    const [jeans, other] = [await aVariation(40), await aVariation(40)]
    for (let round = 0; round < 20; round++) {
      const order = await aCompletedOrder({ [jeans]: 1 })
      const given_by = await exchangeOf(order, other)
      const requests = [
        await requestOf(order, { given_by }),
        await requestOf(order, { given_by }),
        await requestOf(order, { given_by, exchange_variation_id: jeans }),
      ]
      expect(
        (
          await outcomes([
            goThrough(requests[0]!),
            goThrough(requests[1]!),
            approveRefund(requests[2]!, { user_id: 7 }),
          ])
        ).sort(),
      ).toEqual([200, 409, 409])
      expect((await facts(order.id)).out).toBeLessThanOrEqual(10)
    }
  })

  test('control: takes exchanged goods back more than once when the sum is read and then written', async () => {
    isControl = true
    const [jeans, other] = [await aVariation(40), await aVariation(40)]
    const order = await aCompletedOrder({ [jeans]: 1 })
    const given_by = await exchangeOf(order, other)
    const requests = await Promise.all(many(12, () => requestOf(order, { given_by })))
    const won = await outcomes(
      requests.map(id => approveRefund(id, { user_id: 7 }, { lockOrder: readOrder, takeBack: promiseCarelessly })),
    )
    expect(won.filter(status => status === 200).length).toBeGreaterThan(1)
    expect(await brokenRules()).toContain(
      'more pieces sent back than an exchange gave, or for more than they are worth',
    )
  })

  test('is refused for an unpaid order, also while it is cancelled', async () => {
    const jeans = await aVariation(40)
    for (let round = 0; round < 10; round++) {
      const order = await anOrderOf({ [jeans]: 1 })
      const ask = requestRefund(
        {
          order_id: order.id,
          action: 'REFUND',
          reason: 'OTHER',
          items: [{ order_item_id: order.items[0]!.id, quantity: 1 }],
        },
        7,
        'STAFF',
      )
      const cancel = inTransaction(async () =>
        cancelOrder(await lockOrder(order.id), { by: 'PERSON', reason: null, user_id: 7 }),
      )
      expect(await outcomes([ask, cancel])).toEqual([409, 200])
    }
  })

  test('takes goods back once when two take them at once', async () => {
    const jeans = await aVariation(40)
    const order = await aCompletedOrder({ [jeans]: 3 })
    const id = await requestOf(order, { quantity: 3 })
    await approveRefund(id, { user_id: 7 })
    const items = await select<{ id: number }>('SELECT id FROM refund_items WHERE refund_id = ?', [id])
    const took = await outcomes(
      many(20, i =>
        receiveGoods(
          id,
          items.map(item => ({ refund_item_id: item.id, disposition: i % 2 ? 'RESTOCK' : 'DAMAGED' })),
          7,
        ),
      ),
    )
    expect(took.filter(status => status === 200)).toHaveLength(1)
    expect((await facts(order.id)).back).toBe(3)
  })

  test('gives the last piece to one of two who want it in exchange', async () => {
    const [jeans, last] = [await aVariation(40), await aVariation(1)]
    const requests = await Promise.all(
      many(6, async () => requestOf(await aCompletedOrder({ [jeans]: 1 }), { exchange_variation_id: last })),
    )
    expect(
      (await outcomes(requests.map(id => approveRefund(id, { user_id: 7 })))).filter(status => status === 200),
    ).toHaveLength(1)
    expect(await stockOf(last)).toEqual({ on_hand: 1, reserved: 1 })
  })
})
