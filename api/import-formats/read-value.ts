import { hasCardNumber, NO_CARD_NUMBERS } from '#sync/protocol/card-number.ts'
import type { Row } from '#api/import-formats/row.ts'
import { MOST_CEDIS, sumCedis } from '#sync/protocol/money.ts'
import type { Priced } from '#sync/protocol/pricing.ts'

/** A value that cannot be stored, with a message for people. */
export class BadValue extends Error {}

/** An amount in cedis, or null if empty. @throws {BadValue} */
export function readMoney(text: string, what: string): number | null {
  if (text === '') return null
  if (text.startsWith('-')) throw new BadValue(`${what} must not be below 0: "${short(text)}".`)
  if (/^\d+\.\d{3,}$/.test(text)) throw new BadValue(`${what} has more than two decimals: "${short(text)}".`)
  if (!/^\d+(\.\d{1,2})?$/.test(text)) throw new BadValue(`${what} is not an amount such as 149.99: "${short(text)}".`)
  if (Number(text) > MOST_CEDIS) throw new BadValue(`${what} is more than ${MOST_CEDIS}.`)
  return Number(text)
}

/**
 * What a file says that goods cost, in cedis: both, or only what its columns are for. `charged` is what the customer
 * pays, without what it was before.
 */
export type FilePrice = Priced | { retail_price: number; discount: null } | { charged: number }

/** What a row says of the price, or null if nothing. Null for what the file has no column for. @throws {BadValue} */
export function readPrice({ regular, sale, discount }: Pick<Row, 'regular' | 'sale' | 'discount'>): FilePrice | null {
  const full = readMoney(regular ?? '', 'The price')
  const paid = readMoney(sale ?? '', 'The price')
  const less = readMoney(discount ?? '', 'The discount')
  if (paid !== null && regular === null) return { charged: paid }
  const retail_price = paid === null ? full : Math.max(full ?? 0, paid)
  if (retail_price === null) return null
  if (paid !== null) return { retail_price, discount: sumCedis([retail_price, -paid]) }
  if (sale === null || discount === null) return { retail_price, discount: null }
  const price = { retail_price, discount: less ?? 0 }
  if (price.discount > retail_price) throw new BadValue(tooMuchOff(price))
  return price
}

/** What goods cost after a file: what it does not say stays as it was. `before`: what they cost; null for new ones. */
export function priceAfter(said: FilePrice, before: Priced | null): Priced {
  if (!('charged' in said)) return { retail_price: said.retail_price, discount: said.discount ?? before?.discount ?? 0 }
  const retail_price = Math.max(before?.retail_price ?? 0, said.charged)
  return { retail_price, discount: sumCedis([retail_price, -said.charged]) }
}

export const tooMuchOff = ({ retail_price, discount }: Priced): string =>
  `The discount of ${discount.toFixed(2)} is more than the price of ${retail_price.toFixed(2)}.`

/** Grams, or null if empty or 0, which other shops write for a weight nobody gave. @throws {BadValue} */
export function readWeight(text: string): number | null {
  if (text === '' || Number(text) === 0) return null
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) > MOST_GRAMS)
    throw new BadValue(`The weight must be a number of grams up to ${MOST_GRAMS}: "${short(text)}".`)
  return Math.round(Number(text) * 1000) / 1000
}
const MOST_GRAMS = 1_000_000

/** The number of pieces; 0 if empty. @throws {BadValue} */
export function readQuantity(text: string): number {
  if (text === '') return 0
  if (!/^\d{1,7}$/.test(text) || Number(text) > 1_000_000)
    throw new BadValue(`The quantity must be a whole number from 0 to 1000000: "${short(text)}".`)
  return Number(text)
}

/** A text that fits its column and contains no card number. @throws {BadValue} */
export function readText(text: string, most: number, what: string): string {
  if (text.length > most) throw new BadValue(`${what} is longer than ${most} characters.`)
  if (hasCardNumber(text)) throw new BadValue(`${what}: ${NO_CARD_NUMBERS}`)
  return text
}

/** Epoch milliseconds, or null if empty. @throws {BadValue} */
export function readTime(text: string): number | null {
  if (text === '') return null
  const time = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)
    ? Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : inUtc(text))
    : NaN
  if (!(time >= 0 && time < Date.UTC(2200, 0)))
    throw new BadValue(`created_at is not a time such as 2026-01-31T09:30:00Z: "${short(text)}".`)
  return time
}

/** A picture's web address. @throws {BadValue} */
export function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new BadValue(`The picture "${short(text)}" is not an address that begins with https:// or http://.`)
  return readText(text, 512, 'The address of a picture')
}

const inUtc = (text: string) => (text.length === 10 ? text : `${text.replace(' ', 'T')}Z`)
const short = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
