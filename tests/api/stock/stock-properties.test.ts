import { beforeEach, expect, test } from 'vitest'
import { inTransaction, select, selectOne } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { recordSales } from '#api/sales/record-sales.ts'
import { payOrder } from '#api/orders/settle-order.ts'
import { adjustStock } from '#api/stock/adjust-stock.ts'
import { stepCount } from '#api/stock/close-count.ts'
import { countStock } from '#api/stock/count-stock.ts'
import { openCount } from '#api/stock/count-shelf.ts'
import { bookReceipt } from '#api/stock/receive-goods.ts'
import { storeVerdicts } from '#api/sync/verdicts.ts'
import { aSale } from '#tests/support/server/factories.ts'
import { aVariation, checkBooks, openShop } from '#tests/support/server/shop.ts'
import { aReceipt, countByScanner } from '#tests/support/goods/stockroom.ts'
import { aCustomerOwner, anOrderOf } from '#tests/support/shop/website-orders.ts'

const HISTORIES = 8
const STEPS = 30

let goods: { id: number; product_id: number }[]
beforeEach(async () => {
  await openShop()
  const ids = [await aVariation(20), await aVariation(3), await aVariation(0)]
  goods = await select('SELECT id, product_id FROM product_variations WHERE id IN (:ids) ORDER BY id', { ids })
})

/** Numbers that come again in the same order for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 2_654_435_761
  return sides => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) | 0
    return (state >>> 8) % sides
  }
}

const sell = (product_variation_id: number, quantity: number) => {
  const sale = aSale({ lines: [{ product_variation_id, quantity, price: 10 }] })
  return inTransaction(() =>
    recordSales([{ sale, device_id: null, seq_reused: false, received_at: Date.now(), skew_ms: null }], ([made]) =>
      storeVerdicts(
        [{ id: sale.id, kind: 'sale.record', device_id: null, seq: null, content: '0'.repeat(64) }],
        [{ id: sale.id, status: 'accepted', ...made! }],
      ),
    ),
  )
}

/** One thing that happens to stock; what is refused happens not. */
async function happen(roll: (sides: number) => number): Promise<void> {
  const { id, product_id } = goods[roll(goods.length)]!
  const pieces = roll(9)
  const deeds = [
    () => sell(id, pieces + 1),
    () => countStock(product_id, { [`sku_${id}`]: pieces }, 7),
    async () => {
      const [read] = await select<{ movement_id: number }>(
        'SELECT id AS movement_id FROM stock_movements WHERE product_variation_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?',
        [id, roll(3)],
      )
      return countStock(
        product_id,
        Object.assign({ [`sku_${id}`]: pieces }, { as_read: { [`sku_${id}`]: read?.movement_id ?? 0 } }),
        7,
      )
    },
    async () => bookReceipt(await aReceipt(id, { quantity: pieces + 1, unit_cost: 12.5 }), { user_id: 7, costs: true }),
    () => adjustStock({ variation_id: id, quantity: pieces - 12, cause: 'DAMAGED' }, 7),
    () => adjustStock({ variation_id: id, quantity: pieces + 1, cause: 'FOUND' }, 7),
    () => countByScanner(product_id, { id, pieces }, () => sell(id, 1)),
    async () => anOrderOf({ [id]: pieces + 1 }, { owner: await aCustomerOwner() }),
    async () => {
      const waiting = await selectOne<{ id: number }>(
        "SELECT id FROM orders WHERE status_code = 'UNPAID' ORDER BY id LIMIT 1",
      )
      return (
        waiting &&
        inTransaction(async () => payOrder(await lockOrder(waiting.id), { account_code: 'BANK', user_id: 7 }))
      )
    },
  ]
  try {
    await deeds[roll(deeds.length)]!()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

test.each(Array.from({ length: HISTORIES }, (_, seed) => seed + 1))(
  'history %i of sales, counts, receipts, adjustments and orders leaves the books in order',
  async seed => {
    const roll = dice(seed)
    for (let step = 0; step < STEPS; step += 3) await Promise.all([happen(roll), happen(roll), happen(roll)])
    await checkBooks()
    const [sums] = await select<{ moved: number; held: number }>(
      `SELECT (SELECT SUM(quantity) FROM stock_movements) AS moved,
        (SELECT SUM(on_hand - reserved) FROM product_variations) AS held`,
    )
    expect(Number(sums!.moved)).toBe(Number(sums!.held))
  },
)

test('tells a manager when goods fall below what is promised, and again when the order is paid', async () => {
  const [{ id, product_id }] = goods as [(typeof goods)[0], ...typeof goods]
  const told = () =>
    select("SELECT order_id, detail FROM exceptions WHERE code = 'OVERSOLD' AND product_variation_id = ? ORDER BY id", [
      id,
    ])
  const { id: order_id } = await anOrderOf({ [id]: 5 })
  await adjustStock({ variation_id: id, quantity: -15, cause: 'LOST' }, 7)
  expect(await told()).toEqual([])
  await adjustStock({ variation_id: id, quantity: -1, cause: 'LOST' }, 7)
  await countStock(product_id, { [`sku_${id}`]: 3 }, 7)
  const { id: count } = await openCount({ name: 'Shelf', product_ids: [product_id] }, 7)
  await stepCount(count, { status_code: 'CHECKED' }, 7)
  await stepCount(count, { status_code: 'CLOSED', uncounted_are_gone: true }, 7)
  const left = [1, 2, 5].map(pieces => ({ order_id: null, detail: `${pieces} more sold or reserved than on hand.` }))
  expect(await told()).toEqual(left)
  await inTransaction(async () => payOrder(await lockOrder(order_id), { account_code: 'BANK', user_id: null }))
  expect(await told()).toEqual([...left, { order_id, detail: '5 more sold or reserved than on hand.' }])
  await countStock(product_id, { [`sku_${id}`]: 0 }, 7)
  await checkBooks()
})
