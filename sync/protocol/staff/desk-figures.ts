import type { OrderType } from '../shop/order.ts'
import type { RefundReason } from '../shop/refund.ts'

export const DESK_PERIODS = { today: 'Today', '7d': '7 days', '30d': '30 days' } as const
export type DeskPeriod = keyof typeof DESK_PERIODS

/** What was taken, in cedis: `sold` less `refunded`, both counted on their own day. `orders` are those sold. */
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
/** An hour of the day, 0 to 23 UTC, which is Ghana's time; cedis sold by each channel. */
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

/** `on_hand` is null where the product was deleted since. */
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
/** How a category's goods went: `sell_through` is pieces sold of those sold and left, 0 to 1. */
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
 * What waits for staff: of refunds those to decide, and those approved with money to pay or goods to take back. Failed
 * jobs are management's: null for everybody else.
 */
export interface Waiting {
  exceptions: number
  refunds: number
  refunds_to_do: number
  payments: number
  old_orders: number
  low_stock: number
  failed_jobs: number | null
}

/** The first screen of the back office: what UTC days `from` to `to`, inclusive, came to, and what waits. */
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

/** After so many days an order that is paid and not completed waits too long. */
export const LATE_DAYS = 10

/** For so many UTC days, today among them, a job that failed is told of. */
export const FAILED_DAYS = 7
