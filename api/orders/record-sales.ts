import { addEntries, raiseBalances, type Entry } from '#api/accounts/ledger.ts'
import { execute, insertRows, select, sqlTime } from '#api/db/database.ts'
import { judgeSales } from '#api/orders/judge-sales.ts'
import type { ArrivedSale } from '#api/orders/till-sale.ts'
import { lockVariations, moveStock } from '#api/stock/stock.ts'
import type { ExceptionCode } from '#sync/protocol/mutation.ts'
import { saleTotals } from '#sync/protocol/pricing.ts'

export interface Booked { order_id: number; number: string; exceptions: ExceptionCode[] }

/**
 * Books finished sales, in the transaction around it, with as many statements for fifty as for one. The customers
 * have paid and left, so a price changed or a shelf emptied meanwhile becomes an exception, never a refusal.
 * `store` writes what else belongs with them, such as the verdicts.
 * @throws a duplicate error where a sale is booked already, 422 for what cannot be stored
 */
export async function recordSales(sales: readonly ArrivedSale[], store: (booked: Booked[]) => Promise<void>): Promise<Booked[]> {
  if (sales.length === 0) return []
  const lines = sales.flatMap(({ sale }) => sale.lines.map(line => ({ ...line, sale })))
  const variations = await lockVariations(lines.map(line => line.product_variation_id))
  const findings = await judgeSales(sales, variations)

  await insertRows('orders', sales.map(orderRow))
  const orders = await numberedOrders(sales)
  const order_id = (sale_id: string) => orders.get(sale_id)!.id
  await insertRows('order_items', lines.map(({ sale, product_variation_id, quantity, price }) =>
    ({ order_id: order_id(sale.id), product_variation_id, quantity, price })))
  await moveStock(lines.map(({ sale, product_variation_id, quantity }) =>
    ({ product_variation_id, order_id: order_id(sale.id), reason: 'SALE', quantity: -quantity, user_id: sale.teller_id })))
  const entries = sales.map(({ sale }): Entry => ({
    account_code: sale.account_code, type_code: 'SALE', order_id: order_id(sale.id), user_id: sale.teller_id, amount: sale.total,
    description: `Sale ${orders.get(sale.id)!.number}`,
  }))
  await addEntries(entries)
  await insertRows('exceptions', sales.flatMap(({ sale }, i) => findings[i]!.map(finding => ({ ...finding, order_id: order_id(sale.id) }))))

  const booked = sales.map(({ sale }, i) =>
    ({ order_id: order_id(sale.id), number: orders.get(sale.id)!.number, exceptions: [...new Set(findings[i]!.map(({ code }) => code))] }))
  await store(booked)
  await raiseBalances(entries)
  return booked
}

const orderRow = ({ sale, received_at, skew_ms }: ArrivedSale) => ({
  sale_id: sale.id,
  type_code: 'STORE',
  status_code: 'COMPLETED',
  number: sale.number || null,
  till_code: sale.till_code || null,
  teller_id: sale.teller_id,
  account_code: sale.account_code,
  tendered: sale.tendered ?? null,
  reference: sale.reference || null,
  customer_name: sale.customer_name || null,
  customer_phone: sale.customer_phone || null,
  ...saleTotals(sale.lines, sale.discount),
  occurred_at: sqlTime(Date.parse(sale.occurred_at)),
  received_at: sqlTime(received_at),
  skew_ms,
  business_date: sqlTime(Math.min(Math.max(0, Date.parse(sale.occurred_at) - (skew_ms ?? 0)), received_at)).slice(0, 10),
})

/** Ids are read back rather than counted up from the first, since not every server hands out consecutive ones. What no till numbered is numbered by its id. */
async function numberedOrders(sales: readonly ArrivedSale[]): Promise<Map<string, { id: number; number: string }>> {
  const ids = sales.map(({ sale }) => sale.id)
  if (sales.some(({ sale }) => !sale.number)) await execute("UPDATE orders SET number = CONCAT('S-', LPAD(id, GREATEST(6, CHAR_LENGTH(id)), '0')) WHERE sale_id IN (?) AND number IS NULL", [ids])
  const rows = await select<{ id: number; sale_id: string; number: string }>('SELECT id, sale_id, number FROM orders WHERE sale_id IN (:ids)', { ids })
  return new Map(rows.map(row => [row.sale_id, row]))
}
