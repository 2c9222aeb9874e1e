import type Joi from 'joi'
import { email, phone } from '#api/auth/person-rules.ts'
import { invalid } from '#api/errors.ts'
import { day, text } from '#api/http/rules.ts'
import { MOST as HIGHEST, plainNumber, rowsIn, valueOfRows } from '#sync/protocol/setting-values.ts'
import { brandSizes } from '#sync/protocol/sizes/brand-sizes.ts'
import { taxRates } from '#sync/protocol/shop/taxes.ts'
import { settingOf, type KnownSetting, type SettingKind } from '#sync/protocol/settings.ts'

/** A setting's value as stored: checked and normalised by its kind. Null if empty. @throws 422 on `value` */
export function checkedValue(name: string, value: string | null): string | null {
  const known = settingOf(name)
  const typed = value?.trim() ?? ''
  if (typed === '') {
    if (known.required) throw wrong(`${known.label} must not be empty.`)
    return null
  }
  const kept = read[known.kind](typed, known)
  if (name === 'taxes_in_prices') checkTaxes(rowsIn(known, kept))
  if (name === 'brand_sizes') checkBrands(rowsIn(known, kept))
  return kept
}

/** A size that cannot be read would be missing in the size adviser without a word. */
function checkBrands(rows: readonly string[][]) {
  const unread = rows.find(row => brandSizes([row]).length === 0)
  if (unread)
    fail(`${unread.join(' | ')}: enter a brand, a size, and a waist or hip from 20 to 220 cm, such as 81 or 81.5.`)
}

/** A rate that cannot be read would be missing on receipts without a word. */
function checkTaxes(rows: readonly string[][]) {
  const unread = rows.find(row => taxRates([row]).length === 0)
  if (unread) fail(`${unread.join(' | ')}: enter a name, a rate such as 15 or 2.5, and days such as 2026-01-01.`)
}

const MOST = { text: 200, area: 2000, row: 300 }
const wrong = (words: string) => invalid({ value: [words] })

/** Readers for single values; lists are read row by row. */
const read: Record<SettingKind, (typed: string, known: KnownSetting) => string> = {
  text: typed => (/[\r\n]/.test(typed) ? fail('Use a single line.') : checked(typed, text(MOST.text))),
  area: typed => checked(typed, text(MOST.area)),
  money: (typed, known) =>
    plainNumber(known, typed) ?? fail(`Enter an amount in cedis, such as 2000 or 149.99${within(known)}.`),
  count: (typed, known) => plainNumber(known, typed) ?? fail(`Enter a whole number${within(known)}.`),
  email: typed => checked(typed, email()),
  phone: typed => checked(typed, phone()),
  day: typed => checked(typed, day()),
  choice: (typed, { choices = {} }) =>
    Object.hasOwn(choices, typed) ? typed : fail(`Choose one of ${Object.keys(choices).join(', ')}.`),
  phones: (typed, known) => inRows(typed, known, ([number = '']) => [checked(number, phone(), `${number}: `)]),
  hours: (typed, known) =>
    inRows(typed, known, ([days = '', hours = '']) =>
      days && hours ? [days, hours] : fail(`${days || hours}: enter days and hours.`),
    ),
  list: (typed, known) =>
    inRows(typed, known, parts =>
      parts.length <= (known.parts?.length ?? 1) && parts[0]
        ? parts.map(part => part && checked(part, text(MOST.row), `${parts[0]}: `))
        : fail(`${parts.join(' | ')}: enter ${(known.parts ?? ['one line']).join(', ')}.`),
    ),
}

const within = ({ kind, least = 0, most = HIGHEST }: KnownSetting) =>
  kind === 'money' && least === 0 && most === HIGHEST ? '' : ` from ${least} to ${most}`

function inRows(typed: string, known: KnownSetting, readRow: (parts: string[]) => string[]): string {
  const rows = rowsIn(known, typed)
  if (known.rows && rows.length > known.rows)
    fail(`Use at most ${known.rows === 1 ? 'one row' : `${known.rows} rows`}.`)
  return valueOfRows(known, rows.map(readRow))
}

function checked(typed: string, rule: Joi.Schema, of = ''): string {
  const { value, error } = rule
    .label(`${of}this`)
    .validate(typed, { convert: false, errors: { wrap: { label: false } } })
  if (error) fail(of && !error.message.startsWith(of) ? `${of}${error.message}` : error.message)
  return String(value)
}

const fail = (words: string): never => {
  throw wrong(`${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'}`)
}
