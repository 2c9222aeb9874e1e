import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'

/** A pick-up order of a shopper; override what the test is about. */
export const aSubmission = (overrides: Partial<OrderSubmission> = {}): OrderSubmission => ({
  first_name: 'Yaa',
  last_name: 'Darko',
  phone: '+233244123456',
  email: 'yaa@mail.test',
  delivery_method_code: 'self_pick_up',
  ...overrides,
})
