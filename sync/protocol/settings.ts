import { BRAND_SETTINGS } from './sizes/brand-sizes.ts'
import { GIFT_SETTINGS } from './settings/gift-cards.ts'
import { GUARD_SETTINGS } from './settings/guards.ts'
import { LOCK_SETTINGS } from './settings/locks.ts'
import { PAYMENT_SETTINGS } from './settings/payments.ts'
import { SHIFT_SETTINGS } from './settings/shifts.ts'
import { VOID_SETTINGS } from './settings/voids.ts'
import { TERMS } from './settings/terms.ts'
import { TAX_SETTINGS } from './shop/taxes.ts'

/**
 * The settings that the code knows. Type, screen, checks, seed and visibility follow from here. Values are stored as
 * text; a setting not named here is plain text.
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
  /** The value in a new shop. Also used if a stored number cannot be read. */
  initial: string
  /** Public, and copied to tills. Only staff see every other setting. */
  public?: true
  /** Copied to tills without being public. */
  tills?: true
  hint?: string
  /** It may not be empty. */
  required?: true
  /** Range of a number. */
  least?: number
  most?: number
  /** Names of the parts of a list's row; one part by default. */
  parts?: readonly string[]
  /** The most rows of a list. */
  rows?: number
  /** The values of a choice and their labels. */
  choices?: Readonly<Record<string, string>>
  /** Who may change it, if not everybody who may change settings. */
  clearance?: number
  /** It protects money or people: a user must confirm their identity to change it. */
  guards?: true
}

