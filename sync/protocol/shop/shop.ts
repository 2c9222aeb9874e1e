/** What anybody may know of the shop: from its settings. */
export interface ShopInfo {
  name: string
  tagline: string
  address: string
  phones: string[]
  email: string
  whatsapp: string
  hours: { days: string; hours: string }[]
  announcements: string[]
  /** The home page's first words. */
  hero: { title: string; words: string }
  promos: { title: string; words: string; link: string }[]
  /** The first day of deliveries, YYYY-MM-DD; empty where there is none to tell. */
  delivery_start: string
  /** WhatsApp numbers to which an order's number is sent before it is picked up. */
  whatsapp_numbers: string[]
  /** Who sells, in the words of the register. */
  seller: { legal_name: string; legal_status: string; registration_number: string }
  terms: ShopTerms
  /** What receipts of the till end with. */
  receipt_note: string
  /** In cedis: above this subtotal delivery is free; null where no subtotal makes it so. */
  free_delivery_over: number | null
  /** For how long an order that is not paid keeps its goods. */
  reservation_minutes: number
}

/** Whether deliveries are still to begin. */
export const areDeliveriesAhead = ({ delivery_start }: Pick<ShopInfo, 'delivery_start'>, now: Date): boolean =>
  delivery_start > now.toISOString().slice(0, 10)

/** What a shopper is told before ordering, in the shop's own words; an empty one is not shown. */
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
