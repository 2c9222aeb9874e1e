import type { Order } from '#sync/protocol/order-view.ts'
import type { ShopInfo } from '#sync/protocol/shop.ts'

/** What letters say of the shop; `name` where the test is about it. */
export const aShop = (name = 'Selvedge'): ShopInfo => ({
  name, tagline: '', address: '14 Oxford Street, Osu', phones: ['+233244123456'], email: 'hello@shop.test', whatsapp: '', hours: [], announcements: [], hero: { title: '', words: '' }, promos: [],
  delivery_start: '', whatsapp_numbers: [], seller: { legal_name: 'Selvedge Clothing Limited', legal_status: '', registration_number: 'CS-1' },
  terms: {
    prices: 'Prices are in Ghana cedis and include all taxes.', payment: '', security: '', delivery_time: 'Delivery usually takes up to 36 working hours.', delivery_fee: 'You agree the fee with the rider.',
    pick_up: 'Your order can be picked up 3 days after you place it.', pick_up_directions: 'Up the blue stairs', returns: 'Returns and exchanges within 3 days.', service: '',
  },
  receipt_note: 'Exchanges within 3 days with this receipt.', free_delivery_over: 2000, reservation_minutes: 30,
})

/** A paid order of two pairs of jeans to Kumasi; `hostile` is what every name and address in it says. */
export function anOrder({ hostile, ...overrides }: Partial<Order> & { hostile?: string } = {}): Order {
  const product = { id: 1, name: hostile ?? 'Slim jeans', slug: 'slim-jeans' }
  return {
    id: 5, number: '5', type_code: 'WEBSITE', delivery_method_code: 'delivery', account_code: 'PAYSTACK', status_code: 'PROCESSING', status: { name: 'Processing' },
    customer: null, teller: null, user_id: null, teller_id: null, customer_name: null, subtotal: 299.98, shipping_fee: 45, discount: 29.99, total: 314.99,
    created_at: '2026-11-21T10:00:00.000Z', updated_at: '2026-11-21T10:00:00.000Z', till_code: null, tendered: null, reference: null, customer_phone: null, occurred_at: null, business_date: '2026-11-21',
    shipping_country_code: 'GH', shipping_region_code: 'GH-AH', shipping_delivery_zone_code: 'KUMASI', shipping_additional_details: null,
    shipping_address: { first_name: hostile ?? 'Ama', last_name: 'Mensah', email: 'ama@shop.test', phone: '+233244123456', address: hostile ?? '7 Ring Road' },
    coupon_code: null, reserved_until: null, paid_at: null, completed_at: null, cancel_reason: null, events: [],
    items: [{
      id: 1, quantity: 2, price: 149.99, product_variation_id: 1,
      product_variation: { id: 1, sku: 'J-1', size_code: 'UK10', colour_code: '1B2A41', product, size: { id: 1, code: 'UK10', name: 'UK 10' }, colour: { code: '1B2A41', name: 'Indigo' } },
    }],
    ...overrides,
  }
}
