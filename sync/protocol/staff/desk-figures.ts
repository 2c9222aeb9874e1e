import type { OrderType } from '../shop/order.ts'
import type { RefundReason } from '../shop/refund.ts'

export const DESK_PERIODS = { today: 'Today', '7d': '7 days', '30d': '30 days' } as const
export type DeskPeriod = keyof typeof DESK_PERIODS

/** Net sales in cedis: `sold` less `refunded`, each counted on its own day. `orders` are those sold. */
export interface Taken {
  orders: number
  sold: number
  refunded: number
  net: number
}

export interface DayTaken extends Taken {
  day: string
  store: number
  website: number
}
/** An hour of the day, 0 to 23 UTC, which is Ghana's time; cedis sold per channel. */
export interface HourTaken {
  hour: number
  orders: number
  store: number
  website: number
}
export interface ChannelTaken extends Taken {
  type_code: OrderType
}
/** Null: orders that cost nothing. */
export interface AccountTaken extends Taken {
  account_code: string | null
  name: string
}
/** Null: the website. */
export interface TellerTaken extends Taken {
  teller_id: number | null
  name: string
}

/** `on_hand` is null if the product was deleted since. */
export interface Seller {
  product_id: number
  name: string
  pieces: number
  sold: number
  on_hand: number | null
}
export interface SizeSold {
  size_code: string
  pieces: number
  on_hand: number
}
/** The sales of a category: `sell_through` is pieces sold divided by pieces sold and left, 0 to 1. */
export interface CategorySold {
  category_id: number
  name: string
  pieces: number
  on_hand: number
  sell_through: number
  sizes: SizeSold[]
}
export interface ReasonReturned {
  reason: RefundReason
  refunds: number
  amount: number
}

/**
 * Work that waits for staff. Refunds: those to decide, and approved ones with money to pay or goods to take back.
 * Failed jobs are for management: null for everybody else.
 */
export interface Waiting {
  exceptions: number
  refunds: number
  refunds_to_do: number
  payments: number
  old_orders: number
  low_stock: number
  reviews: number
  failed_jobs: number | null
}

/** The first screen of the back office: the figures of UTC days `from` to `to`, inclusive, and the work that waits. */
export interface DeskFigures {
  period: DeskPeriod
  from: string
  to: string
  taken: Taken
  days: DayTaken[]
  hours: HourTaken[]
  channels: ChannelTaken[]
  accounts: AccountTaken[]
  tellers: TellerTaken[]
  best: Seller[]
  worst: Seller[]
  categories: CategorySold[]
  returns: ReasonReturned[]
  waiting: Waiting
}

/** Days after which a paid order that is not completed is late. */
export const LATE_DAYS = 10

/** For how many UTC days, including today, a failed job is reported. */
export const FAILED_DAYS = 7