export const SETTINGS = {
  shop_name: { kind: 'text', label: 'Shop name', initial: 'Selvedge', public: true, required: true },
  shop_tagline: {
    kind: 'text',
    label: 'Shop description, in one sentence',
    initial: 'Denim and everyday clothes, cut for Ghana.',
    public: true,
  },
  shop_address: { kind: 'text', label: 'Address', initial: '14 Oxford Street, Osu, Accra', public: true },
  shop_phones: { kind: 'phones', label: 'Phone numbers', initial: '+233244123456, +233204123456', public: true },
  shop_whatsapp: { kind: 'phone', label: 'WhatsApp number', initial: '+233244123456', public: true },
  whatsapp_numbers: {
    kind: 'phones',
    label: 'WhatsApp numbers for pick-up',
    initial: '+233244123456, +233204123456',
    public: true,
  },
  shop_email: { kind: 'email', label: 'Email', initial: 'hello@shop.test', public: true },
  shop_hours: {
    kind: 'hours',
    label: 'Opening hours',
    initial: 'Sunday: Closed\nMonday to Saturday: 8:00 am to 7:00 pm',
    public: true,
  },
  announcements: {
    kind: 'list',
    label: 'Announcements',
    initial: 'WELCOME!\nUP TO 50% DISCOUNTS ON PRODUCTS\nFREE DELIVERY FOR ORDERS ABOVE GHS 2000',
    public: true,
    hint: 'Shown one after another at the top of the shop',
    rows: 10,
  },
  hero: {
    kind: 'list',
    label: 'Home page banner',
    initial:
      'Denim that keeps its word. | Jeans and clothes cut for Ghana, priced in cedis. Pick them up from the shop, or have a rider bring them.',
    public: true,
    parts: ['Title', 'Text'],
    rows: 1,
  },
  promos: {
    kind: 'list',
    label: 'Promotions on the home page',
    initial:
      'Cargo pants | Room in every pocket. Shop cargo | /shop?category=4\nCrop tops and jackets | Shop crop tops and jackets | /shop?category=6,7\nUp to 50% off for the festive season | Shop the discounts | /sale',
    public: true,
    parts: ['Title', 'Text', 'Link'],
    hint: 'Each links to a page of the shop, such as /shop?category=4',
    rows: 6,
  },
  social_links: {
    kind: 'list',
    label: 'Social media',
    initial:
      'Instagram | https://www.instagram.com\nFacebook | https://www.facebook.com\nTikTok | https://www.tiktok.com',
    public: true,
    parts: ['Name', 'Address'],
    hint: 'At the foot of every page. The address begins with https://',
    rows: 6,
  },
  entrances: {
    kind: 'list',
    label: 'Links on the home page',
    initial: 'Women | /shop?search=women\nMen | /shop?search=men\nNew in | /new\nSale | /sale\nGift cards | /gift-card',
    public: true,
    parts: ['Name', 'Link'],
    hint: 'Each links to a page of the shop, such as /shop?category=4',
    rows: 8,
  },
  receipt_note: {
    kind: 'area',
    label: 'Note on receipts',
    initial: 'Exchanges within 3 days with this receipt.',
    public: true,
  },
  ...BRAND_SETTINGS,
  ...TAX_SETTINGS,
  seller_legal_name: {
    kind: 'text',
    label: 'Legal name of the seller',
    initial: 'Selvedge Clothing Limited',
    public: true,
  },
  seller_legal_status: {
    kind: 'text',
    label: 'Legal status of the seller',
    initial: 'Private company limited by shares, registered in Ghana',
    public: true,
  },
  seller_registration_number: { kind: 'text', label: 'Registration number', initial: 'CS-000000000', public: true },
  data_protection_number: {
    kind: 'text',
    label: 'Data Protection Commission number',
    initial: '',
    public: true,
    hint: 'Shown in the privacy policy',
  },
  ...TERMS,
  delivery_start: {
    kind: 'day',
    label: 'Delivery begins on',
    initial: '2025-08-25',
    public: true,
    hint: 'Empty: it has begun',
  },
  closed_days: {
    kind: 'list',
    label: 'Days without delivery',
    initial: '',
    public: true,
    hint: 'Public holidays, such as 2026-12-25. Delivery days skip them, Saturdays and Sundays',
    rows: 60,
  },
  free_delivery_over: {
    kind: 'money',
    label: 'Delivery is free over',
    initial: '2000',
    public: true,
    hint: 'Subtotal in cedis. Empty: never',
  },
  reservation_minutes: {
    kind: 'count',
    label: 'Items of an unpaid order are held for',
    initial: '30',
    public: true,
    hint: 'Minutes',
    required: true,
    least: 1,
    most: 9999,
  },
  unpaid_pieces_limit: {
    kind: 'count',
    label: 'Maximum items held without payment',
    initial: '60',
    hint: 'Per unpaid order, and per phone number',
    required: true,
    least: 1,
    most: 100_000,
    guards: true,
  },
  unpaid_value_limit: {
    kind: 'money',
    label: 'Maximum value held without payment',
    initial: '20000',
    hint: 'In cedis. Per unpaid order, and per phone number',
    required: true,
    guards: true,
  },
  pay_on_delivery_limit: {
    kind: 'money',
    label: 'Pay on delivery up to',
    initial: '',
    hint: 'Maximum order total in cedis, in zones that allow it. Empty: no pay on delivery',
    guards: true,
  },
  ...GIFT_SETTINGS,
  unpaid_address_times: {
    kind: 'count',
    label: 'Limit multiplier for one internet address',
    initial: '5',
    hint: 'Many shoppers share an address. It may hold this many times both unpaid limits',
    required: true,
    least: 1,
    most: 1000,
    guards: true,
  },
  guests_per_minute: {
    kind: 'count',
    label: 'New guests per minute from one internet address',
    initial: '60',
    hint: 'A guest fills a bag without signing in',
    required: true,
    least: 1,
    most: 100_000,
  },
  ...SHIFT_SETTINGS,
  ...LOCK_SETTINGS,
  ...VOID_SETTINGS,
  ...PAYMENT_SETTINGS,
  discount_limit_manager: {
    kind: 'count',
    label: 'Manager discount limit',
    initial: '10',
    hint: 'Per cent of a sale',
    required: true,
    least: 0,
    most: 100,
    guards: true,
  },
  new_in_days: {
    kind: 'count',
    label: 'Products are new for',
    initial: '30',
    hint: 'Days on the page “New in”',
    required: true,
    least: 1,
    most: 365,
  },
  reorder_level: {
    kind: 'count',
    label: 'Reorder level',
    initial: '2',
    hint: 'Pieces of a variant, unless the product sets its own level',
    required: true,
    least: 0,
    most: 9999,
  },
  ...GUARD_SETTINGS,
} as const satisfies Record<string, KnownSetting>
export type SettingName = keyof typeof SETTINGS
/** The names of the settings whose declaration has this shape. */
export type SettingsLike<Shape> = {
  [N in SettingName]: (typeof SETTINGS)[N] extends Shape ? N : never
}[SettingName]
export type PublicSetting = SettingsLike<{ public: true }>

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]
export const PUBLIC_SETTINGS = SETTING_NAMES.filter((name): name is PublicSetting => 'public' in SETTINGS[name])

/** The settings that a till's copy of the shop holds. */
export const TILL_SETTINGS = SETTING_NAMES.filter(name => 'public' in SETTINGS[name] || 'tills' in SETTINGS[name])

/** The declaration of a setting, or plain staff-only text if it has none. */
export const settingOf = (name: string): KnownSetting =>
  Object.hasOwn(SETTINGS, name) ? SETTINGS[name as SettingName] : { kind: 'area', label: name, initial: '' }
export const isKnownSetting = (name: string) => Object.hasOwn(SETTINGS, name)
