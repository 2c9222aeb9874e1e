import { PRICE_BEFORE } from '#api/catalogue/describe-products.ts'
import { execute, insertRows, select, selectOne, sqlTime } from '#api/db/database.ts'
import { openCount, scanShelf } from '#api/stock/count-shelf.ts'
import { bookReceipt, draftReceipt, type Receiver } from '#api/stock/receive-goods.ts'

const DAY_MS = 24 * 60 * 60_000

interface Goods {
  id: number
  product_id: number
  category_id: number
  retail_price: number
}

/** Adds a goods receipt, an open stock count, goods that do not sell, and sales for staff to review. */
export async function seedStock(now = Date.now()): Promise<void> {
  const manager = await selectOne<{ id: number }>("SELECT id FROM users WHERE email = 'manager@shop.test'")
  const goods = await select<Goods>(`SELECT v.id, v.product_id, p.category_id, ${PRICE_BEFORE} AS retail_price
    FROM product_variations v
      JOIN products p ON p.id = v.product_id
    WHERE p.status_code = 'LIVE' ORDER BY v.id`)
  if (!manager || goods.length < 250) return
  await receive(goods, { user_id: manager.id, costs: true })
  await countHalf(goods, manager.id)
  await leaveUnsold(now)
  await raiseOddities()
}

async function receive(goods: readonly Goods[], receiver: Receiver): Promise<void> {
  const line = ({ id, retail_price }: Goods, i: number) => ({
    variation_id: id,
    quantity: 4 + (i % 5),
    unit_cost: Math.round(retail_price * 45) / 100,
  })
  const { id } = await draftReceipt(
    { supplier: 'Tema Garments Ltd', note: 'Waybill 20731', lines: goods.slice(200, 212).map(line) },
    receiver,
  )
  await bookReceipt(id, receiver)
  await draftReceipt({ supplier: 'Makola Wholesale', lines: goods.slice(240, 246).map(line) }, receiver)
}

async function countHalf(goods: readonly Goods[], user_id: number): Promise<void> {
  const jackets = goods.filter(({ category_id }) => category_id === 7)
  if (jackets.length === 0) return
  const { id } = await openCount({ name: 'Jackets on the back wall', category_id: 7 }, user_id)
  for (const [i, jacket] of jackets.slice(0, 6).entries())
    await scanShelf(id, { variation_id: jacket.id, quantity: 2 + i }, user_id)
}

/** Some products arrived four months ago and never sold. */
async function leaveUnsold(now: number): Promise<void> {
  const unsold = await select<{ id: number }>(`SELECT p.id FROM products p WHERE p.status_code = 'LIVE' AND NOT EXISTS (
    SELECT 1 FROM stock_movements m JOIN product_variations v ON v.id = m.product_variation_id
    WHERE v.product_id = p.id AND (m.order_id IS NOT NULL OR m.receipt_id IS NOT NULL)) ORDER BY p.id DESC LIMIT 4`)
  if (unsold.length > 0)
    await execute(
      `UPDATE stock_movements m JOIN product_variations v ON v.id = m.product_variation_id SET m.created_at = :then
        WHERE v.product_id IN (:ids)`,
      { then: sqlTime(now - 120 * DAY_MS), ids: unsold.map(({ id }) => id) },
    )
}

async function raiseOddities(): Promise<void> {
  const sold = await select<{
    order_id: number
    product_variation_id: number
    price: number
  }>(`SELECT i.order_id, i.product_variation_id, i.price FROM order_items i
    JOIN orders o ON o.id = i.order_id WHERE o.type_code = 'STORE' ORDER BY i.id LIMIT 3`)
  const [drifted, oversold] = sold
  if (!drifted || !oversold) return
  await insertRows('exceptions', [
    {
      code: 'PRICE_DRIFT',
      order_id: drifted.order_id,
      product_variation_id: drifted.product_variation_id,
      detail: `Sold at ${drifted.price.toFixed(2)}, the shop showed ${(drifted.price + 10).toFixed(2)}.`,
    },
    {
      code: 'OVERSOLD',
      order_id: oversold.order_id,
      product_variation_id: oversold.product_variation_id,
      detail: '1 more sold or reserved than on hand.',
    },
  ])
}
