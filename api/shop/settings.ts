import { select } from '#api/db/database.ts'
import { FREE_DELIVERY_OVER } from '#sync/protocol/shipping.ts'
import { withoutThousands } from '#sync/protocol/typed-number.ts'

/**
 * What anybody may read: contacts, hours, words and terms. Tills keep these too. Every other setting stays with the
 * staff.
 */
export const PUBLIC_SETTINGS = [
  'shop_name',
  'shop_tagline',
  'shop_address',
  'shop_phones',
  'shop_whatsapp',
  'shop_email',
  'shop_hours',
  'announcements',
  'hero',
  'promos',
  'delivery_start',
  'receipt_note',
  'whatsapp_numbers',
  'seller_legal_name',
  'seller_legal_status',
  'seller_registration_number',
  'terms_prices',
  'terms_payment',
  'terms_security',
  'terms_delivery_time',
  'terms_delivery_fee',
  'terms_pick_up',
  'terms_pick_up_directions',
  'terms_returns',
  'terms_service',
  'free_delivery_over',
  'reservation_minutes',
] as const
export type PublicSetting = (typeof PUBLIC_SETTINGS)[number]

/** The public settings by name; one that is not set is empty. */
export async function publicSettings(): Promise<Record<PublicSetting, string>> {
  const values = await valuesOf(PUBLIC_SETTINGS)
  return Object.fromEntries(PUBLIC_SETTINGS.map(name => [name, values.get(name) ?? ''])) as Record<
    PublicSetting,
    string
  >
}

/** What an order is reckoned by: `free_delivery_over` in cedis, null where no subtotal makes delivery free. */
export interface OrderTerms {
  free_delivery_over: number | null
  reservation_minutes: number
}

/** The order's terms as the settings have them now. */
export async function orderTerms(): Promise<OrderTerms> {
  const values = await valuesOf(['free_delivery_over', 'reservation_minutes'])
  return readOrderTerms({
    free_delivery_over: values.get('free_delivery_over') ?? '',
    reservation_minutes: values.get('reservation_minutes') ?? '',
  })
}

/** Staff type these by hand: what cannot be read is what it was at first. An empty `free_delivery_over` is none. */
export function readOrderTerms(settings: Record<keyof OrderTerms, string>): OrderTerms {
  const over = withoutThousands(settings.free_delivery_over.replace(/GHS|GH₵/gi, ''))
  const minutes = settings.reservation_minutes.trim()
  return {
    free_delivery_over: over === '' ? null : /^\d{1,9}(\.\d{1,2})?$/.test(over) ? Number(over) : FREE_DELIVERY_OVER,
    reservation_minutes: /^[1-9]\d{0,3}$/.test(minutes) ? Number(minutes) : RESERVATION_MINUTES,
  }
}

const RESERVATION_MINUTES = 30

/**
 * What one order, and one phone with all its orders, may hold without paying: pieces, and `value` in cedis. One address
 * may hold so many times as much, since many share one.
 */
export interface UnpaidLimits {
  pieces: number
  value: number
  addressTimes: number
}

export async function unpaidLimits(): Promise<UnpaidLimits> {
  const values = await valuesOf(['unpaid_pieces_limit', 'unpaid_value_limit', 'unpaid_address_times'])
  const read = (name: string, pattern: RegExp, otherwise: number) =>
    pattern.test(values.get(name) ?? '') ? Number(values.get(name)) : otherwise
  return {
    pieces: read('unpaid_pieces_limit', WHOLE, 60),
    value: read('unpaid_value_limit', /^\d{1,9}(\.\d{1,2})?$/, 20_000),
    addressTimes: read('unpaid_address_times', WHOLE, 5),
  }
}

/** How many guests one address may become in a minute. */
export async function guestLimit(): Promise<number> {
  const value = (await valuesOf(['guests_per_minute'])).get('guests_per_minute') ?? ''
  return WHOLE.test(value) ? Number(value) : 60
}

const WHOLE = /^[1-9]\d{0,5}$/

async function valuesOf(names: readonly string[]): Promise<Map<string, string>> {
  const rows = await select<{ name: string; value: string | null }>(
    'SELECT name, value FROM settings WHERE name IN (:names)',
    { names },
  )
  return new Map(rows.map(({ name, value }) => [name, value ?? '']))
}
