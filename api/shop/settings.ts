import { select } from '#api/db/database.ts'
import { numberOf } from '#sync/protocol/setting-values.ts'
import { PUBLIC_SETTINGS, type PublicSetting, type SettingName } from '#sync/protocol/settings.ts'

/** The public settings by name; an unset one is empty. */
export async function publicSettings(): Promise<Record<PublicSetting, string>> {
  const values = await valuesOf(PUBLIC_SETTINGS)
  return Object.fromEntries(PUBLIC_SETTINGS.map(name => [name, values.get(name) ?? ''])) as Record<
    PublicSetting,
    string
  >
}

/** The terms of an order: `free_delivery_over` in cedis, null if no subtotal makes delivery free. */
export interface OrderTerms {
  free_delivery_over: number | null
  reservation_minutes: number
}

/** The terms of an order from the current settings. */
export async function orderTerms(): Promise<OrderTerms> {
  const values = await valuesOf(['free_delivery_over', 'reservation_minutes'])
  return readOrderTerms({
    free_delivery_over: values.get('free_delivery_over') ?? '',
    reservation_minutes: values.get('reservation_minutes') ?? '',
  })
}

export const readOrderTerms = (settings: Record<keyof OrderTerms, string>): OrderTerms => ({
  free_delivery_over: numberOf('free_delivery_over', settings.free_delivery_over),
  reservation_minutes: numberOf('reservation_minutes', settings.reservation_minutes),
})

/**
 * What one order, and all orders of one phone, may hold unpaid: pieces, and `value` in cedis. An address may hold a
 * multiple, because many people share one.
 */
export interface UnpaidLimits {
  pieces: number
  value: number
  addressTimes: number
}

export async function unpaidLimits(): Promise<UnpaidLimits> {
  const values = await valuesOf(['unpaid_pieces_limit', 'unpaid_value_limit', 'unpaid_address_times'])
  return {
    pieces: numberOf('unpaid_pieces_limit', values.get('unpaid_pieces_limit')),
    value: numberOf('unpaid_value_limit', values.get('unpaid_value_limit')),
    addressTimes: numberOf('unpaid_address_times', values.get('unpaid_address_times')),
  }
}

/** How many guest sessions one address may open a minute. */
export const guestLimit = async (): Promise<number> =>
  numberOf('guests_per_minute', (await valuesOf(['guests_per_minute'])).get('guests_per_minute'))

/** One setting; null if it was never set. */
export const valueOf = async (name: SettingName): Promise<string> => (await valuesOf([name])).get(name) ?? ''

async function valuesOf(names: readonly SettingName[]): Promise<Map<string, string>> {
  const rows = await select<{ name: string; value: string | null }>(
    'SELECT name, value FROM settings WHERE name IN (:names)',
    { names },
  )
  return new Map(rows.map(({ name, value }) => [name, value ?? '']))
}
