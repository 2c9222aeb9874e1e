import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordTransaction } from '#api/ledger/record-transaction.ts'
import { audit } from '#api/audit/audit.ts'
import { inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { recordSales } from '#api/sales/record-sales.ts'
import { cancelOrder, payOrder, retakeOrder } from '#api/orders/settle-order.ts'
import { stepOrder } from '#api/orders/step-order.ts'
import { confirm } from '#api/payments/confirm.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { followRefunds, sendRefunds, sendRefundsOf } from '#api/payments/send-refunds.ts'
import { startPayment } from '#api/payments/start-payment.ts'
import { approveRefund, refuseRefund } from '#api/refunds/decide-refund.ts'
import { findRefund } from '#api/refunds/find-refunds.ts'
import { payRefund } from '#api/refunds/pay-refund.ts'
import { completeRefund } from '#api/refunds/receive-goods.ts'
import { requestRefund } from '#api/refunds/request-refund.ts'
import { adjustStock } from '#api/stock/adjust-stock.ts'
import { countStock } from '#api/stock/count-stock.ts'
import { bookReceipt, draftReceipt } from '#api/stock/receive-goods.ts'
import { storeVerdicts } from '#api/sync/verdicts.ts'
import { toCedis } from '#sync/protocol/money.ts'
import { patience } from '#tests/support/patience.ts'
import { type Api, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aSale } from '#tests/support/server/factories.ts'
import { payAtSandbox, type PayingShop } from '#tests/support/shop/payments.ts'
import { openShop } from '#tests/support/server/shop.ts'
import { countByScanner } from '#tests/support/goods/stockroom.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'
import { bySize } from '#tests/support/runs/sizes.ts'

const STAFF = 7
let product: number
let goods: number[]
let api: Api
let provider: PayingShop
beforeAll(async () => {
  await openShop()
  api = await startApi()
  provider = await payAtSandbox(api)
  provider.chaos({ webhooks: 0 })
  await insertRow('coupons', { code: 'ODD', name: 'Odd', type: 'percentage', value: 17.77 })
  const jeans = await aProduct({
    retail_price: 149.99,
    discount: 10.01,
    pieces: ['UK6', 'UK10', 'UK12'].map(size => ({ size, quantity: 40 })),
  })
  product = jeans.id
  goods = jeans.variations
})
afterAll(async () => {
  await provider.sandbox.idle()
  provider.stop()
  api.stop()
})

const which = fc.nat({ max: 2 })
const few = fc.integer({ min: 1, max: 3 })
const nth = fc.nat({ max: 5 })
const event = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('order' as const), which, pieces: few, coupon: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('pay' as const, 'expire' as const, 'pay late' as const, 'cancel' as const),
      nth,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('hand over' as const, 'give all back' as const),
      nth,
      fails: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('sell at the till' as const),
      which,
      pieces: few,
      discount: fc.integer({ min: 0, max: 999 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('receive' as const, 'adjust' as const), which, pieces: few }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('count' as const),
      which,
      pieces: fc.oneof(fc.constant(0), fc.nat({ max: 21 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('count by scanner' as const),
      which,
      pieces: fc.nat({ max: 30 }),
      isSelling: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('ask for money' as const, 'exchange' as const),
      nth,
      which,
      pieces: few,
      isGiven: fc.boolean(),
      of: fc.constantFrom('STORE', 'WEBSITE'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('approve' as const, 'refuse' as const, 'complete' as const),
      nth,
      isWhole: fc.boolean(),
      account_code: fc.constantFrom('CASH', null),
      fails: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('pay by card' as const, 'pay by card late' as const, 'pay out again' as const),
      nth,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      pesewas: fc.integer({ min: 1, max: 99_999 }),
      isDebit: fc.boolean(),
    }),
  },
)
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never

/** The nth of the newest rows, so that a history goes on with what it began. */
const newest = async (table: 'orders' | 'refunds', at: number, condition = 'TRUE') =>
  (await selectOne<{ id: number }>(`SELECT id FROM ${table} WHERE ${condition} ORDER BY id DESC LIMIT 1 OFFSET ${at}`))
    ?.id ?? null

async function order(what: Event & { nth: number }, condition: string): Promise<number> {
  return (await newest('orders', what.nth, condition)) ?? (await newest('orders', 0, condition)) ?? 0
}

/** One that has come so far, or else any, to which it may not be done. */
const aReturn = async ({ nth: at }: Event & { nth: number }, status: 'REQUESTED' | 'APPROVED') =>
  (await newest('refunds', at % 2, `status_code = '${status}'`)) ?? (await newest('refunds', at % 2)) ?? 0

/** What the newest exchange gave, or goods of an order. */
async function goodsBack(
  what: Event & { nth: number; isGiven: boolean; of: string },
): Promise<{ order_id: number; order_item_id: number; given_by: number | null }> {
  const given = what.isGiven
    ? await selectOne<{
        order_id: number
        order_item_id: number
        given_by: number
      }>(`SELECT r.order_id, g.order_item_id, g.id AS given_by FROM refund_items g JOIN refunds r ON r.id = g.refund_id
    WHERE g.handed_over_at IS NOT NULL AND g.refunded_quantity < g.quantity ORDER BY g.id DESC LIMIT 1`)
    : null
  if (given) return given
  const order_id = await order(what, `status_code = 'COMPLETED' AND type_code = '${what.of}'`)
  return {
    order_id,
    order_item_id:
      (await selectOne<{ id: number }>('SELECT id FROM order_items WHERE order_id = ?', [order_id]))?.id ?? 0,
    given_by: null,
  }
}

async function happen(what: Event): Promise<unknown> {
  switch (what.kind) {
    case 'order':
      return anOrderOf({ [goods[what.which]!]: what.pieces }, what.coupon ? { coupon_code: 'ODD' } : {})
    case 'pay': {
      const id = await order(what, "status_code = 'UNPAID'")
      return inTransaction(async () => payOrder(await lockOrder(id), { account_code: 'BANK', user_id: STAFF }))
    }
    case 'expire':
      return expire(await order(what, "status_code = 'UNPAID'"))
    case 'pay by card':
      return confirm(await payAtProvider(await order(what, "status_code = 'UNPAID'")))
    case 'pay by card late': {
      const id = await order(what, "status_code = 'UNPAID'")
      const reference = await payAtProvider(id)
      await expire(id)
      await confirm(reference)
      return sendRefunds()
    }
    case 'pay late': {
      const id = await order(what, "status_code = 'CANCELLED'")
      return inTransaction(
        async () =>
          (await retakeOrder(await lockOrder(id))) &&
          payOrder(await lockOrder(id), { account_code: 'BANK', user_id: null }),
      )
    }
    case 'cancel':
      return stepOrder(
        await order(what, "status_code = 'UNPAID'"),
        { status_code: 'CANCELLED', reason: 'They asked for it.', user_id: STAFF },
        async () => 'unpaid',
      )
    case 'hand over': {
      const id = await order(what, "status_code IN ('PROCESSING', 'READY_TO_SHIP')")
      await stepOrder(id, { status_code: 'READY_TO_SHIP', user_id: STAFF }, async () => 'paid')
      return stepOrder(id, { status_code: 'COMPLETED', user_id: STAFF }, async () => 'paid')
    }
    case 'give all back':
      return giveAllBack(await order(what, "status_code IN ('PROCESSING', 'READY_TO_SHIP')"), what.fails)
    case 'sell at the till':
      return sellAtTill(goods[what.which]!, what.pieces, what.discount / 100)
    case 'count':
      return countStock(product, { [`sku_${goods[what.which]!}`]: what.pieces }, STAFF)
    case 'count by scanner': {
      const id = goods[what.which]!
      return countByScanner(product, { id, pieces: what.pieces }, async () => what.isSelling && sellAtTill(id, 1, 0))
    }
    case 'receive':
      return bookReceipt(
        (
          await draftReceipt(
            { supplier: 'Tema Port', lines: [{ variation_id: goods[what.which]!, quantity: what.pieces * 5 }] },
            { user_id: STAFF, costs: true },
          )
        ).id,
        { user_id: STAFF, costs: true },
      )
    case 'adjust':
      return adjustStock(
        { variation_id: goods[what.which]!, quantity: -what.pieces, cause: 'DAMAGED', note: null },
        STAFF,
      )
    case 'ask for money':
    case 'exchange': {
      const { order_id, ...named } = await goodsBack(what)
      const items = [
        {
          ...named,
          quantity: what.pieces,
          exchange_variation_id: what.kind === 'exchange' ? goods[what.which]! : null,
        },
      ]
      return requestRefund(
        { order_id, action: what.kind === 'exchange' ? 'EXCHANGE' : 'REFUND', reason: 'MISFIT', items },
        STAFF,
        'STAFF',
      )
    }
    case 'approve':
      return approveRefund(await aReturn(what, 'REQUESTED'), { user_id: STAFF })
    case 'refuse':
      return refuseRefund(await aReturn(what, 'REQUESTED'), { user_id: STAFF, note: 'Worn.' })
    case 'complete': {
      const id = await aReturn(what, 'APPROVED')
      const { items } = await findRefund(id)
      await completeRefund(id, {
        user_id: STAFF,
        account_code: what.account_code,
        queueRefund,
        restock: items.map(item => ({ refund_item_id: item.id, disposition: what.isWhole ? 'RESTOCK' : 'DAMAGED' })),
      })
      return carryOut(id, what.fails)
    }
    case 'pay out again':
      return payRefund((await newest('refunds', what.nth % 2, "money_status = 'NEEDS_ATTENTION'")) ?? 0, {
        user_id: STAFF,
        account_code: 'CASH',
        queueRefund,
      })
    case 'record':
      return recordTransaction(
        {
          account_code: 'CASH',
          direction: what.isDebit ? 'Dr' : 'Cr',
          amount: what.pesewas / 100,
          description: 'Petty cash',
        },
        STAFF,
      )
  }
}

const expire = (id: number) =>
  inTransaction(async () => cancelOrder(await lockOrder(id), { by: 'EXPIRY', reason: null, user_id: null }))

/** Pays an order at the provider, of which the shop does not know yet. Returns the payment's reference. */
async function payAtProvider(order_id: number): Promise<string> {
  const payment = await startPayment(order_id)
  await provider.pay(payment)
  return payment.reference
}

/**
 * Has what the provider is to give back for a return go there, where it comes to its end, or fails, and asks what
 * became of it.
 */
async function carryOut(refund_id: number, fails: boolean): Promise<void> {
  const ways = await select<{ reference: string }>(
    'SELECT a.reference FROM payment_refunds r JOIN payments p ON p.id = r.payment_id JOIN payment_attempts a ON a.id = p.attempt_id WHERE r.refund_id = ?',
    [refund_id],
  )
  provider.chaos({ webhooks: 0, refund: fails ? 'failed' : null })
  for (const { reference } of ways) {
    await sendRefundsOf(refund_id)
    await provider.sandbox.idle()
    await followRefunds(reference)
  }
  provider.chaos({ webhooks: 0 })
}

/** What the provider holds of the shop's money, in cedis. */
const heldByProvider = async () =>
  toCedis(
    Number(
      (await selectOne<{ held: string }>(`SELECT (SELECT COALESCE(SUM(amount), 0) FROM sandbox_transactions
        WHERE status IN ('success', 'reversal-pending', 'reversed'))
  - (SELECT COALESCE(SUM(amount), 0) FROM sandbox_refunds WHERE status <> 'failed') AS held`))!.held,
    ),
  )

/** All of an order that is not handed over, for money, at once, by the way it came. */
async function giveAllBack(order_id: number, fails: boolean): Promise<void> {
  const lines = await select<{ order_item_id: number; quantity: number }>(
    'SELECT id AS order_item_id, quantity FROM order_items WHERE order_id = ?',
    [order_id],
  )
  const { id, items } = await requestRefund(
    { order_id, action: 'REFUND', reason: 'OTHER', items: lines },
    STAFF,
    'STAFF',
  )
  await approveRefund(id, { user_id: STAFF })
  await completeRefund(id, {
    user_id: STAFF,
    queueRefund,
    restock: items.map(item => ({ refund_item_id: item.id, disposition: 'RESTOCK' })),
  })
  await carryOut(id, fails)
}

function sellAtTill(product_variation_id: number, quantity: number, discount: number): Promise<unknown> {
  const sale = aSale({ lines: [{ product_variation_id, quantity, price: 139.98 }], discount })
  return inTransaction(() =>
    recordSales([{ sale, device_id: null, seq_reused: false, received_at: Date.now(), skew_ms: null }], booked =>
      storeVerdicts(
        [{ id: sale.id, kind: 'sale.record', device_id: null, seq: null, content: '0'.repeat(64) }],
        [{ id: sale.id, status: 'accepted', ...booked[0]! }],
      ),
    ),
  )
}

/** What may not be is refused in words; there may be nothing yet that it could be done to. */
const isRefusal = (error: unknown) => error instanceof AppError

const HISTORIES = bySize({ small: 60, usual: 250, full: 1000 })
/** So many have everything in them, whatever the seed. */
const ENOUGH = 250

test(
  `${HISTORIES} random histories of website, till, stock, desk and payment provider leave the books in order`,
  { timeout: patience(1_200_000) },
  async () => {
    const happened = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 15 }), async events => {
        for (const what of events) {
          await happen(what).then(
            () => happened.set(what.kind, (happened.get(what.kind) ?? 0) + 1),
            (error: unknown) => {
              if (!isRefusal(error)) throw error
            },
          )
        }
        expect(await audit()).toEqual([])
      }),
      { numRuns: HISTORIES, endOnFailure: true },
    )
    expect(await select("SELECT balance FROM accounts WHERE code = 'PAYSTACK'")).toEqual([
      { balance: await heldByProvider() },
    ])
    if (HISTORIES >= ENOUGH) await expectEverything(happened)
  },
)

