import { insertRow } from '#api/db/database.ts'
import type { OrderEventCode } from '#sync/protocol/shop/checkout.ts'

interface Happening {
  order_id: number
  code: OrderEventCode
  detail?: string
  user_id?: number | null
}

/** Records an event of an order, in the transaction that causes it. `user_id`: the member of staff. */
export const noteEvent = ({ order_id, code, detail = '', user_id = null }: Happening) =>
  insertRow('order_events', { order_id, code, detail: detail.slice(0, 255), user_id })
