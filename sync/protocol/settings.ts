/**
 * What the program knows its settings by: how each is typed, shown and checked follows from its kind. A setting is kept
 * as text; one that is not named here is plain text.
 */
export type SettingKind =
  | 'text'
  | 'area'
  | 'money'
  | 'count'
  | 'email'
  | 'phone'
  | 'phones'
  | 'hours'
  | 'list'
  | 'day'
  | 'choice'

export interface KnownSetting {
  kind: SettingKind
  label: string
  hint?: string
  /** It may not be empty. */
  required?: true
  /** Of a count: from and to. */
  least?: number
  most?: number
  /** Of a list: what the parts of a row are called; one part where nothing is said. */
  parts?: readonly string[]
  /** Of a list: as many rows at most. */
  rows?: number
  /** Of a choice: the values, and what they mean. */
  choices?: Readonly<Record<string, string>>
  /** Who may change it, where that is not everybody who may change settings. */
  clearance?: number
  /** It guards money or people: whoever changes it confirms who they are. */
  guards?: true
}

/** Of the settings that say who must use two-step verification. */
const POLICY = {
  kind: 'choice',
  required: true,
  guards: true,
  choices: { OFF: 'Off', OPTIONAL: 'On for those who set it up', REQUIRED: 'Required' },
} as const

export const SETTINGS = {
  shop_name: { kind: 'text', label: 'Name of the shop', required: true },
  shop_tagline: { kind: 'text', label: 'What the shop is, in a sentence' },
  shop_address: { kind: 'text', label: 'Address' },
  shop_phones: { kind: 'phones', label: 'Phone numbers' },
  shop_whatsapp: { kind: 'phone', label: 'WhatsApp number' },
  whatsapp_numbers: { kind: 'phones', label: 'WhatsApp numbers for picking up' },
  shop_email: { kind: 'email', label: 'E-mail' },
  shop_hours: { kind: 'hours', label: 'Opening hours' },
  announcements: { kind: 'list', label: 'Announcements', hint: 'Shown in turn at the top of the shop', rows: 10 },
  hero: { kind: 'list', label: 'Head of the home page', parts: ['Title', 'Words'], rows: 1 },
  promos: {
    kind: 'list',
    label: 'Promotions on the home page',
    parts: ['Title', 'Words', 'Leads to'],
    hint: 'They lead to a place of the shop, such as /shop?category=4',
    rows: 6,
  },
  receipt_note: { kind: 'area', label: 'Note on receipts' },
  seller_legal_name: { kind: 'text', label: 'Legal name of the seller' },
  seller_legal_status: { kind: 'text', label: 'Legal status of the seller' },
  seller_registration_number: { kind: 'text', label: 'Registration number' },
  terms_prices: { kind: 'area', label: 'Terms: prices' },
  terms_payment: { kind: 'area', label: 'Terms: payment' },
  terms_security: { kind: 'area', label: 'Terms: security' },
  terms_delivery_time: { kind: 'area', label: 'Terms: time of delivery' },
  terms_delivery_fee: { kind: 'area', label: 'Terms: fee of delivery' },
  terms_pick_up: { kind: 'area', label: 'Terms: picking up' },
  terms_pick_up_directions: { kind: 'area', label: 'How to find the shop' },
  terms_returns: { kind: 'area', label: 'Terms: returns' },
  terms_service: { kind: 'area', label: 'Terms: service' },
  delivery_start: { kind: 'day', label: 'Delivery begins on', hint: 'Empty: it has begun' },
  free_delivery_over: { kind: 'money', label: 'Delivery is free over', hint: 'Subtotal in cedis. Empty: never' },
  reservation_minutes: {
    kind: 'count',
    label: 'Goods of an order are held for',
    hint: 'Minutes',
    required: true,
    least: 1,
    most: 9999,
  },
  unpaid_pieces_limit: {
    kind: 'count',
    label: 'Pieces held without payment',
    hint: 'Most pieces that one order, or one phone number, holds until it pays',
    required: true,
    least: 1,
    most: 100_000,
  },
  unpaid_value_limit: {
    kind: 'money',
    label: 'Value held without payment',
    hint: 'Most in cedis that one order, or one phone number, holds until it pays',
    required: true,
  },
  unpaid_address_times: {
    kind: 'count',
    label: 'Times as much for one internet address',
    hint: 'Many shoppers share one',
    required: true,
    least: 1,
    most: 1000,
  },
  guests_per_minute: {
    kind: 'count',
    label: 'New guests per minute from one internet address',
    hint: 'A guest is somebody who fills a bag without signing in',
    required: true,
    least: 1,
    most: 100_000,
  },
  discount_limit_manager: {
    kind: 'count',
    label: 'A manager may give a discount of',
    hint: 'Per cent of a sale. Empty: 10',
    least: 0,
    most: 100,
    guards: true,
  },
  reorder_level: {
    kind: 'count',
    label: 'Stock is low at',
    hint: 'Pieces of a size and colour, where the product says nothing else',
    required: true,
    least: 0,
    most: 9999,
  },
  second_factor_manager: { ...POLICY, label: 'Two-step verification: managers' },
  second_factor_administrator: { ...POLICY, label: 'Two-step verification: administrators', clearance: 5 },
  second_factor_super_administrator: { ...POLICY, label: 'Two-step verification: super administrators', clearance: 5 },
  step_up_limit: {
    kind: 'money',
    label: 'Confirm who you are for money out from',
    hint: 'Amount in cedis. Empty: never',
    guards: true,
  },
  two_person_limit: {
    kind: 'money',
    label: 'Two people for money out from',
    hint: 'Amount in cedis. Empty: never',
    guards: true,
  },
} as const satisfies Record<string, KnownSetting>
export type SettingName = keyof typeof SETTINGS

/** What is known of a setting; of one that only staff know, that it is text. */
export const settingOf = (name: string): KnownSetting =>
  Object.hasOwn(SETTINGS, name) ? SETTINGS[name as SettingName] : { kind: 'area', label: name }
export const isKnownSetting = (name: string) => Object.hasOwn(SETTINGS, name)

/** Rows of a value that holds several, each with its parts: phone numbers, days and hours, lines of a list. */
export function rowsIn({ kind, parts = [''] }: KnownSetting, value: string): string[][] {
  if (kind === 'phones') return piecesOf(value, ',').map(number => [number])
  return piecesOf(value, '\n').map(line => {
    if (kind === 'hours') {
      const [, days = '', hours = ''] = /^([^:]*):?\s*(.*)$/.exec(line) ?? []
      return [days.trim(), hours.trim()]
    }
    return parts.length === 1 ? [line] : line.split('|').map(part => part.trim())
  })
}

/** The value that holds such rows; those without a word are left out. */
export function valueOfRows({ kind }: KnownSetting, rows: readonly (readonly string[])[]): string {
  const told = rows.map(row => row.map(part => part.trim())).filter(row => row.some(Boolean))
  if (kind === 'phones') return told.map(([number]) => number).join(', ')
  return told.map(row => row.join(kind === 'hours' ? ': ' : ' | ')).join('\n')
}

const piecesOf = (text: string, separator: string) =>
  text
    .split(separator)
    .map(piece => piece.trim())
    .filter(Boolean)
