import type { ReadPhone } from '#pwa/lib/phone-rules.ts'
import { hasCardNumber, NO_CARD_NUMBERS } from '#sync/protocol/card-number.ts'
import { needsZone } from '#sync/protocol/shipping.ts'
import * as words from './checkout-words.ts'
import type { Draft } from './draft.ts'

export type FieldErrors = Record<string, string[]>

/** What the form knows beside what was typed. */
interface Known {
  readPhone?: ReadPhone
  /** The parcel waits at a station, so no address is needed. */
  atStation?: boolean
  /** The name of the chosen region, if the shop does not deliver there. */
  beyond?: string | undefined
}

/** Missing or invalid information, by field, in the order of the form. Empty if it is ready for review. */
export function checkInformation(
  typed: Draft,
  { readPhone = text => text, atStation = false, beyond }: Known = {},
): FieldErrors {
  if (beyond && typed.delivery_method_code === 'delivery')
    return { shipping_region_code: [words.chooseAnother(beyond)] }
  const errors: FieldErrors = {}
  for (const field of requiredOf(typed, atStation))
    if (typed[field].trim() === '') errors[field] = [words.missing[field]]
  if (!errors.phone && readPhone(typed.phone) === null) errors.phone = [words.noPhone]
  if (!errors.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.email.trim())) errors.email = [words.noEmail]
  for (const field of WRITTEN) if (hasCardNumber(typed[field])) errors[field] = [NO_CARD_NUMBERS]
  return errors
}

/** Free text of the shopper. */
const WRITTEN = [
  'first_name',
  'last_name',
  'email',
  'shipping_address',
  'shipping_additional_details',
] as const satisfies (keyof Draft)[]

function requiredOf(
  { delivery_method_code, shipping_region_code }: Draft,
  atStation: boolean,
): (keyof typeof words.missing)[] {
  const person = ['first_name', 'last_name', 'phone', 'email'] as const
  if (delivery_method_code !== 'delivery') return [...person]
  // Its zones are known once a region is chosen.
  const isZoneNeeded =
    shipping_region_code !== '' && needsZone({ delivery_method_code, region_code: shipping_region_code })
  return [
    'shipping_region_code',
    ...(isZoneNeeded ? ['shipping_delivery_zone_code' as const] : []),
    ...(atStation ? [] : ['shipping_address' as const]),
    ...person,
  ]
}

/** Fields that only a delivery asks for. */
const OF_DELIVERY: ReadonlySet<string> = new Set<keyof Draft>([
  'shipping_country_code',
  'shipping_region_code',
  'shipping_delivery_zone_code',
  'shipping_address',
])

/** The errors of fields that the form asks for now: the method or the zone may have changed since they were found. */
export const stillAsked = (
  errors: FieldErrors,
  { delivery_method_code }: Pick<Draft, 'delivery_method_code'>,
  atStation: boolean,
): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) =>
      delivery_method_code === 'delivery' ? !(atStation && field === 'shipping_address') : !OF_DELIVERY.has(field),
    ),
  )

/** The field and those that are chosen from what it offers: a zone is one of its region's. */
export const withChoicesOf = (field: string): readonly string[] =>
  PLACES.includes(field) ? PLACES.slice(PLACES.indexOf(field)) : [field]
const PLACES: readonly string[] = ['shipping_country_code', 'shipping_region_code', 'shipping_delivery_zone_code']

/** Fields of the first step: if the shop finds one of them wrong, the shopper returns to it. */
export const isOfInformation = (field: string) =>
  field in words.missing ||
  field === 'shipping_country_code' ||
  field === 'delivery_method_code' ||
  field === 'shipping_additional_details'