/** Everything that can happen has happened. */
async function expectEverything(happened: ReadonlyMap<string, number>): Promise<void> {
  const kinds = [
    'order',
    'pay',
    'pay by card',
    'pay by card late',
    'pay out again',
    'expire',
    'pay late',
    'cancel',
    'hand over',
    'give all back',
    'sell at the till',
    'count',
    'count by scanner',
    'receive',
    'adjust',
    'ask for money',
    'exchange',
    'approve',
    'refuse',
    'complete',
    'record',
  ]
  expect(kinds.filter(kind => !happened.has(kind))).toEqual([])
  for (const of of ['order_id IS NULL', "order_id IN (SELECT id FROM orders WHERE type_code = 'WEBSITE')"])
    expect((await select(`SELECT id FROM exceptions WHERE code = 'OVERSOLD' AND ${of}`)).length).toBeGreaterThan(0)
  for (const status of ['PROCESSED', 'FAILED'])
    expect([
      status,
      (await select('SELECT id FROM payment_refunds WHERE refund_id IS NOT NULL AND status_code = ?', [status]))
        .length > 0,
    ]).toEqual([status, true])
  expect((await select("SELECT id FROM orders WHERE cancelled_by = 'RETURN'")).length).toBeGreaterThan(0)
  const returned = await select<{ type_code: string; action: string }>(
    "SELECT DISTINCT o.type_code, r.action FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.status_code = 'COMPLETED'",
  )
  expect(returned.map(({ type_code, action }) => `${type_code} ${action}`).toSorted()).toEqual([
    'STORE EXCHANGE',
    'STORE REFUND',
    'WEBSITE EXCHANGE',
    'WEBSITE REFUND',
  ])
  expect(
    (
      await select(
        "SELECT g.id FROM refund_items g JOIN refunds r ON r.id = g.refund_id WHERE g.given_by IS NOT NULL AND r.status_code = 'COMPLETED'",
      )
    ).length,
  ).toBeGreaterThan(0)
}
