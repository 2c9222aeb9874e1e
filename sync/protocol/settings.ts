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

/** For the settings that say who must use two-step verification. */
const POLICY = {
  kind: 'choice',
  initial: 'OFF',
  required: true,
  guards: true,
  choices: { OFF: 'Off', OPTIONAL: 'On for those who set it up', REQUIRED: 'Required' },
} as const

export const SETTINGS = {
  shop_name: { kind: 'text', label: 'Name of the shop', initial: 'Selvedge', public: true, required: true },
  shop_tagline: {
    kind: 'text',
    label: 'What the shop is, in a sentence',
    initial: 'Denim and everyday clothes, cut for Ghana.',
    public: true,
  },
  shop_address: { kind: 'text', label: 'Address', initial: '14 Oxford Street, Osu, Accra', public: true },
  shop_phones: { kind: 'phones', label: 'Phone numbers', initial: '+233244123456, +233204123456', public: true },
  shop_whatsapp: { kind: 'phone', label: 'WhatsApp number', initial: '+233244123456', public: true },
  whatsapp_numbers: {
    kind: 'phones',
    label: 'WhatsApp numbers for picking up',
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
    hint: 'Shown in turn at the top of the shop',
    rows: 10,
  },
  hero: {
    kind: 'list',
    label: 'Head of the home page',
    initial:
      'Denim that keeps its word. | Jeans and clothes cut for Ghana, priced in cedis. Pick them up from the shop, or have a rider bring them.',
    public: true,
    parts: ['Title', 'Words'],
    rows: 1,
  },
  promos: {
    kind: 'list',
    label: 'Promotions on the home page',
    initial:
      'Cargo pants | Room in every pocket. Shop cargo | /shop?category=4\nCrop tops and jackets | Short over long. Shop the pair | /shop?category=6,7\nUp to 50 % off for the festive days | Shop the discounts | /shop?discounted=1',
    public: true,
    parts: ['Title', 'Words', 'Leads to'],
    hint: 'They lead to a place of the shop, such as /shop?category=4',
    rows: 6,
  },
  receipt_note: {
    kind: 'area',
    label: 'Note on receipts',
    initial: 'Exchanges within 3 days with this receipt.',
    public: true,
  },
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
  terms_prices: {
    kind: 'area',
    label: 'Terms: prices',
    initial: 'Prices are in Ghana cedis and include all taxes.',
    public: true,
  },
  terms_payment: {
    kind: 'area',
    label: 'Terms: payment',
    initial: 'You pay by card or mobile money through Paystack before we prepare your order.',
    public: true,
  },
  terms_security: {
    kind: 'area',
    label: 'Terms: security',
    initial:
      'Card and mobile money details are entered at Paystack and never reach this shop. We use your name, phone and address for this order only.',
    public: true,
  },
  terms_delivery_time: {
    kind: 'area',
    label: 'Terms: time of delivery',
    initial: 'Delivery usually takes up to 36 working hours.',
    public: true,
  },
  terms_delivery_fee: {
    kind: 'area',
    label: 'Terms: fee of delivery',
    initial:
      'In Greater Accra no delivery fee is charged here: the dispatch rider calls you, agrees the fee and is paid by you.',
    public: true,
  },
  terms_pick_up: {
    kind: 'area',
    label: 'Terms: picking up',
    initial:
      'Your order can be picked up 3 days after you place it. Send its number by WhatsApp to one of our two numbers before you come.',
    public: true,
  },
  terms_pick_up_directions: {
    kind: 'area',
    label: 'How to find the shop',
    initial: 'On Oxford Street in Osu, opposite the bank, up the blue stairs.',
    public: true,
  },
  terms_returns: {
    kind: 'area',
    label: 'Terms: returns',
    initial: 'Returns and exchanges within 3 days for a misfit, a wrong item or a defective item.',
    public: true,
  },
  terms_service: {
    kind: 'area',
    label: 'Terms: service',
    initial: 'We may withhold service if these terms are not followed.',
    public: true,
  },
  delivery_start: {
    kind: 'day',
    label: 'Delivery begins on',
    initial: '2025-08-25',
    public: true,
    hint: 'Empty: it has begun',
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
    label: 'Goods of an order are held for',
    initial: '30',
    public: true,
    hint: 'Minutes',
    required: true,
    least: 1,
    most: 9999,
  },
  unpaid_pieces_limit: {
    kind: 'count',
    label: 'Pieces held without payment',
    initial: '60',
    hint: 'Most pieces that one order, or one phone number, holds until it pays',
    required: true,
    least: 1,
    most: 100_000,
  },
  unpaid_value_limit: {
    kind: 'money',
    label: 'Value held without payment',
    initial: '20000',
    hint: 'Most in cedis that one order, or one phone number, holds until it pays',
    required: true,
  },
  unpaid_address_times: {
    kind: 'count',
    label: 'Times as much for one internet address',
    initial: '5',
    hint: 'Many shoppers share one',
    required: true,
    least: 1,
    most: 1000,
  },
  guests_per_minute: {
    kind: 'count',
    label: 'New guests per minute from one internet address',
    initial: '60',
    hint: 'A guest is somebody who fills a bag without signing in',
    required: true,
    least: 1,
    most: 100_000,
  },
  discount_limit_manager: {
    kind: 'count',
    label: 'A manager may give a discount of',
    initial: '10',
    hint: 'Per cent of a sale',
    required: true,
    least: 0,
    most: 100,
    guards: true,
  },
  reorder_level: {
    kind: 'count',
    label: 'Stock is low at',
    initial: '2',
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
    initial: '',
    hint: 'Amount in cedis. Empty: never',
    guards: true,
  },
  two_person_limit: {
    kind: 'money',
    label: 'Two people for money out from',
    initial: '',
    hint: 'Amount in cedis. Empty: never',
    guards: true,
  },
} as const satisfies Record<string, KnownSetting>
export type SettingName = keyof typeof SETTINGS
/** The names of the settings whose declaration has this shape. */
export type SettingsLike<Shape> = {
  [N in SettingName]: (typeof SETTINGS)[N] extends Shape ? N : never
}[SettingName]
export type PublicSetting = SettingsLike<{ public: true }>

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]
export const PUBLIC_SETTINGS = SETTING_NAMES.filter((name): name is PublicSetting => 'public' in SETTINGS[name])

/** The declaration of a setting, or plain staff-only text if it has none. */
export const settingOf = (name: string): KnownSetting =>
  Object.hasOwn(SETTINGS, name) ? SETTINGS[name as SettingName] : { kind: 'area', label: name, initial: '' }
export const isKnownSetting = (name: string) => Object.hasOwn(SETTINGS, name)
