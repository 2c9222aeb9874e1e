import type { OrderType } from '../shop/order.ts'
import type { RefundReason } from '../shop/refund.ts'

export const DESK_PERIODS = { today: 'Today', '7d': '7 days', '30d': '30 days' } as const
export type DeskPeriod = keyof typeof DESK_PERIODS

/**
 * Sales in cedis. An order counts on the day it was sold, a refund on the day its money moved. `orders` are those sold.
 * All prices include tax where the shop charges any.
 */
export interface Sales {
  orders: number
  /** The goods, before discounts. */
  gross: number
  /** What coupons and cashiers took off. */
  discounts: number
  /** What was refunded for goods. Less than 0 if customers paid more for exchanges. */
  returns: number
  /** `gross` less `discounts` and `returns`. */
  net: number
  /** Delivery fees, less those refunded. */
  delivery: number
  /** `net` and `delivery`: the ledger's entries of sales and refunds. */
  total: number
}

/** What customers paid and got back, in cedis. `orders` are those sold. */
export interface Payments {
  orders: number
  received: number
  refunded: number
  /** `received` less `refunded`. */
  total: number
}

/** `store` and `website` are their gross sales. */
export interface DaySales extends Sales {
  day: string
  store: number
  website: number
}
/** An hour of the day, 0 to 23 UTC, which is Ghana's time; gross sales per channel. */
export interface HourSales {
  hour: number
  orders: number
  store: number
  website: number
}
export interface ChannelSales extends Sales {
  type_code: OrderType
}
/** Null: orders that cost nothing. */
export interface AccountPayments extends Payments {
  account_code: string | null
  name: string
}
/** Null: the website. */
export interface TellerSales extends Sales {
  teller_id: number | null
  name: string
}

/** `gross` are its gross sales in cedis. `on_hand` is null if the product was deleted since. */
export interface Seller {
  product_id: number
  name: string
  pieces: number
  gross: number
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
  sales: Sales
  days: DaySales[]
  hours: HourSales[]
  channels: ChannelSales[]
  accounts: AccountPayments[]
  tellers: TellerSales[]
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
