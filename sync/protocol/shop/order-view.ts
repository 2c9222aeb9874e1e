import type { ProductImage } from './catalogue.ts'
import type { TenderPart } from '../tender/parts.ts'
import type { OrderEvent } from './checkout.ts'
import type { Size } from '../entities/size.ts'
import type { DeliveryMethod, OrderStatus, OrderType } from './order.ts'

export interface OrderItem {
  id: number
  quantity: number
  price: number
  product_variation_id: number
  product_variation: {
    id: number
    sku: string
    size_code: string
    colour_code: string | null
    /** `images`: the picture of this variation, as the product has it now. */
    product: { id: number; name: string; slug: string; images: ProductImage[] }
    size: Size
    colour: { code: string; name: string } | null
  }
}

/** An order in a list. Money in cedis. `number` is the receipt number of a STORE order, else the id as text. */
export interface OrderSummary {
  id: number
  number: string
  type_code: OrderType
  delivery_method_code: DeliveryMethod
  account_code: string | null
  status_code: OrderStatus
  status: { name: string }
  customer: { id: number; name: string; email: string } | null
  teller: { id: number; name: string; email: string } | null
  user_id: number | null
  teller_id: number | null
  customer_name: string | null
  subtotal: number
  shipping_fee: number
  discount: number
  total: number
  /** When its till voided it: its goods and money went back. Null for all others. */
  voided_at: string | null
  /**
   * When a sale was rung up, by its till's corrected clock, or a website order was placed. In UTC, as in Accra, its day
   * is the business date of a sale.
   */
  ordered_at: string
  /** When a sale arrived that its till sent much later. Null for all others. */
  arrived_at: string | null
  created_at: string
  updated_at: string
}

export interface Order extends OrderSummary {
  till_code: string | null
  /** What was handed over, and the reference, of a payment in one way. */
  tendered: number | null
  reference: string | null
  /** The parts of a payment in several ways; absent where there was one. */
  tenders?: Required<TenderPart>[]
  customer_phone: string | null
  /** When it was rung up, by the till's clock; null for a website order. */
  occurred_at: string | null
  business_date: string
  shipping_country_code: string | null
  shipping_region_code: string | null
  shipping_delivery_zone_code: string | null
  shipping_address: {
    first_name: string
    last_name: string
    email: string
    phone: string
    address: string | null
  } | null
  shipping_additional_details: string | null
  coupon_code: string | null
  /** What is to be collected when it is handed over, in cedis; 0 once it is paid. */
  due: number
  /** What was paid before it was sent, in cedis, if the rest is paid on delivery. */
  deposit: number
  /** What a gift card pays of it, in cedis. */
  gift: number
  /** How long its goods stay reserved while it is unpaid. */
  reserved_until: string | null
  paid_at: string | null
  completed_at: string | null
  cancel_reason: string | null
  /** The oldest first. */
  events: OrderEvent[]
  items: OrderItem[]
}

/** An order as staff see it. */
export interface StaffOrder extends Order {
  /** Notes for staff; customers never see them. */
  staff_note: string | null
  /**
   * Who delivers to an address in Greater Accra. `fee`, in cedis, is agreed with the customer and paid to the rider; it
   * is not part of the total.
   */
  rider: { name: string; phone: string; fee: number | null } | null
}

/** One entry of an order's history, from any source. */
export interface TimelineEntry {
  at: string
  kind: 'ORDER' | 'PAYMENT' | 'MONEY' | 'MAIL' | 'STOCK' | 'STAFF' | 'EXCEPTION'
  what: string
  detail: string
  /** The member of staff who did it. */
  by: string | null
}

/** What to pick: one variation, for a number of orders. `on_hand` includes pieces sold to them but not yet picked. */
export interface PickLine {
  product_variation_id: number
  sku: string
  barcode: string | null
  category: string
  product: { id: number; name: string }
  size: { code: string; name: string }
  colour: { code: string; name: string } | null
  quantity: number
  on_hand: number
  orders: { id: number; number: string; quantity: number }[]
}
/** Everything that is paid and not ready yet, in shelf order. */
export interface PickList {
  orders: number
  pieces: number
  lines: PickLine[]
}

/** An order as its owner sees it; `tracking_url` lets a guest return to it. */
export type OwnOrder = Order & { tracking_url?: string }

/**
 * A store order that staff send online; the server calculates its prices. Amounts in cedis are compared, never stored.
 */
export interface StoreOrder {
  account_code: string
  type_code?: 'STORE'
  delivery_method_code?: 'self_pick_up'
  subtotal?: number
  discount?: number
  total?: number
  customer_name?: string | null
  customer_phone?: string | null
  items: { product_id: number; size_code: string; colour_code?: string | null; quantity: number }[]
}
