import type { FileReply } from '../file-reply.ts'
import type { OrderType } from '../shop/order.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'
import type {
  Disposition,
  GoodsStatus,
  MoneyStatus,
  Refund,
  RefundAction,
  RefundReason,
  RefundRequest,
  RefundStatus,
  StaffRefund,
} from '../shop/refund.ts'

export const REFUND_ORDERS = ['id', 'created_at', 'amount'] as const

interface Filters extends Sorted<(typeof REFUND_ORDERS)[number]> {
  status_code?: RefundStatus
  action?: RefundAction
  reason?: RefundReason
  money_status?: MoneyStatus
  goods_status?: GoodsStatus
  order_id?: number
  /** The beginning of an order number. */
  search?: string
  start_date?: string
  end_date?: string
  /** Days on which its money moved, and the account it moved through. */
  paid_from?: string
  paid_to?: string
  paid_account_code?: string
  /** The order's channel and its cashier. */
  type_code?: OrderType
  teller_id?: number
  /** All except refused ones. */
  not_refused?: boolean
  /** Approved, and staff still have money to pay or goods to take back. */
  to_do?: boolean
}
type Answer = { message: string; refund: StaffRefund }
type Restock = { refund_item_id: number; disposition: Disposition }[]

/** Amounts in cedis. */
export interface RefundEndpoints {
  'GET /api/staff/refunds': { query: PageQuery & Filters; reply: { refunds: Page<Refund> } }
  'GET /api/staff/refunds/csv': { query: Filters; reply: FileReply }
  'GET /api/staff/refunds/:id': { reply: { refund: StaffRefund } }
  'POST /api/staff/refunds': { body: RefundRequest; reply: Answer }
  /**
   * `note` is for the customer; for an amount below the calculated one it is the reason. COMPLETED does everything that
   * is left to do.
   */
  'PATCH /api/staff/refunds/:id': {
    body: {
      status_code: RefundStatus
      amount?: number
      note?: string | null
      account_code?: string | null
      till_id?: number | null
      restock?: Restock
      updated_at?: string
    }
    reply: Answer
  }
  /**
   * Without an account the money goes back the way it came. `till_id`: the till whose drawer it moves in, if that is
   * not the order's.
   */
  'POST /api/staff/refunds/:id/money': {
    body: { account_code?: string | null; till_id?: number | null }
    reply: Answer
  }
  /** Pays it as store credit. The code is shown once; null if the customer has it by email. */
  'POST /api/staff/refunds/:id/credit': { reply: Answer & { code: string | null } }
  'POST /api/staff/refunds/:id/goods': { body: { items: Restock }; reply: Answer }
  /** Ends an approved refund before any money or goods have moved. */
  'POST /api/staff/refunds/:id/call-off': { body: { note: string }; reply: Answer }
}
