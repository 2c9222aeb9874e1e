import { select } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import type { ArrivedSale } from '#api/orders/till-sale.ts'
import type { LockedVariation } from '#api/stock/stock.ts'
import type { ExceptionCode } from '#sync/protocol/mutation.ts'
import { isSamePrice, priceShown } from '#sync/protocol/pricing.ts'
import { STAFF } from '#sync/protocol/roles.ts'
import type { Sale } from '#sync/protocol/sale.ts'

/** An oddity of a sale that is booked all the same. */
export interface Finding { code: ExceptionCode; product_variation_id: number | null; detail: string }

export const SKEW_LIMIT_MS = 10 * 60_000

/**
 * Finds what a manager should look at, sale by sale; the shelf runs down from one to the next. Refuses nothing that can be stored.
 * @throws 422 for an account or a teller that never existed
 */
export async function judgeSales(sales: readonly ArrivedSale[], variations: Map<number, LockedVariation>): Promise<Finding[][]> {
  const known = await lookUp(sales.map(({ sale }) => sale), variations)
  const products = productsIn(known)
  const left = new Map([...variations.values()].map(({ id, on_hand, reserved }) => [id, on_hand - reserved]))

  return sales.map(arrived => {
    const { sale } = arrived
    const findings: Finding[] = []
    const note = (code: ExceptionCode, detail: string, product_variation_id: number | null = null) => findings.push({ code, product_variation_id, detail })
    const teller = known.get(`teller ${sale.teller_id}`)
    if (!known.has(`account ${sale.account_code}`)) throw invalid({ account_code: ['There is no such account.'] })
    if (!teller) throw invalid({ teller_id: ['There is no such teller.'] })
    if (teller !== 'ACTIVE') note('TELLER_INACTIVE', `Teller ${sale.teller_id} may no longer sell.`)
    judgeTill(arrived, known, note)

    for (const { product_variation_id: id, price } of sale.lines) {
      const product = products.get(variations.get(id)!.product_id)!
      if (!isSamePrice(price, priceShown(product))) note('PRICE_DRIFT', `Sold at ${price.toFixed(2)}, the shop shows ${priceShown(product).toFixed(2)}.`, id)
      if (product.status_code !== 'LIVE') note('INACTIVE_PRODUCT', 'The product is not for sale any more.', id)
    }
    for (const { product_variation_id: id, quantity } of sale.lines) left.set(id, left.get(id)! - quantity)
    for (const id of new Set(sale.lines.map(line => line.product_variation_id)))
      if (left.get(id)! < 0) note('OVERSOLD', `${-left.get(id)!} more sold or promised than there are.`, id)
    return findings
  })
}

/** What only a till can get wrong: who it is, its numbers, its clock. */
function judgeTill({ sale, device_id, seq_reused, received_at, skew_ms }: ArrivedSale, known: Map<string, string>, note: (code: ExceptionCode, detail: string) => void) {
  if (device_id === null) return
  if (known.get(`till ${sale.till_code}`) !== device_id) note('UNKNOWN_TILL', `${sale.till_code} is not the till of this device.`)
  if (seq_reused || known.has(`number ${sale.number}`)) note('NUMBER_REUSED', `${sale.number} or its place in the sequence was used before.`)
  if (Math.abs(skew_ms ?? 0) > SKEW_LIMIT_MS || Date.parse(sale.occurred_at) - received_at > SKEW_LIMIT_MS)
    note('CLOCK_SKEW', `The device's clock was ${skew_ms ?? 'an unknown number of'} ms ahead.`)
  known.set(`number ${sale.number}`, '')
}

interface Product { retail_price: number; discount: number; status_code: string }

/** Out of what was looked up: by id, as it is for sale now. */
const productsIn = (known: Map<string, string>): Map<number, Product> => new Map([...known].filter(([what]) => what.startsWith('product ')).map(([what, value]) => {
  const [retail_price, discount, status_code] = value.split(' ') as [string, string, string]
  return [Number(what.slice('product '.length)), { retail_price: Number(retail_price), discount: Number(discount), status_code }]
}))

/** What the sales refer to, in one round trip: 'teller 7' → status, 'till T2' → device, 'account CASH', 'number T2-000118', 'product 9' → prices and status. */
async function lookUp(sales: readonly Sale[], variations: Map<number, LockedVariation>): Promise<Map<string, string>> {
  const rows = await select<{ what: string; value: string }>(`
    SELECT CONCAT('teller ', u.id) AS what, IF(r.id >= :staff, u.status_code, 'DEMOTED') AS value FROM users u JOIN roles r ON r.code = u.role_code WHERE u.id IN (:tellers)
    UNION ALL SELECT CONCAT('till ', code), device_id FROM tills WHERE code IN (:tills) AND status_code = 'ACTIVE'
    UNION ALL SELECT CONCAT('account ', code), '' FROM accounts WHERE code IN (:accounts)
    UNION ALL SELECT CONCAT('number ', number), '' FROM orders WHERE number IN (:numbers)
    UNION ALL SELECT CONCAT('product ', id), CONCAT_WS(' ', retail_price, discount, IF(deleted_at IS NULL, status_code, 'DELETED')) FROM products WHERE id IN (:products)`, {
    staff: STAFF,
    tellers: distinct(sales.map(sale => sale.teller_id)),
    tills: distinct(sales.map(sale => sale.till_code)),
    accounts: distinct(sales.map(sale => sale.account_code)),
    numbers: distinct(sales.map(sale => sale.number)),
    products: distinct([...variations.values()].map(({ product_id }) => product_id)),
  })
  return new Map(rows.map(row => [row.what, row.value]))
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]
