import { PRICE_CHARGED } from '#api/catalogue/describe-products.ts'
import { randomUUID } from 'node:crypto'
import { findAccount } from '#api/ledger/find-account.ts'
import { raiseBalances } from '#api/ledger/ledger.ts'
import { settleWaiting } from '#api/mutation-kinds.ts'
import { duplicateKeyOf, inTransaction, select, selectOne } from '#api/db/database.ts'
import { invalid, keyReused, staleTotal } from '#api/errors.ts'
import { findOrder } from '#api/orders/list-orders.ts'
import { recordSales } from '#api/sales/record-sales.ts'
import { saleRecord } from '#api/sales/sale-kind.ts'
import { refuseTooMuch } from '#api/sales/till-sale.ts'
import { contentOf } from '#api/sync/content.ts'
import { storeVerdicts } from '#api/sync/verdicts.ts'
import type { StaffOrder, StoreOrder } from '#sync/protocol/shop/order-view.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import { UUID } from '#sync/protocol/mutation.ts'
import { isSamePrice, saleTotals } from '#sync/protocol/pricing.ts'
import type { Sale, SaleLine } from '#sync/protocol/sale.ts'

/**
 * Books a store order that staff entered online, by the same service as a till's sale. The server prices it; stock
 * never refuses it. A UUID key is the sale's id for the whole shop, because the sale may also have arrived from a till.
 * @throws 409 stale_total, 422 for unknown goods or accounts, 422 key_reused for another sale under that id
 */
export async function recordStoreOrder(teller: User, asked: StoreOrder, key: string | undefined): Promise<StaffOrder> {
  const id = key !== undefined && UUID.test(key) ? key : randomUUID()
  const earlier = await earlierOrder(id, asked)
  if (earlier !== null) return findOrder(earlier)
  if (await isAnswered(id)) throw keyReused()
  await refuseAccount(asked.account_code)
  const sale = await priced(id, teller, asked)
  try {
    return await findOrder(await inTransaction(() => book(sale)))
  } catch (error) {
    // Only the order's own id means that nothing of this one was written yet.
    const twin = duplicateKeyOf(error) === 'sale_id' ? await earlierOrder(id, asked) : null
    if (twin !== null) return findOrder(twin)
    throw error
  }
}

async function book(sale: Sale): Promise<number> {
  const arrived = { sale, device_id: null, seq_reused: false, received_at: Date.parse(sale.occurred_at), skew_ms: null }
  const [booked] = await recordSales([arrived], ([one]) =>
    storeVerdicts(
      [{ id: sale.id, kind: saleRecord.kind, device_id: null, seq: null, content: contentOf(saleRecord, sale) }],
      [{ id: sale.id, status: 'accepted', ...one! }],
    ),
  )
  await raiseBalances(await settleWaiting([sale.id], { isByHand: true }))
  return booked!.order_id
}

/** Whether a till's mutation with this id was answered without an order, such as a rejected sale or a note. */
const isAnswered = (id: string) =>
  selectOne(
    'SELECT 1 FROM sync_verdicts v WHERE v.mutation_id = ? AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.sale_id = ?)',
    [id, id],
  )

/** The order booked under this id, whoever entered it. @throws key_reused if its content differs */
async function earlierOrder(id: string, asked: StoreOrder): Promise<number | null> {
  const order = await selectOne<{ id: number; account_code: string }>(
    'SELECT id, account_code FROM orders WHERE sale_id = ?',
    [id],
  )
  if (!order) return null
  const sold = await select<{ product_id: number; size_code: string; colour_code: string | null; quantity: number }>(
    'SELECT v.product_id, v.size_code, v.colour_code, i.quantity FROM order_items i JOIN product_variations v ON v.id = i.product_variation_id WHERE i.order_id = ?',
    [order.id],
  )
  const words = (items: StoreOrder['items']) =>
    items
      .map(item => `${item.product_id} ${item.size_code} ${item.colour_code ?? ''} ${item.quantity}`)
      .sort()
      .join()
  if (order.account_code !== asked.account_code || words(sold) !== words(asked.items)) throw keyReused()
  return order.id
}

interface Choice {
  id: number
  product_id: number
  size_code: string
  colour_code: string | null
  price: number
}

/** @throws 409 with the right totals if the client's differ */
async function priced(id: string, teller: User, asked: StoreOrder): Promise<Sale> {
  const choices = await select<Choice>(
    `SELECT v.id, v.product_id, v.size_code, v.colour_code, ${PRICE_CHARGED} AS price
    FROM product_variations v JOIN products p ON p.id = v.product_id WHERE p.id IN (:ids) AND p.deleted_at IS NULL`,
    { ids: asked.items.map(item => item.product_id) },
  )
  const lines = asked.items.map((item, i): SaleLine => {
    const choice = choices.find(
      ({ product_id, size_code, colour_code }) =>
        product_id === item.product_id && size_code === item.size_code && colour_code === (item.colour_code || null),
    )
    if (!choice) throw invalid({ [`items.${i}`]: ['This product does not exist in this size and colour.'] })
    return { product_variation_id: choice.id, quantity: item.quantity, price: choice.price }
  })
  refuseTooMuch(lines, 'items')
  const totals = saleTotals(lines, 0)
  for (const name of ['subtotal', 'discount', 'total'] as const) {
    const claimed = asked[name]
    if (claimed !== undefined && !isSamePrice(claimed, totals[name])) throw staleTotal({ ...totals, shipping_fee: 0 })
  }
  return {
    id,
    number: '',
    till_code: '',
    teller_id: teller.id,
    occurred_at: new Date().toISOString(),
    account_code: asked.account_code,
    customer_name: asked.customer_name || null,
    customer_phone: asked.customer_phone || null,
    lines,
    discount: 0,
    total: totals.total,
  }
}

async function refuseAccount(code: string): Promise<void> {
  if (!(await findAccount(code))?.at_till)
    throw invalid({ account_code: ['The till does not offer this payment method.'] })
}
