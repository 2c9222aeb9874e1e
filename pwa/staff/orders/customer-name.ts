import type { OrderSummary } from '#sync/protocol/shop/order-view.ts'
import { WALK_IN } from '#sync/protocol/sale.ts'
import * as words from './order-words.ts'

/** Whom an order is for, by the name given for it; an account's name only where none was given. */
export const customerName = ({
  customer_name,
  customer,
  type_code,
}: Pick<OrderSummary, 'customer_name' | 'customer' | 'type_code'>): string =>
  customer_name ?? customer?.name ?? (type_code === 'STORE' ? WALK_IN : words.guest)
