import Joi from 'joi'
import { invalid } from '#api/errors.ts'
import { id, money } from '#api/http/rules.ts'
import { check } from '#api/http/validate.ts'
import type { Doubt } from '#api/mutation-kind.ts'
import { isPlainSale } from '#api/sales/plain-sale.ts'
import { isStorableTime } from '#api/sales/storable-time.ts'
import { sumCedis, toPesewas } from '#sync/protocol/money.ts'
import { UUID } from '#sync/protocol/mutation.ts'
import { isSamePrice, saleTotals } from '#sync/protocol/pricing.ts'
import { MOST_OF_A_SALE, MOST_PIECES, type Sale, type SaleLine } from '#sync/protocol/sale.ts'
import { FEWEST_PARTS, MOST_PARTS, wrongParts, type TenderPart } from '#sync/protocol/tender/parts.ts'

/** A finished sale and how it arrived. Times are epoch milliseconds. */
export interface ArrivedSale {
  sale: Sale
  /** The device that rang it up; null for a sale entered online, which has no `seq`. */
  device_id: string | null
  /** This device already used `seq` for another sale. */
  seq_reused: boolean
  received_at: number
  /** How far the device's clock was ahead of ours, in ms; null if it did not say. */
  skew_ms: number | null
  /** What its signature, chain and grant showed. */
  doubts?: readonly Doubt[]
}

/** A time with its zone, so that it means the same moment everywhere. */
export const time = () =>
  Joi.string()
    .isoDate()
    .pattern(/(Z|[+-]\d\d:\d\d)$/, 'a time zone')
    .custom((value: string, helpers) => (isStorableTime(Date.parse(value)) ? value : helpers.error('string.isoDate')))

const text = (max: number) => Joi.string().max(max)

export const saleRules = Joi.object<Sale, true>({
  id: text(36).pattern(UUID).required(),
  number: text(40).required(),
  till_code: text(8).required(),
  teller_id: id().required(),
  occurred_at: time().required(),
  account_code: text(40).required(),
  tendered: money().allow(null),
  reference: text(120).allow(null, ''),
  customer_name: text(120).allow(null, ''),
  customer_phone: text(30).allow(null, ''),
  lines: Joi.array()
    .min(1)
    .max(2000)
    .required()
    .items(
      Joi.object<SaleLine, true>({
        product_variation_id: id().required(),
        quantity: Joi.number().integer().min(1).max(MOST_PIECES).required(),
        price: money().required(),
      }),
    ),
  discount: money().required(),
  total: money().required(),
  gift: money().allow(null),
  tenders: Joi.array()
    .min(FEWEST_PARTS)
    .max(MOST_PARTS)
    .allow(null)
    .items(
      Joi.object<TenderPart, true>({
        account_code: text(40).required(),
        amount: money().required(),
        tendered: money().allow(null),
        reference: text(120).allow(null, ''),
      }),
    ),
})

/** Checks a payload and returns it as a sale. @throws 422 with the messages by field */
export function readSale(payload: unknown): Sale {
  const sale = isPlainSale(payload) ? payload : check(saleRules, payload)
  const { total } = saleTotals(sale.lines, sale.discount)
  if (!isSamePrice(total, sale.total))
    throw invalid({ total: [`The lines less the discount come to ${total.toFixed(2)}.`] })
  if (toPesewas(sale.gift ?? 0) > toPesewas(total)) throw invalid({ gift: ['A gift card pays the total at most.'] })
  refuseWrongParts(sale, total)
  refuseTooMuch(sale.lines, 'lines')
  return sale
}

/** @throws 422 where the parts of a payment are not the payment, as with a total that is not its lines */
function refuseWrongParts({ account_code, tendered, reference, gift, tenders }: Sale, total: number): void {
  if (!tenders) return
  const wrong = wrongParts(tenders, sumCedis([total, -(gift ?? 0)]))
  if (wrong) throw invalid({ tenders: [wrong] })
  if (tenders[0]!.account_code !== account_code)
    throw invalid({ account_code: ['The account of a payment in parts is that of its first part.'] })
  if (tendered != null || reference)
    throw invalid({ tenders: ['What was handed over, and its reference, stand in the parts.'] })
}

/** @throws 422 on the field, if lines add up to more than a sale can hold */
export function refuseTooMuch(lines: readonly SaleLine[], field: string): void {
  if (lines.reduce((sum, { quantity }) => sum + quantity, 0) > MOST_PIECES)
    throw invalid({ [field]: [`A sale can hold ${MOST_PIECES} pieces at most.`] })
  if (saleTotals(lines, 0).subtotal > MOST_OF_A_SALE) throw invalid({ [field]: ['This sale is too large.'] })
}
