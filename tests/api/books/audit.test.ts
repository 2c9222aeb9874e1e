import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { closeMonth } from '#api/ledger/close-month.ts'
import { audit } from '#api/audit/audit.ts'
import type { AuditRule } from '#api/audit/rules.ts'
import { mutationKinds } from '#api/mutation-kinds.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { recordSales } from '#api/sales/record-sales.ts'
import { payOrder } from '#api/orders/settle-order.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { approveRefund } from '#api/refunds/decide-refund.ts'
import { payRefund } from '#api/refunds/pay-refund.ts'
import { receiveGoods } from '#api/refunds/receive-goods.ts'
import { requestRefund } from '#api/refunds/request-refund.ts'
import { storeVerdicts } from '#api/sync/verdicts.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { aSale } from '#tests/support/server/factories.ts'
import { GIFT_FAULTS } from '#tests/support/shop/gift-faults.ts'
import { aVariation, brokenRules, openShop } from '#tests/support/server/shop.ts'
import { aCashMoveRow, aShiftRow } from '#tests/support/till/shift-rows.ts'
import { aCount, aReceipt } from '#tests/support/goods/stockroom.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

let order: number
let jeans: number
const bookInParts = (product_variation_id: number) =>
  book(product_variation_id, 1, {
    tenders: [
      { account_code: 'CASH', amount: 4 },
      { account_code: 'MTN_MOBILE_MONEY', amount: 6 },
    ],
  })
const book = async (product_variation_id: number, quantity: number, more: Partial<Sale> = {}) => {
  const sale = aSale({ lines: [{ product_variation_id, quantity, price: 10 }], ...more })
  const [booked] = await inTransaction(() =>
    recordSales([{ sale, device_id: null, seq_reused: false, received_at: Date.now(), skew_ms: null }], made =>
      storeVerdicts(
        [{ id: sale.id, kind: 'sale.record', device_id: null, seq: null, content: '0'.repeat(64) }],
        [{ id: sale.id, status: 'accepted', ...made[0]! }],
      ),
    ),
  )
  return booked!.order_id
}

beforeEach(async () => {
  await openShop()
  jeans = await aVariation(5)
  order = await book(jeans, 2)
  await book(await aVariation(1), 3)
})

test('leaves stock as it was and tells a manager when a damaged piece returns to an oversold shelf', async () => {
  const id = await book(jeans, 4)
  const { id: item } = (await selectOne<{ id: number }>('SELECT id FROM order_items WHERE order_id = ?', [id]))!
  const refund = await requestRefund(
    { order_id: id, action: 'REFUND', reason: 'DEFECTIVE', items: [{ order_item_id: item, quantity: 1 }] },
    7,
    'STAFF',
  )
  await approveRefund(refund.id, { user_id: 7 })
  await receiveGoods(refund.id, [{ refund_item_id: refund.items[0]!.id, disposition: 'DAMAGED' }], 7)
  expect(await selectOne('SELECT on_hand FROM product_variations WHERE id = ?', [jeans])).toEqual({ on_hand: -1 })
  expect(await brokenRules()).toEqual([])
})

test('finds no fault in books that are in order, including an oversold shelf with its exception', async () => {
  expect(await audit()).toEqual([])
})

test('does not excuse a new shortage by an exception about an earlier one', async () => {
  const shirt = await aVariation(1)
  await book(shirt, 2)
  await execute('DO SLEEP(0.002)') // times are of milliseconds
  for (const quantity of [5, -6])
    await execute("INSERT INTO stock_movements (product_variation_id, reason, quantity) VALUES (?, 'COUNT', ?)", [
      shirt,
      quantity,
    ])
  await execute('UPDATE product_variations SET on_hand = on_hand - 1 WHERE id = ?', [shirt])
  expect(await brokenRules()).toEqual(['negative stock without an exception'])
  await insertRow('exceptions', {
    code: 'OVERSOLD',
    product_variation_id: shirt,
    detail: '2 more sold or reserved than on hand.',
  })
  expect(await brokenRules()).toEqual([])
})

