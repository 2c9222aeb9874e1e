import { select } from '#api/db/database.ts'

/** What anybody may read: contacts, hours and words. Tills keep these too. Every other setting stays with the staff. */
export const PUBLIC_SETTINGS = [
  'shop_name', 'shop_tagline', 'shop_address', 'shop_phones', 'shop_whatsapp', 'shop_email', 'shop_hours', 'announcements', 'hero', 'promos', 'delivery_start', 'receipt_note',
] as const
export type PublicSetting = (typeof PUBLIC_SETTINGS)[number]

/** The public settings by name; one that is not set is empty. */
export async function publicSettings(): Promise<Record<PublicSetting, string>> {
  const rows = await select<{ name: PublicSetting; value: string }>('SELECT name, value FROM settings WHERE name IN (:names)', { names: PUBLIC_SETTINGS })
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  return Object.fromEntries(PUBLIC_SETTINGS.map(name => [name, values.get(name) ?? ''])) as Record<PublicSetting, string>
}
