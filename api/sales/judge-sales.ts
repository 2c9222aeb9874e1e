import { invalid } from '#api/errors.ts'
import type { ArrivedSale } from '#api/sales/till-sale.ts'
import type { Referred } from '#api/sales/look-up.ts'
import { oversoldBy, type LockedVariation } from '#api/stock/stock.ts'
import type { ExceptionCode } from '#sync/protocol/staff/exception.ts'
import { toPesewas } from '#sync/protocol/money.ts'
import { isSamePrice, priceShown, saleTotals } from '#sync/protocol/pricing.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { numberOf } from '#sync/protocol/setting-values.ts'

/** Something odd about a sale that is booked all the same. */
export interface Finding {
  code: ExceptionCode
  product_variation_id: number | null
  detail: string
}

export const SKEW_LIMIT_MS = 10 * 60_000

/**
 * Finds what a manager should review, sale by sale, from the looked-up facts. Refuses nothing that can be stored.
 * @throws 422 for an account or a teller that never existed
 */
export function judgeSales(
  sales: readonly ArrivedSale[],
  variations: Map<number, LockedVariation>,
  referred: Referred,
): Finding[][] {
  const { tellers, accounts, products, discount_limit } = referred
  const numbers = new Set(referred.numbers)
  return sales.map(arrived => {
    const { sale } = arrived
    const findings: Finding[] = []
    const note = (code: ExceptionCode, detail: string, product_variation_id: number | null = null) =>
      findings.push({ code, product_variation_id, detail })
    const teller = tellers.get(sale.teller_id)
    if (!accounts.has(sale.account_code)) throw invalid({ account_code: ['Choose an account that exists.'] })
    if (!teller) throw invalid({ teller_id: ['This cashier does not exist.'] })
    if (teller.status !== 'ACTIVE') note('TELLER_INACTIVE', `Teller ${sale.teller_id} may no longer sell.`)
    judgeTill(arrived, { device: referred.tills.get(sale.till_code), isUsed: numbers.has(sale.number) }, note)
    if (arrived.device_id !== null) numbers.add(sale.number)
    judgeDiscount(sale, { role_code: teller.role_code, limit: discount_limit }, note)

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

/** What only a till can get wrong: its identity, its numbers, its clock. `device`: the owner of the till code. */
function judgeTill(
  { sale, device_id, seq_reused, received_at, skew_ms, doubts = [] }: ArrivedSale,
  { device, isUsed }: { device: string | undefined; isUsed: boolean },
  note: (code: ExceptionCode, detail: string) => void,
) {
  if (device_id === null) return
  if (device !== device_id && !doubts.some(({ code }) => code === 'UNKNOWN_TILL'))
    note('UNKNOWN_TILL', `${sale.till_code} is not the till of this device.`)
  if (seq_reused || isUsed) note('NUMBER_REUSED', `${sale.number} or its place in the sequence was used before.`)
  if (Math.abs(skew_ms ?? 0) > SKEW_LIMIT_MS || Date.parse(sale.occurred_at) - received_at > SKEW_LIMIT_MS)
    note('CLOCK_SKEW', `The device's clock was ${skew_ms ?? 'an unknown number of'} ms ahead.`)
}

/** Managers of the shop may give any discount. `limit`: the percentage a setting allows. */
function judgeDiscount(
  { lines, discount }: Sale,
  { role_code, limit }: { role_code: string; limit: string | undefined },
  note: (code: ExceptionCode, detail: string) => void,
) {
  if (discount === 0 || role_code !== 'MANAGER') return
  const percent = numberOf('discount_limit_manager', limit)
  const { subtotal } = saleTotals(lines, 0)
  if (toPesewas(discount) * 100 > toPesewas(subtotal) * percent)
    note('DISCOUNT', `${discount.toFixed(2)} off ${subtotal.toFixed(2)}; a manager may give ${percent} %.`)
}