/** An order of the website that was cancelled, which needs neither a verdict nor a movement. */
const cancelled = (row: Record<string, unknown> = {}) =>
  insertRow('orders', {
    type_code: 'WEBSITE',
    status_code: 'CANCELLED',
    cancelled_by: 'PERSON',
    subtotal: 10,
    total: 10,
    business_date: '2026-01-09',
    ...row,
  })
const waiting = async () => (await anOrderOf({ [jeans]: 1 })).id
/** One with a coupon, paid at the counter. */
async function paid(): Promise<number> {
  await insertRow('coupons', { code: 'JEANS10', name: 'Jeans', type: 'percentage', value: 10 })
  return paidAtCounter({ coupon_code: 'JEANS10' })
}
async function paidAtCounter(rest = {}): Promise<number> {
  const { id } = await anOrderOf({ [jeans]: 1 }, rest)
  await inTransaction(async () => payOrder(await lockOrder(id), { account_code: 'BANK', user_id: 7 }))
  return id
}
const enter = async (account_code: string, amount: number, order_id: number | null = null) => {
  await insertRow('transactions', { account_code, type_code: 'SALE', order_id, amount })
  await execute('UPDATE accounts SET balance = balance + ? WHERE code = ?', [amount, account_code])
}
/** A month in which the bank took in and paid out the same twice over, closed. */
async function closeLastMonth(): Promise<void> {
  const [last] = await select<{ month: string }>("SELECT DATE_FORMAT(UTC_DATE() - INTERVAL 1 MONTH, '%Y-%m') AS month")
  await execute('UPDATE books SET open_period = ?', [last!.month])
  for (const amount of [5, -5])
    await insertRow('transactions', {
      account_code: 'BANK',
      type_code: 'MANUAL',
      amount,
      business_date: `${last!.month}-10`,
      period: last!.month,
    })
  await closeMonth(last!.month, 7)
}
/** Ten cedis from the provider, for an order that waits. Returns its id. */
async function payment(status_code: string): Promise<number> {
  const order_id = await waiting()
  const attempt_id = await insertRow('payment_attempts', {
    order_id,
    reference: `${order_id}-1`,
    amount: 1000,
    email: 'order@shop.test',
    status_code: 'SUCCESS',
  })
  return insertRow('payments', {
    attempt_id,
    order_id,
    provider_transaction_id: '1',
    amount: 1000,
    paid_at: '2026-01-09',
    status_code,
  })
}
const accepted = (kind: string) => verdict(ANOTHER, 'accepted', kind)
const verdict = (mutation_id: string, status: string, kind = 'sale.record') =>
  insertRow('sync_verdicts', {
    mutation_id,
    kind,
    content: '1'.repeat(64),
    content_version: 1,
    verdict: `{"id":"${mutation_id}","status":"${status}"}`,
  })
/**
 * A piece of an order that went back for cash, or, with nothing to be paid, is only asked for. Returns the return's id.
 */
async function returned(order_id: number, account_code: string | null = 'CASH'): Promise<number> {
  const item = (await selectOne<{ id: number }>('SELECT id FROM order_items WHERE order_id = ?', [order_id]))!
  const { id, items } = await requestRefund(
    { order_id, action: 'REFUND', reason: 'OTHER', items: [{ order_item_id: item.id, quantity: 1 }] },
    7,
    'STAFF',
  )
  if (account_code === null) return id
  await approveRefund(id, { user_id: 7 })
  await payRefund(id, { account_code, user_id: 7, queueRefund })
  await receiveGoods(
    id,
    items.map(({ id: refund_item_id }) => ({ refund_item_id, disposition: 'RESTOCK' })),
    7,
  )
  return id
}
async function aVoidOf(order_id: number) {
  const sale = (await selectOne<{ sale_id: string; number: string }>(
    'SELECT sale_id, number FROM orders WHERE id = ?',
    [order_id],
  ))!
  return {
    mutation_id: randomUUID(),
    shop_id: 1,
    till_code: 'T1',
    teller_id: 7,
    proved: 1,
    occurred_at: '2026-01-09 14:03:22',
    business_date: '2026-01-09',
    sale_mutation_id: sale.sale_id,
    number: sale.number,
    reason: 'WRONG_ITEM',
  }
}
const ANOTHER = '6f1c2a9e-0000-4000-8000-00000000000a'

