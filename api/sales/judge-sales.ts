import { select, sqlTime } from '#api/db/database.ts'
import { BOOKS_SHARED } from '#api/ledger/ledger.ts'
import { invalid } from '#api/errors.ts'
import type { ArrivedSale } from '#api/sales/till-sale.ts'
import { COUNTS_SINCE } from '#api/stock/late-sales.ts'
import { oversoldBy, type LockedVariation } from '#api/stock/stock.ts'
import type { ExceptionCode } from '#sync/protocol/staff/exception.ts'
import { toPesewas } from '#sync/protocol/money.ts'
import { isSamePrice, priceShown, saleTotals } from '#sync/protocol/pricing.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { STAFF } from '#sync/protocol/roles.ts'
import { numberOf } from '#sync/protocol/setting-values.ts'

/** Something odd about a sale that is booked all the same. */
export interface Finding {
  code: ExceptionCode
  product_variation_id: number | null
  detail: string
}

export const SKEW_LIMIT_MS = 10 * 60_000

/** When it was rung up by the server's clock, in epoch ms, as far as the device's clock is credible. */
export const soldAt = ({ sale, skew_ms }: Pick<ArrivedSale, 'sale' | 'skew_ms'>): number =>
  Date.parse(sale.occurred_at) - (skew_ms ?? 0)

/**
 * Finds what a manager should review, sale by sale, from the looked-up facts. Refuses nothing that can be stored.
 * @throws 422 for an account or a teller that never existed
 */
export function judgeSales(
  sales: readonly ArrivedSale[],
  variations: Map<number, LockedVariation>,
  known: Known,
): Finding[][] {
  const products = productsIn(known)

  return sales.map(arrived => {
    const { sale } = arrived
    const findings: Finding[] = []
    const note = (code: ExceptionCode, detail: string, product_variation_id: number | null = null) =>
      findings.push({ code, product_variation_id, detail })
    const teller = known.get(`teller ${sale.teller_id}`)
    if (!known.has(`account ${sale.account_code}`)) throw invalid({ account_code: ['Choose an account that exists.'] })
    if (!teller) throw invalid({ teller_id: ['This cashier does not exist.'] })
    const [status, role_code] = teller.split(' ')
    if (status !== 'ACTIVE') note('TELLER_INACTIVE', `Teller ${sale.teller_id} may no longer sell.`)
    judgeTill(arrived, known, note)
    judgeDiscount(sale, { role_code, limit: known.get('discount limit') }, note)

    for (const { product_variation_id: id, price } of sale.lines) {
      const product = products.get(variations.get(id)!.product_id)!
      if (!isSamePrice(price, priceShown(product)))
        note('PRICE_DRIFT', `Sold at ${price.toFixed(2)}, the shop shows ${priceShown(product).toFixed(2)}.`, id)
      if (product.status_code !== 'LIVE') note('INACTIVE_PRODUCT', 'The product is not for sale any more.', id)
    }
    return findings
  })
}

/**
 * Finds sales of goods that were not in stock; stock runs down from one sale to the next. `back`: stock found again in
 * between, by variation.
 */
export function judgeShelf(
  sales: readonly ArrivedSale[],
  variations: Map<number, LockedVariation>,
  back: ReadonlyMap<number, number>,
): Finding[][] {
  const left = new Map(
    [...variations.values()].map(({ id, on_hand, reserved }) => [id, on_hand - reserved + (back.get(id) ?? 0)]),
  )
  return sales.map(({ sale }) => {
    for (const { product_variation_id: id, quantity } of sale.lines) left.set(id, left.get(id)! - quantity)
    return [...new Set(sale.lines.map(line => line.product_variation_id))]
      .filter(id => left.get(id)! < 0)
      .map((id): Finding => ({ code: 'OVERSOLD', product_variation_id: id, detail: oversoldBy(-left.get(id)!) }))
  })
}

