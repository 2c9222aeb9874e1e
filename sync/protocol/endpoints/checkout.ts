import type { OrderSubmission, Payment } from '../shop/checkout.ts'
import type { Country } from '../entities/country.ts'
import type { CheckoutCoupon } from '../entities/coupon.ts'
import type { DeliveryZone } from '../entities/delivery-zone.ts'
import type { Region } from '../entities/region.ts'
import type { OwnOrder } from '../shop/order-view.ts'
import type { Page, PageQuery } from '../page.ts'
import type { Refund, RefundRequest } from '../shop/refund.ts'

/** From the cart to a paid order. */
export interface CheckoutEndpoints {
  'GET /api/checkout/countries': { query: PageQuery; reply: { countries: Country[] } }
  'GET /api/checkout/regions': { query: PageQuery & { country_code?: string }; reply: { regions: Region[] } }
  'GET /api/checkout/delivery/zones': {
    query: PageQuery & { region_code?: string }
    reply: { delivery_zones: Page<DeliveryZone> }
  }
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
  'POST /api/payments/paystack/webhook': { reply: { message: string } }
}