const faults: Record<AuditRule, () => Promise<unknown>> = {
  'a completed order whose entries are not its total': () => enter('CASH', 0.01, order),
  'an order that took no money but has entries': async () => enter('CASH', 10, await waiting()),
  'a balance that is not the sum of its entries': () =>
    execute("UPDATE accounts SET balance = balance + 0.01 WHERE code = 'BANK'"),
  'an entry of no account': () => enter('NONE', 5),
  'a closed month that is not the sum of its entries': async () => {
    await closeLastMonth()
    await execute("UPDATE transactions SET amount = -amount WHERE account_code = 'BANK'")
  },
  'a month that does not begin with what the one before ended with': async () => {
    await closeLastMonth()
    await execute(
      "UPDATE closed_periods SET opening_balance = opening_balance + 1, closing_balance = closing_balance + 1 WHERE account_code = 'BANK'",
    )
  },
  'an entry in a month before its day, or closed without it': async () => {
    await enter('BANK', 5)
    await execute("UPDATE transactions SET period = '2020-01' WHERE account_code = 'BANK'")
  },
  'a total that is not lines less discount and shipping': async () => {
    await execute('UPDATE orders SET total = total + 0.01 WHERE id = ?', [order])
    await enter('CASH', 0.01, order)
  },
  'an order without lines': () => cancelled({ subtotal: 0, total: 0 }),
  'on hand that is not the sum of its movements': () =>
    execute('UPDATE product_variations SET on_hand = on_hand + 1 WHERE id = ?', [jeans]),
  'reserved that is not the sum of its movements': () =>
    execute('UPDATE product_variations SET reserved = reserved + 1 WHERE id = ?', [jeans]),
  'units sold that did not leave the shelf': () =>
    execute('UPDATE stock_movements SET order_id = NULL WHERE order_id = ?', [order]),
  'goods held otherwise than for an order that waits for payment, or an exchange': async () =>
    execute('UPDATE stock_movements SET order_id = NULL WHERE order_id = ?', [await waiting()]),
  'a coupon whose uses are not those of orders': async () => {
    await paid()
    await execute('UPDATE coupons SET current_usage = current_usage + 1')
  },
  'an order whose coupon is not counted, or counted without it': async () => {
    await execute('DELETE FROM coupon_redemptions WHERE order_id = ?', [await paid()])
    await execute('UPDATE coupons SET current_usage = 0')
  },
  'a discount of more than the goods it is off': async () =>
    execute('UPDATE order_items SET discounted = 0 WHERE order_id = ?', [await paid()]),
  'an order paid online without its payment': async () =>
    execute("UPDATE orders SET account_code = 'PAYSTACK' WHERE id = ?", [await paid()]),
  'a payment that its order does not show': () => payment('APPLIED'),
  "a payment that is no order's and does not go back": () => payment('RETURNED'),
  'a payment of which more goes back than came': async () => {
    const payment_id = await payment('RETURNED')
    for (const amount of [1000, 1]) await insertRow('payment_refunds', { payment_id, amount, reason: 'too much' })
  },
  'an order whose times are not those of its status': async () =>
    execute('UPDATE orders SET reserved_until = NULL WHERE id = ?', [await waiting()]),
  'a variant that costs less than nothing': () => execute('UPDATE product_variations SET discount = 99999 LIMIT 1'),
  'an order to be paid on delivery that cannot be': async () =>
    execute('UPDATE orders SET due = total WHERE id = ?', [await waiting()]),
  'a deposit that was not paid, or is not owed until the order ends': async () => {
    const order_id = await waiting()
    await insertRow('transactions', { account_code: 'DEPOSITS', type_code: 'MANUAL', order_id, amount: -5 })
    await execute("UPDATE accounts SET balance = balance - 5 WHERE code = 'DEPOSITS'")
  },
  ...GIFT_FAULTS,
  'negative stock without an exception': () => execute('DELETE FROM exceptions'),
  'more promised than there is without an exception': async () => {
    await waiting()
    await execute("INSERT INTO stock_movements (product_variation_id, reason, quantity) VALUES (?, 'COUNT', -3)", [
      jeans,
    ])
    await execute('UPDATE product_variations SET on_hand = 0 WHERE id = ?', [jeans])
  },
  'goods received otherwise than their receipt says': async () =>
    execute("UPDATE stock_receipts SET status_code = 'BOOKED' WHERE id = ?", [await aReceipt(jeans)]),
  'a shelf count whose movements are not its differences': async () => {
    const { product_id } = (await selectOne<{ product_id: number }>(
      'SELECT product_id FROM product_variations WHERE id = ?',
      [jeans],
    ))!
    await execute('UPDATE stock_count_lines SET difference = -1 WHERE count_id = ?', [await aCount(product_id)])
  },
  'a store sale without a verdict': async () => {
    const { sale_id } = (await selectOne<{ sale_id: string }>('SELECT sale_id FROM orders WHERE id = ?', [order]))!
    await execute('DELETE FROM sync_verdicts WHERE mutation_id = ?', [sale_id])
  },
  'a cash move whose entries are not its amount': async () =>
    execute('UPDATE cash_moves SET other_transaction_id = transaction_id WHERE id = ?', [await aCashMoveRow()]),
  'a void otherwise than its return': async () =>
    insertRow('sale_voids', { ...(await aVoidOf(order)), outcome: 'BOOKED', order_id: order }),
  'a payment in parts whose entries are not its parts': async () => {
    const id = await bookInParts(jeans)
    await execute('UPDATE order_tenders SET amount = amount + IF(place = 1, 1, -1) WHERE order_id = ?', [id])
  },
  'a payment in parts that cannot be': async () => {
    const id = await bookInParts(jeans)
    await execute("UPDATE orders SET account_code = 'BANK' WHERE id = ?", [id])
  },
  'a Z that is not what its till sold': async () =>
    execute('UPDATE shift_reports SET expected = 2 WHERE shift_id = ?', [await aShiftRow()]),
  'a count of a drawer that is not what its Z says, or is there twice': async () =>
    insertRow('cash_counts', {
      shift_id: await aShiftRow(),
      account_code: 'CASH',
      till_id: null,
      counted: 2,
      expected: 2,
      since_last: 0,
      remains: 2,
      last_entry_id: 0,
      user_id: 7,
    }),
  'a shift that ended without a Z': async () =>
    execute('DELETE FROM shift_reports WHERE shift_id = ?', [await aShiftRow()]),
  'a rejected verdict without its quarantine': () => verdict(ANOTHER, 'rejected'),
  'more refunded than paid, or otherwise than the returns say': () =>
    execute('UPDATE orders SET refunded = 0.01 WHERE id = ?', [order]),
  'differences collected otherwise than the returns say': () =>
    execute('UPDATE orders SET collected = 0.01 WHERE id = ?', [order]),
  'more pieces sent back than sold, or otherwise than the returns say': () =>
    execute('UPDATE order_items SET refunded_quantity = 1 WHERE order_id = ?', [order]),
  'goods sent back for more than they were sold for': async () =>
    execute('UPDATE refund_items SET worth = worth + 1000 WHERE refund_id = ?', [await returned(order)]),
  'more pieces sent back than an exchange gave, or for more than they are worth': async () =>
    execute('UPDATE refund_items SET refunded_quantity = 1 WHERE refund_id = ?', [await returned(order)]),
  "goods of an exchange that are another line's, or another order's": async () => {
    const money = await returned(order)
    await execute(
      'UPDATE refund_items g JOIN refund_items b ON b.refund_id = ? SET g.given_by = b.id WHERE g.refund_id = ?',
      [money, await returned(order, null)],
    )
  },
  'an order that waits with nothing left to hand over, or was given up with something left': async () =>
    execute("UPDATE orders SET status_code = 'CANCELLED', cancelled_by = 'RETURN' WHERE id = ?", [
      await paidAtCounter(),
    ]),
  'a return whose entries are not its money': async () =>
    execute("UPDATE refunds SET money_status = 'PENDING', status_code = 'APPROVED' WHERE id = ?", [
      await returned(order),
    ]),
  "an entry of a refund that is no return's": async () => {
    await insertRow('transactions', { account_code: 'CASH', type_code: 'REFUND', order_id: order, amount: -1 })
    await execute("UPDATE accounts SET balance = balance - 1 WHERE code = 'CASH'")
  },
  "a provider's refund entered otherwise than it went": async () => {
    const payment_id = await payment('RETURNED')
    await insertRow('payment_refunds', {
      payment_id,
      refund_id: await returned(order, null),
      amount: 1000,
      reason: 'too much',
      status_code: 'SENT',
    })
  },
  'goods sent back that did not move as the return says': async () =>
    execute("UPDATE stock_movements SET order_id = NULL WHERE reason = 'RETURN' AND order_id = ?", [
      (await returned(order)) && order,
    ]),
  'a return whose states do not go together': async () =>
    execute("UPDATE refunds SET goods_status = 'AWAITED' WHERE id = ?", [await returned(order)]),
  "a former address that leads to one product and is another's, or its own again": async () =>
    execute('INSERT INTO product_slugs (slug, product_id) SELECT slug, id FROM products LIMIT 1'),
  "a barcode of the shop's own on two variations": async () => {
    for (const id of [jeans, await aVariation(1)])
      await execute("UPDATE product_variations SET barcode = '2000000000015' WHERE id = ?", [id])
  },
  'no row for the first shop': () => execute('UPDATE shops SET id = 2'),
  'a sale booked twice': async () => {
    await execute('ALTER TABLE orders DROP INDEX sale_id')
    for (let i = 0; i < 2; i++)
      await insertRow('order_items', {
        order_id: await cancelled({ sale_id: ANOTHER }),
        product_variation_id: jeans,
        quantity: 1,
        price: 10,
      })
  },
}

/** A kind of mutation brings its own rule, so a new kind is tried here without a line. */
const kindFaults = mutationKinds.map(({ kind, row }): [string, () => Promise<unknown>] => [
  row.missing,
  () => accepted(kind),
])

test.each([...Object.entries(faults), ...kindFaults])('%s is found, and nothing else', async (rule, plant) => {
  await plant()
  const broken = await brokenRules()
  await execute('UPDATE shops SET id = 1')
  if (rule === 'a sale booked twice') {
    await execute('DELETE i FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.sale_id = ?', [ANOTHER])
    await execute('DELETE FROM orders WHERE sale_id = ?', [ANOTHER])
    await execute('ALTER TABLE orders ADD UNIQUE KEY sale_id (sale_id)')
  }
  expect(broken).toEqual([rule])
})

test('names the rows that break a rule', async () => {
  await execute('UPDATE product_variations SET on_hand = on_hand + 1 WHERE id = ?', [jeans])
  expect(await audit()).toEqual([{ rule: 'on hand that is not the sum of its movements', rows: [{ id: jeans }] }])
})