/** What only a till can get wrong: its identity, its numbers, its clock. */
function judgeTill(
  { sale, device_id, seq_reused, received_at, skew_ms, doubts = [] }: ArrivedSale,
  known: Known,
  note: (code: ExceptionCode, detail: string) => void,
) {
  if (device_id === null) return
  if (known.get(`till ${sale.till_code}`) !== device_id && !doubts.some(({ code }) => code === 'UNKNOWN_TILL'))
    note('UNKNOWN_TILL', `${sale.till_code} is not the till of this device.`)
  if (seq_reused || known.has(`number ${sale.number}`))
    note('NUMBER_REUSED', `${sale.number} or its place in the sequence was used before.`)
  if (Math.abs(skew_ms ?? 0) > SKEW_LIMIT_MS || Date.parse(sale.occurred_at) - received_at > SKEW_LIMIT_MS)
    note('CLOCK_SKEW', `The device's clock was ${skew_ms ?? 'an unknown number of'} ms ahead.`)
  known.set(`number ${sale.number}`, '')
}

/** Managers of the shop may give any discount. `limit`: the percentage a setting allows. */
function judgeDiscount(
  { lines, discount }: Sale,
  { role_code, limit }: { role_code: string | undefined; limit: string | undefined },
  note: (code: ExceptionCode, detail: string) => void,
) {
  if (discount === 0 || role_code !== 'MANAGER') return
  const percent = numberOf('discount_limit_manager', limit)
  const { subtotal } = saleTotals(lines, 0)
  if (toPesewas(discount) * 100 > toPesewas(subtotal) * percent)
    note('DISCOUNT', `${discount.toFixed(2)} off ${subtotal.toFixed(2)}; a manager may give ${percent} %.`)
}

interface Product {
  retail_price: number
  discount: number
  status_code: string
}

/** The looked-up products by id, as on sale now. */
const productsIn = (known: Known): Map<number, Product> =>
  new Map(
    [...known]
      .filter(([what]) => what.startsWith('product '))
      .map(([what, value]) => {
        const [retail_price, discount, status_code] = value.split(' ') as [string, string, string]
        return [
          Number(what.slice('product '.length)),
          { retail_price: Number(retail_price), discount: Number(discount), status_code },
        ]
      }),
  )

/**
 * What sales refer to: 'teller 7' → status and role, 'discount limit' → per cent, 'till T2' → device, 'account CASH',
 * 'number T2-000118', 'product 9' → prices and status, 'count 4' that was counted or closed since, 'step' → from one id
 * of an INSERT to the next,
 * 'books' → the open month and today, held until the transaction ends.
 */
export type Known = Map<string, string>

/** Looks up what sales refer to, in one round trip. */
export async function lookUp(
  arrived: readonly ArrivedSale[],
  variations: Map<number, LockedVariation>,
): Promise<Known> {
  const sales = arrived.map(({ sale }) => sale)
  const rows = await select<{ what: string; value: string }>(
    `
    SELECT CONCAT('teller ', u.id) AS what, CONCAT(IF(r.id >= :staff, u.status_code, 'DEMOTED'), ' ',
      u.role_code) AS value FROM users u JOIN roles r ON r.code = u.role_code WHERE u.id IN (:tellers)
    UNION ALL SELECT CONCAT('till ', code), device_id FROM tills WHERE code IN (:tills) AND status_code = 'ACTIVE'
    UNION ALL SELECT CONCAT('account ', code), '' FROM accounts WHERE code IN (:accounts)
    UNION ALL SELECT 'discount limit', value FROM settings WHERE name = 'discount_limit_manager'
    UNION ALL SELECT CONCAT('number ', number), '' FROM orders WHERE number IN (:numbers)
    UNION ALL SELECT CONCAT('product ', id), CONCAT_WS(' ', retail_price, discount,
    IF(deleted_at IS NULL, status_code, 'DELETED')) FROM products WHERE id IN (:products)
    UNION ALL ${COUNTS_SINCE}
    UNION ALL SELECT 'step', @@auto_increment_increment
    UNION ALL ${BOOKS_SHARED}`,
    {
      staff: STAFF,
      tellers: distinct(sales.map(sale => sale.teller_id)),
      tills: distinct(sales.map(sale => sale.till_code)),
      accounts: distinct(sales.map(sale => sale.account_code)),
      numbers: distinct(sales.map(sale => sale.number)),
      products: distinct([...variations.values()].map(({ product_id }) => product_id)),
      oldest: sqlTime(Math.max(0, Math.min(...arrived.map(soldAt)))),
    },
  )
  return new Map(rows.map(row => [row.what, row.value]))
}

/** The stock counts in it. */
export const countsIn = (known: Known): number[] =>
  [...known.keys()].filter(what => what.startsWith('count ')).map(what => Number(what.slice('count '.length)))

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]
