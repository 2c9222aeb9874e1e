import { insertRow } from '#api/db/database.ts'
import type { OrderEventCode } from '#sync/protocol/shop/checkout.ts'

interface Happening {
  order_id: number
  code: OrderEventCode
  detail?: string
  user_id?: number | null
}

/**
 * Writes down what happened to an order, in the transaction in which it happens. `user_id`: who of the staff did it.
 */
export const noteEvent = ({ order_id, code, detail = '', user_id = null }: Happening) =>
  insertRow('order_events', { order_id, code, detail: detail.slice(0, 255), user_id })
