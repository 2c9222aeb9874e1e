import type { Address, AddressInput, OwnCoupon, OwnSession } from '../shop/account.ts'
import type { Payment } from '../shop/checkout.ts'
import type { OrderSummary, OwnOrder } from '../shop/order-view.ts'
import type { Page, PageQuery } from '../page.ts'
import type { OwnUser } from '../staff/person.ts'
import type { Refund, RefundRequest } from '../shop/refund.ts'

export interface AccountEndpoints {
  /** Sends the link again that confirms the caller's address. */
  'POST /api/account/confirm-email': { reply: { message: string } }
  'GET /api/account': { reply: { user: OwnUser } }
  'PATCH /api/account': {
    body: {
      name?: string
      phone?: string
      password?: string
      password_confirmation?: string
      current_password?: string
      updated_at?: string
    }
    reply: { message: string; user: OwnUser }
  }
  'GET /api/account/sessions': { query: PageQuery; reply: { sessions: Page<OwnSession> } }
  /** Signs out every device except the one that sends this. */
  'DELETE /api/account/sessions': { reply: { message: string } }
  'DELETE /api/account/sessions/:session': { reply: { message: string } }
  /** Everything the shop stores about the signed-in user, by subject. */
  'GET /api/account/data': { reply: { data: Record<string, object> } }
  'POST /api/account/erase': { body: { password: string }; reply: { message: string } }
  'GET /api/account/addresses': { query: PageQuery; reply: { addresses: Page<Address> } }
  'POST /api/account/addresses': { body: AddressInput; reply: { message: string; address: Address } }
  'GET /api/account/addresses/:id': { reply: { address: Address } }
  'PATCH /api/account/addresses/:id': {
    body: Partial<AddressInput> & { updated_at?: string }
    reply: { message: string; address: Address }
  }
  'DELETE /api/account/addresses/:id': { reply: { message: string } }
  'GET /api/account/coupons': { query: PageQuery; reply: { coupons: Page<OwnCoupon> } }
  'GET /api/account/orders': { query: PageQuery; reply: { orders: Page<OrderSummary> } }
  'GET /api/account/orders/:id': { reply: { order: OwnOrder } }
  'POST /api/account/orders/:id/pay': { reply: { order: OwnOrder; payment: Payment } }
  'GET /api/account/refunds': { query: PageQuery & { order_id?: number }; reply: { refunds: Page<Refund> } }
  'GET /api/account/refunds/:id': { reply: { refund: Refund } }
  'POST /api/account/refunds': { body: RefundRequest; reply: { message: string; refund: Refund } }
  'POST /api/account/refunds/:id': { body: Omit<RefundRequest, 'order_id'>; reply: { message: string; refund: Refund } }
  'POST /api/account/refunds/:id/photos': { reply: { message: string; refund: Refund } }
}
