import { isStorableTime } from '#api/sales/storable-time.ts'
import { MOST_CEDIS } from '#sync/protocol/money.ts'
import { UUID } from '#sync/protocol/mutation.ts'
import { MOST_PIECES, type Sale, type SaleLine } from '#sync/protocol/sale.ts'
import { FEWEST_PARTS, MOST_PARTS, type TenderPart } from '#sync/protocol/tender/parts.ts'

const MOST_LINES = 2000

/** How long each text may be: required and not empty, or optional. */
const REQUIRED_TEXTS = { number: 40, till_code: 8, account_code: 40 }
const OPTIONAL_TEXTS = { reference: 120, customer_name: 120, customer_phone: 30 }

type Check = (value: unknown) => boolean

const MOST_ID = 4_294_967_295
const isWhole = (most: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most
const isMoney: Check = value =>
  typeof value === 'number' &&
  value >= 0 &&
  !Object.is(value, -0) &&
  value <= MOST_CEDIS &&
  Math.round(value * 100) / 100 === value
const isOptional = (check: Check) => (value: unknown) => value === undefined || value === null || check(value)

const PLAIN_TIME = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** A time in the till's format. */
export const isPlainTime: Check = value =>
  typeof value === 'string' && PLAIN_TIME.test(value) && isStorableTime(Date.parse(value))

const texts = (lengths: Record<string, number>, least: 0 | 1) =>
  Object.entries(lengths).map(([name, most]): [string, Check] => {
    const check: Check = value => typeof value === 'string' && value.length >= least && value.length <= most
    return [name, least === 0 ? isOptional(check) : check]
  })

const lineChecks = new Map<string, Check>([
  ['product_variation_id', isWhole(MOST_ID)],
  ['quantity', isWhole(MOST_PIECES)],
  ['price', isMoney],
] satisfies [keyof SaleLine, Check][])

const partChecks = new Map<string, Check>([
  ...texts({ account_code: 40 }, 1),
  ['amount', isMoney],
  ['tendered', isOptional(isMoney)],
  ...texts({ reference: 120 } satisfies Partial<Record<keyof TenderPart, number>>, 0),
])

const saleChecks = new Map<string, Check>([
  ['id', value => typeof value === 'string' && UUID.test(value)],
  ...texts(REQUIRED_TEXTS, 1),
  ['teller_id', isWhole(MOST_ID)],
  ['occurred_at', isPlainTime],
  ['tendered', isOptional(isMoney)],
  ...texts(OPTIONAL_TEXTS, 0),
  [
    'lines',
    value =>
      Array.isArray(value) &&
      value.length >= 1 &&
      value.length <= MOST_LINES &&
      value.every(line => fits(line, lineChecks)),
  ],
  ['discount', isMoney],
  ['total', isMoney],
  ['gift', isOptional(isMoney)],
  [
    'tenders',
    isOptional(
      value =>
        Array.isArray(value) &&
        value.length >= FEWEST_PARTS &&
        value.length <= MOST_PARTS &&
        value.every(part => fits(part, partChecks)),
    ),
  ],
])

/**
 * Whether a payload is a sale in the form tills write. Other payloads may be valid too: then Joi checks them, which
 * takes longer than everything else, and words the errors.
 */
export const isPlainSale = (payload: unknown): payload is Sale => fits(payload, saleChecks)

/** Every member passes its check, and there are no extra members. */
function fits(value: unknown, checks: ReadonlyMap<string, Check>): boolean {
  if (typeof value !== 'object' || value === null) return false
  const members = value as Record<string, unknown>
  for (const name in members) if (!checks.has(name)) return false
  for (const [name, check] of checks) if (!check(members[name])) return false
  return true
}
