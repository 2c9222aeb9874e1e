import type { OrderSubmission, Payment } from '../shop/checkout.ts'
import type { Country } from '../entities/country.ts'
import type { CheckoutCoupon } from '../entities/coupon.ts'
import type { DeliveryZone } from '../entities/delivery-zone.ts'
import type { Region } from '../entities/region.ts'
import type { OwnOrder } from '../shop/order-view.ts'
import type { Page, PageQuery } from '../page.ts'
import type { Reach } from '../shop/reach.ts'
import type { Refund, RefundRequest } from '../shop/refund.ts'
import type { PayRequest } from '../shop/pay-link.ts'
import type { Network, WalletDoor, WalletStanding } from '../shop/wallet.ts'

/** From the cart to a paid order. */
export interface CheckoutEndpoints {
  'GET /api/checkout/countries': { query: PageQuery; reply: { countries: Country[] } }
  'GET /api/checkout/regions': { query: PageQuery & { country_code?: string }; reply: { regions: Region[] } }
  'GET /api/checkout/delivery/zones': {
    query: PageQuery & { region_code?: string }
    reply: { delivery_zones: Page<DeliveryZone> }
  }
  'GET /api/checkout/delivery/reach': { reply: { reach: Reach[] } }
  'POST /api/checkout/coupons/validate': { body: { coupon_code: string }; reply: { coupon: CheckoutCoupon } }
  'POST /api/orders': { body: OrderSubmission; reply: { message: string; order: OwnOrder; payment: Payment | null } }
  'PATCH /api/orders': { body: { order_id: number }; reply: { message: string; order: OwnOrder } }
  'GET /api/orders/track/:token': { reply: { order: OwnOrder } }
  /** Asks the provider whether the order has been paid. */
  'PATCH /api/orders/track/:token': { reply: { message: string; order: OwnOrder } }
  'POST /api/orders/track/:token/pay': { reply: { order: OwnOrder; payment: Payment } }
  'GET /api/orders/track/:token/refunds': { reply: { refunds: Refund[] } }
  'POST /api/orders/track/:token/refunds/:refundId/photos': { reply: { message: string; refund: Refund } }
  'POST /api/orders/track/:token/refunds': {
    body: Omit<RefundRequest, 'order_id'>
    reply: { message: string; refund: Refund }
  }
  /** Asks a phone to approve the payment of an order. */
  'POST /api/payments/wallet': {
    body: WalletDoor & { network: Network; phone: string; total?: number }
    reply: WalletStanding
  }
  /** Asks the provider where the latest attempt stands, or the one named. */
  'PATCH /api/payments/wallet': { body: WalletDoor & { reference?: string | null }; reply: WalletStanding }
  /** Passes on the code that the payer's network asks for. */
  'POST /api/payments/wallet/code': { body: WalletDoor & { reference: string; code: string }; reply: WalletStanding }
  /** The link by which somebody else can pay an order; the same one each time. */
  'POST /api/payments/links': {
    body: Omit<WalletDoor, 'pay_token'>
    reply: { url: string; reserved_until: string | null }
  }
  /** Lets an order be paid when it is handed over, after a deposit where its zone asks for one; `whole` undoes that. */
  'POST /api/payments/on-delivery': { body: Omit<WalletDoor, 'pay_token'> & { whole?: boolean }; reply: WalletStanding }
  'GET /api/payments/links/:token': { reply: { request: PayRequest } }
  /** Asks the provider whether it has been paid. */
  'PATCH /api/payments/links/:token': { reply: { request: PayRequest } }
  'POST /api/payments/links/:token/pay': { body: { total?: number }; reply: { payment: Payment } }
  'POST /api/payments/paystack/webhook': { reply: { message: string } }
}
