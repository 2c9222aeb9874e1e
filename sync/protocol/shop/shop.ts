import type { TaxRate } from './taxes.ts'

/** Public facts about the shop, from its settings. */
export interface ShopInfo {
  name: string
  tagline: string
  address: string
  phones: string[]
  email: string
  whatsapp: string
  hours: { days: string; hours: string }[]
  announcements: string[]
  /** The banner of the home page. */
  hero: { title: string; words: string }
  promos: { title: string; words: string; link: string }[]
  /** The main ways from the home page into the shop. */
  entrances: { name: string; link: string }[]
  /** The first day of deliveries, YYYY-MM-DD; empty if there is none to announce. */
  delivery_start: string
  /** Days without delivery, YYYY-MM-DD. */
  closed_days: string[]
  /** WhatsApp numbers that customers send an order number to before pick-up. */
  whatsapp_numbers: string[]
  /** The seller, as in the companies register. */
  seller: { legal_name: string; legal_status: string; registration_number: string }
  /** Of the seller at the Data Protection Commission; empty if there is none. */
  data_protection_number: string
  /** Links of the footer; the addresses begin with https://. */
  social: { name: string; url: string }[]
  terms: ShopTerms
  /** The last line of till receipts. */
  receipt_note: string
  /** The taxes within prices, each with its days; empty if the shop is not registered for them. */
  taxes: TaxRate[]
  /** In cedis: delivery is free above this subtotal; null if never. */
  free_delivery_over: number | null
  /** How long an unpaid order keeps its goods. */
  reservation_minutes: number
}

/** Whether deliveries have not started yet. */
export const areDeliveriesAhead = ({ delivery_start }: Pick<ShopInfo, 'delivery_start'>, now: Date): boolean =>
  delivery_start > now.toISOString().slice(0, 10)

/** The shop's own words to shoppers before they order; empty ones are hidden. */
export interface ShopTerms {
  prices: string
  payment: string
  security: string
  delivery_time: string
  delivery_fee: string
  pick_up: string
  pick_up_directions: string
  returns: string
  service: string
}
