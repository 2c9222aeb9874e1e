import { PRICE_CHARGED } from '#api/catalogue/describe-products.ts'
import { randomUUID } from 'node:crypto'
import { execute, inTransaction, select } from '#api/db/database.ts'
import { recordSales } from '#api/sales/record-sales.ts'
import { saleRecord } from '#api/sales/sale-kind.ts'
import { contentOf } from '#api/sync/content.ts'
import { storeVerdicts } from '#api/sync/verdicts.ts'
import { isSamePrice, saleTotals } from '#sync/protocol/pricing.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'

const SALES = 28
const PAID_BY = [CASH, 'MTN_MOBILE_MONEY', 'BANK'] as const
const DAY_MS = 24 * 60 * 60_000
const CUSTOMERS = [
  ['Akosua Frimpong', '+233244555101'],
  ['Kojo Antwi', '+233208555102'],
  ['Esi Quaye', '+233557555103'],
] as const

/** Books a week of counter sales as a till does: two cashiers, one to three lines each, from stock. */
export async function seedSales(now = Date.now()): Promise<void> {
  const tellers = await select<{ id: number }>(
    "SELECT id FROM users WHERE email IN ('manager@shop.test', 'admin@shop.test') ORDER BY id",
  )
  const goods = await select<{ id: number; price: number }>(`SELECT v.id, ${PRICE_CHARGED} AS price
    FROM product_variations v JOIN products p ON p.id = v.product_id WHERE p.status_code = 'LIVE' AND v.on_hand >= 6
    ORDER BY v.id`)
  if (tellers.length === 0 || goods.length < SALES * 3) return
  const sales = Array.from({ length: SALES }, (_, n): Sale => {
    const lines = Array.from({ length: 1 + (n % 3) }, (_, i) => {
      const { id, price } = goods[((n * 3 + i) * 97) % goods.length]!
      return { product_variation_id: id, quantity: 1 + (((n + i) % 4) % 2), price }
    })
    const [customer_name, customer_phone] = CUSTOMERS[n % 7] ?? [null, null]
    const { total } = saleTotals(lines)
    return {
      id: randomUUID(),
      number: '',
      till_code: '',
      teller_id: tellers[n % tellers.length]!.id,
      occurred_at: openingTime(now, SALES - n),
      account_code: PAID_BY[(n % 5) % 3]!,
      tendered: null,
      customer_name,
      customer_phone,
      lines,
      discount: 0,
      total,
    }
  }).filter(({ total }) => !isSamePrice(total, 0))
  await inTransaction(async () => {
    await recordSales(
      sales.map(sale => ({
        sale,
        device_id: null,
        seq_reused: false,
        received_at: Date.parse(sale.occurred_at),
        skew_ms: null,
      })),
      booked =>
        storeVerdicts(
          sales.map(sale => ({
            id: sale.id,
            kind: saleRecord.kind,
            device_id: null,
            seq: null,
            content: contentOf(saleRecord, sale),
          })),
          booked.map((one, i) => ({ id: sales[i]!.id, status: 'accepted', ...one })),
        ),
    )
    const ids = sales.map(({ id }) => id)
    await execute('UPDATE orders SET created_at = occurred_at, updated_at = occurred_at WHERE sale_id IN (?)', [ids])
    for (const table of ['transactions', 'stock_movements'])
      await execute(
        `UPDATE ${table} t JOIN orders o ON o.id = t.order_id SET t.created_at = o.occurred_at WHERE o.sale_id IN (?)`,
        [ids],
      )
  })
}

/** Four sales a day, spread over opening hours; the last ones just now. */
function openingTime(now: number, ago: number): string {
  const day = Math.floor((now - Math.floor((ago - 1) / 4) * DAY_MS) / DAY_MS) * DAY_MS
  const time = day + (9 + (4 - ((ago - 1) % 4)) * 2) * 60 * 60_000 + ago * 7 * 60_000
  return new Date(Math.min(time, now - ago * 60_000)).toJSON()
}
