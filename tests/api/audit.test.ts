import { beforeEach, expect, test } from 'vitest'
import { audit } from '#api/audit/audit.ts'
import type { AuditRule } from '#api/audit/rules.ts'
import { execute, inTransaction, insertRow, selectOne } from '#api/db/database.ts'
import { recordSales } from '#api/orders/record-sales.ts'
import { storeVerdicts } from '#api/sync/verdicts.ts'
import { aSale } from '#tests/support/factories.ts'
import { aVariation, brokenRules, openShop } from '#tests/support/shop.ts'

let order: number
let jeans: number
const book = async (product_variation_id: number, quantity: number) => {
  const sale = aSale({ lines: [{ product_variation_id, quantity, price: 10 }] })
  const [booked] = await inTransaction(() => recordSales([{ sale, device_id: null, seq_reused: false, received_at: Date.now(), skew_ms: null }], made =>
    storeVerdicts([{ id: sale.id, device_id: null, seq: null, content: '0'.repeat(64) }], [{ id: sale.id, status: 'accepted', ...made[0]! }])))
  return booked!.order_id
}

beforeEach(async () => {
  await openShop()
  jeans = await aVariation(5)
  order = await book(jeans, 2)
  await book(await aVariation(1), 3)
})

test('books that are in order break no rule, an oversold shelf with its exception included', async () => {
  expect(await audit()).toEqual([])
})

/** An order of the website, which needs neither a verdict nor a movement, with one line of 10 cedis. */
async function websiteOrder(status_code: string, sale_id: string | null = null): Promise<number> {
  const id = await insertRow('orders', { type_code: 'WEBSITE', status_code, sale_id, subtotal: 10, total: 10, business_date: '2026-01-09' })
  await insertRow('order_items', { order_id: id, product_variation_id: jeans, quantity: 1, price: 10 })
  return id
}
const enter = async (account_code: string, amount: number, order_id: number | null = null) => {
  await insertRow('transactions', { account_code, type_code: 'SALE', order_id, amount })
  await execute('UPDATE accounts SET balance = balance + ? WHERE code = ?', [amount, account_code])
}
const verdict = (mutation_id: string, status: string) =>
  insertRow('sync_verdicts', { mutation_id, content: '1'.repeat(64), content_version: 1, verdict: `{"id":"${mutation_id}","status":"${status}"}` })
const ANOTHER = '6f1c2a9e-0000-4000-8000-00000000000a'

const faults: Record<AuditRule, () => Promise<unknown>> = {
  'a completed order whose entries are not its total': () => enter('CASH', 0.01, order),
  'an order that took no money but has entries': async () => enter('CASH', 10, await websiteOrder('UNPAID')),
  'a balance that is not the sum of its entries': () => execute("UPDATE accounts SET balance = balance + 0.01 WHERE code = 'BANK'"),
  'an entry of no account': () => enter('NONE', 5),
  'a total that is not lines less discount and shipping': async () => {
    await execute('UPDATE orders SET total = total + 0.01 WHERE id = ?', [order])
    await enter('CASH', 0.01, order)
  },
  'an order without lines': () => insertRow('orders', { type_code: 'WEBSITE', status_code: 'CANCELLED', subtotal: 0, total: 0, business_date: '2026-01-09' }),
  'on hand that is not the sum of its movements': () => execute('UPDATE product_variations SET on_hand = on_hand + 1 WHERE id = ?', [jeans]),
  'reserved that is not the sum of its movements': () => execute('UPDATE product_variations SET reserved = reserved + 1 WHERE id = ?', [jeans]),
  'units sold that did not leave the shelf': () => execute('UPDATE stock_movements SET order_id = NULL WHERE order_id = ?', [order]),
  'negative stock without an exception': () => execute('DELETE FROM exceptions'),
  'a store sale without a verdict': async () => {
    const { sale_id } = (await selectOne<{ sale_id: string }>('SELECT sale_id FROM orders WHERE id = ?', [order]))!
    await execute('DELETE FROM sync_verdicts WHERE mutation_id = ?', [sale_id])
  },
  'an accepted verdict without its order': () => verdict(ANOTHER, 'accepted'),
  'a rejected verdict without its quarantine': () => verdict(ANOTHER, 'rejected'),
  'a sale booked twice': async () => {
    await execute('ALTER TABLE orders DROP INDEX sale_id')
    for (let i = 0; i < 2; i++) await websiteOrder('CANCELLED', ANOTHER)
  },
}

test.each(Object.entries(faults))('%s is found, and nothing else', async (rule, plant) => {
  await plant()
  const broken = await brokenRules()
  if (rule === 'a sale booked twice') {
    await execute('DELETE i FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.sale_id = ?', [ANOTHER])
    await execute('DELETE FROM orders WHERE sale_id = ?', [ANOTHER])
    await execute('ALTER TABLE orders ADD UNIQUE KEY sale_id (sale_id)')
  }
  expect(broken).toEqual([rule])
})

test('the rows that break a rule are named', async () => {
  await execute('UPDATE product_variations SET on_hand = on_hand + 1 WHERE id = ?', [jeans])
  expect(await audit()).toEqual([{ rule: 'on hand that is not the sum of its movements', rows: [{ id: jeans }] }])
})
