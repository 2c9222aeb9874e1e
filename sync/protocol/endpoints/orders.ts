import type { FileReply } from '../file-reply.ts'
import type { OrderSummary, PickList, StaffOrder, StoreOrder, TimelineEntry } from '../shop/order-view.ts'
import type { DeliveryMethod, OrderStatus, OrderType } from '../shop/order.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'
import type { RoleCode } from '../roles.ts'

/** In the place of an account: orders of which nothing was to pay. */
export const NO_ACCOUNT = 'NONE'

/**
 * Which orders a list shows. `search`: a number by its beginning or end, a phone, or an email or name from its
 * beginning. Days are UTC, inclusive.
 */
export interface OrderFilters {
  search?: string
  type_code?: OrderType
  delivery_method_code?: DeliveryMethod
  user_id?: number
  status_code?: OrderStatus
  start_date?: string
  end_date?: string
  /** Of what is paid, the days on which it was sold. */
  sold_from?: string
  sold_to?: string
  /** Of what is paid, the hour of the day in which it was sold: 0 to 23, UTC. */
  sold_hour?: number
  account_code?: string
  teller_id?: number
  till_code?: string
  /** Days on which money came in or was given back; an account then is that of either. */
  taken_from?: string
  taken_to?: string
  /** With a line of this product, of this category itself, in this size: the same line for all that are named. */
  product_id?: number
  category_id?: number
  size_code?: string
  /** Paid, and not completed after so many days. */
  late?: boolean
}
export const ORDER_ORDERS = ['created_at', 'total'] as const
export type OrderSort = Sorted<(typeof ORDER_ORDERS)[number]>

/** A PDF of orders that is made in the background; `done` of `total` orders are in it. */
export interface OrderExport {
  id: number
  status: 'PENDING' | 'READY' | 'FAILED'
  done: number
  total: number
}

/** What staff do with orders. */
export interface OrderEndpoints {
  /** With `prepareExport` a PDF of all that the filters show is begun, and `export` says which. */
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
  /** `till_id`: of money that is confirmed by hand, the till in whose drawer it is. */
  'PATCH /api/staff/orders/:id': {
    body: {
      status_code: OrderStatus
      reason?: string | null
      account_code?: string
      till_id?: number | null
      updated_at?: string
    }
    reply: { message: string; order: StaffOrder }
  }
  'PATCH /api/staff/orders/:id/note': {
    body: { staff_note: string | null; updated_at?: string }
    reply: { message: string; order: StaffOrder }
  }
  /** `rider` null: nobody is agreed with any more. `fee` in cedis, for Greater Accra alone. */
  'PATCH /api/staff/orders/:id/delivery': {
    body: { rider: { name: string; phone: string; fee?: number | null } | null; updated_at?: string }
    reply: { message: string; order: StaffOrder }
  }
  /** Asks the provider about every open attempt to pay it. */
  'POST /api/staff/orders/:id/check-payment': { reply: { message: string; order: StaffOrder } }
  'POST /api/staff/orders': { body: StoreOrder; reply: { message: string; order: StaffOrder } }
}
