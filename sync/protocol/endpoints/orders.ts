import type { FileReply } from '../file-reply.ts'
import type { OrderSummary, PickList, StaffOrder, StoreOrder, TimelineEntry } from '../shop/order-view.ts'
import type { DeliveryMethod, OrderStatus, OrderType } from '../shop/order.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'
import type { RoleCode } from '../roles.ts'

/** Filters by orders that cost nothing, in place of an account code. */
export const NO_ACCOUNT = 'NONE'

/**
 * Filters a list of orders. `search`: the beginning or end of a number, a phone, or the beginning of an email or name.
 * Days are UTC, inclusive.
 */
export interface OrderFilters {
  search?: string
  type_code?: OrderType
  delivery_method_code?: DeliveryMethod
  user_id?: number
  status_code?: OrderStatus
  /** The days on which sales were rung up and website orders placed. */
  start_date?: string
  end_date?: string
  /** The days on which a paid order was sold. */
  sold_from?: string
  sold_to?: string
  /** The UTC hour in which a paid order was sold, 0 to 23. */
  sold_hour?: number
  account_code?: string
  teller_id?: number
  till_code?: string
  /** Days on which money came in or was refunded; an account then matches either. */
  taken_from?: string
  taken_to?: string
  /** Orders with one line that matches all of these: product, its own category, size. */
  product_id?: number
  category_id?: number
  size_code?: string
  /** Paid more than LATE_DAYS days ago and not completed. */
  late?: boolean
}
/** `created_at`: in the order of their arrival. */
export const ORDER_ORDERS = ['ordered_at', 'created_at', 'total'] as const
export type OrderSort = Sorted<(typeof ORDER_ORDERS)[number]>

/** A PDF of orders that a background job makes; `done` of `total` orders are in it. */
export interface OrderExport {
  id: number
  status: 'PENDING' | 'READY' | 'FAILED'
  done: number
  total: number
}

export interface OrderEndpoints {
  /** `prepareExport` starts a PDF of all orders that the filters show; `export` names it. */
  'GET /api/staff/orders': {
    query: PageQuery & OrderFilters & OrderSort & { prepareExport?: boolean }
    reply: { orders: Page<OrderSummary>; export?: OrderExport }
  }
  'GET /api/staff/orders/csv': { query: OrderFilters; reply: FileReply }
  'GET /api/staff/orders/exports/:id': { reply: { export: OrderExport } | FileReply }
  'GET /api/staff/orders/options/users': {
    query: PageQuery & { search?: string; user_id?: number }
    reply: { users: Page<{ id: number; name: string; email: string; role_code: RoleCode }> }
  }
  'GET /api/staff/orders/pick-list': { reply: { pick_list: PickList } }
  'GET /api/staff/orders/:id': { reply: { order: StaffOrder } }
  'GET /api/staff/orders/:id/timeline': { reply: { timeline: TimelineEntry[] } }
  /** `till_id`: the till whose drawer holds the money of a payment confirmed by hand. */
  'PATCH /api/staff/orders/:id': {
    body: {
      status_code: OrderStatus
      reason?: string | null
      account_code?: string
      till_id?: number | null
      /** Keeps the deposit of an order that is cancelled after it was sent. */
      keep_deposit?: boolean
      updated_at?: string
    }
    reply: { message: string; order: StaffOrder }
  }
  'PATCH /api/staff/orders/:id/note': {
    body: { staff_note: string | null; updated_at?: string }
    reply: { message: string; order: StaffOrder }
  }
  /** `rider` null: no rider is agreed. `fee` in cedis, only for Greater Accra. */
  'PATCH /api/staff/orders/:id/delivery': {
    body: { rider: { name: string; phone: string; fee?: number | null } | null; updated_at?: string }
    reply: { message: string; order: StaffOrder }
  }
  /** Asks the provider about every open payment attempt of the order. */
  'POST /api/staff/orders/:id/check-payment': { reply: { message: string; order: StaffOrder } }
  /** Enters the money collected for an order that is paid on delivery. */
  'POST /api/staff/orders/:id/collect': {
    body: { account_code: string; till_id?: number | null; updated_at?: string }
    reply: { message: string; order: StaffOrder }
  }
  'POST /api/staff/orders': { body: StoreOrder; reply: { message: string; order: StaffOrder } }
}
