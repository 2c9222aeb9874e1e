import { invalid } from '#api/errors.ts'
import type { ArrivedSale } from '#api/sales/till-sale.ts'
import { soldAt, type Referred } from '#api/sales/look-up.ts'
import { priceChangedBefore } from '#api/sales/price-changes.ts'
import { paymentsOf } from '#api/sales/sale-parts.ts'
import { oversoldBy, type LockedVariation } from '#api/stock/stock.ts'
import type { CardPart } from '#api/stored-value/till-holds.ts'
import type { ExceptionCode } from '#sync/protocol/staff/exception.ts'
import { clockWords } from '#sync/protocol/staff/clock-words.ts'
import { formatCedis, sumCedis, toPesewas } from '#sync/protocol/money.ts'
import { isSamePrice, priceCharged, saleTotals } from '#sync/protocol/pricing.ts'
import { giftOf, type Sale } from '#sync/protocol/sale.ts'
import { CASH, needsReference } from '#sync/protocol/tender/tender.ts'
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
  const { tellers, restored, accounts, products, priceChanges, settings } = referred
  const numbers = new Set(referred.numbers)
  return sales.map(arrived => {
    const { sale } = arrived
    const findings: Finding[] = []
    const note = (code: ExceptionCode, detail: string, product_variation_id: number | null = null) =>
      findings.push({ code, product_variation_id, detail })
    const teller = tellers.get(sale.teller_id)
    if (!accounts.has(sale.account_code)) throw invalid({ account_code: ['Choose an account from the list.'] })
    if (sale.tenders?.some(part => !accounts.get(part.account_code)?.kind))
      throw invalid({ tenders: ['Choose a way to pay for each part.'] })
    if (!teller) throw invalid({ teller_id: ['This cashier does not exist.'] })
    if (teller.status !== 'ACTIVE' && !(soldAt(arrived) <= (restored.get(sale.teller_id) ?? 0)))
      note('TELLER_INACTIVE', `Cashier ${sale.teller_id} can no longer sell.`)
    judgeTill(arrived, { device: referred.tills.get(sale.till_code), isUsed: numbers.has(sale.number) }, note)
    if (arrived.device_id !== null) numbers.add(sale.number)
    const isManager = teller.role_code === 'MANAGER'
    if (isManager) judgeDiscount(sale, settings.get('discount_limit_manager')?.value, note)
    judgeProof(arrived, referred, note)
    judgeTendered(sale, note)

    for (const { product_variation_id: id, price } of sale.lines) {
      const variation = variations.get(id)!
      const { product_id } = variation
      const product = products.get(product_id)!
      const shown = priceCharged(variation, product)
      if (!isSamePrice(price, shown))
        note('PRICE_DRIFT', `Sold at ${formatCedis(price)}. The shop’s price is ${formatCedis(shown)}.`, id)
      const changed = isManager && priceChangedBefore({ ...sale, product_id, sold_at: soldAt(arrived) }, priceChanges)
      if (changed) note('PRICE_CHANGED', changed, id)
      if (product.status_code !== 'LIVE') note('INACTIVE_PRODUCT', 'The product is no longer for sale.', id)
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

/** Finds sales that a gift card was to pay, and did not. */
export const judgeCards = (sales: readonly ArrivedSale[], cards: ReadonlyMap<string, CardPart>): Finding[][] =>
  sales.map(({ sale }) => {
    const { short = 0, code_end = null } = cards.get(sale.id) ?? {}
    if (short === 0) return []
    const card = code_end === null ? 'a gift card' : `the gift card ending in ${code_end}`
    const detail = `${formatCedis(short)} of ${card} was missing.`
    return [{ code: 'GIFT_CARD_SHORT', product_variation_id: null, detail }]
  })

/** What only a till can get wrong: its identity, its numbers, its clock. `device`: the owner of the till code. */
function judgeTill(
  { sale, device_id, seq_reused, received_at, skew_ms, doubts = [] }: ArrivedSale,
  { device, isUsed }: { device: string | undefined; isUsed: boolean },
  note: (code: ExceptionCode, detail: string) => void,
) {
  if (device_id === null) return
  if (device !== device_id && !doubts.some(({ code }) => code === 'UNKNOWN_TILL'))
    note('UNKNOWN_TILL', `${sale.till_code} is not the till of this device.`)
  if (seq_reused || isUsed) note('NUMBER_REUSED', `${sale.number} or its sequence number was used before.`)
  const early_ms = Date.parse(sale.occurred_at) - received_at
  if (Math.abs(skew_ms ?? 0) > SKEW_LIMIT_MS) note('CLOCK_SKEW', `The device's clock was ${clockWords(skew_ms!)}.`)
  else if (early_ms > SKEW_LIMIT_MS) note('CLOCK_SKEW', `The device's clock was ${clockWords(early_ms)}.`)
}

/** A payment without the reference that the shop wants of it, if the till could know that it does. */
function judgeProof(
  arrived: ArrivedSale,
  { accounts, settings }: Referred,
  note: (code: ExceptionCode, detail: string) => void,
) {
  if (arrived.device_id === null) return
  const { value, changed_at = 0 } = settings.get('momo_reference') ?? {}
  for (const { account_code, reference, amount } of paymentsOf(arrived.sale)) {
    const paid = accounts.get(account_code)
    if (!paid?.kind || reference?.trim()) continue
    const isKnown = soldAt(arrived) > Math.max(paid.changed_at, changed_at)
    if (isKnown && needsReference({ ...paid, kind: paid.kind }, value))
      note('REFERENCE_MISSING', `${formatCedis(amount)} was paid without a reference.`)
  }
}

/**
 * Less cash than is due, or any other amount by a way of paying that gives no change. A payment in parts says it in its
 * parts, which must come to the total.
 */
function judgeTendered(
  { account_code, tendered, total, gift, tenders }: Sale,
  note: (code: ExceptionCode, detail: string) => void,
) {
  if (tendered == null || tenders) return
  const due = sumCedis([total, -giftOf({ account_code, total, gift })])
  const over = toPesewas(tendered) - toPesewas(due)
  if (over < 0 || (over > 0 && account_code !== CASH))
    note('TENDER_MISMATCH', `${formatCedis(tendered)} was tendered for ${formatCedis(due)}.`)
}

/** What a manager gave; administrators may give any discount. `limit`: the percentage a setting allows. */
function judgeDiscount(
  { lines, discount }: Sale,
  limit: string | null | undefined,
  note: (code: ExceptionCode, detail: string) => void,
) {
  if (discount === 0) return
  const percent = numberOf('discount_limit_manager', limit)
  const { subtotal } = saleTotals(lines, 0)
  if (toPesewas(discount) * 100 > toPesewas(subtotal) * percent)
    note('DISCOUNT', `${formatCedis(discount)} off ${formatCedis(subtotal)}. A manager may give ${percent} %.`)
}
