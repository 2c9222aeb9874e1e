import { ChunkError, loadChunk } from '#pwa/lib/lazy-screen.ts'
import { hasCardNumber, NO_CARD_NUMBERS } from '#sync/protocol/card-number.ts'
import { needsZone } from '#sync/protocol/shipping.ts'
import * as words from './checkout-words.ts'
import type { Draft } from './draft.ts'

export type FieldErrors = Record<string, string[]>

/** Missing or invalid information, by field, in the order of the form. Empty if it is ready for review. */
export function checkInformation(typed: Draft, isPhone: (text: string) => boolean = () => true): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of requiredOf(typed)) if (typed[field].trim() === '') errors[field] = [words.missing[field]]
  if (!errors.phone && !isPhone(typed.phone)) errors.phone = [words.noPhone]
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

function requiredOf({ delivery_method_code, shipping_region_code }: Draft): (keyof typeof words.missing)[] {
  const person = ['first_name', 'last_name', 'phone', 'email'] as const
  if (delivery_method_code !== 'delivery') return [...person]
  const isZoneNeeded = needsZone({ delivery_method_code, region_code: shipping_region_code })
  return [
    ...person,
    'shipping_region_code',
    ...(isZoneNeeded ? ['shipping_delivery_zone_code' as const] : []),
    'shipping_address',
  ]
}

const TIME_OUT_MS = 8000

/**
 * Recognises a valid phone number, Ghanaian by default. If the rules cannot load, every number passes: the shop checks
 * it again.
 */
export async function phoneRules(): Promise<(text: string) => boolean> {
  try {
    const { parsePhoneNumberFromString } = await loadChunk(() => import('libphonenumber-js/min'), TIME_OUT_MS)
    return text => parsePhoneNumberFromString(text, 'GH')?.isValid() ?? false
  } catch (error) {
    if (!(error instanceof ChunkError)) throw error
    return () => true
  }
}

/** Fields of the first step: if the shop finds one of them wrong, the shopper returns to it. */
export const isOfInformation = (field: string) =>
  field in words.missing ||
  field === 'shipping_country_code' ||
  field === 'delivery_method_code' ||
  field === 'shipping_additional_details'
