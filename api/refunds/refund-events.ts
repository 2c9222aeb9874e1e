import { insertRow, select } from '#api/db/database.ts'
import type { RefundEvent, RefundEventCode } from '#sync/protocol/shop/refund.ts'

interface Happening {
  refund_id: number
  code: RefundEventCode
  detail?: string
  user_id?: number | null
}

/** Records an event of a refund, in the transaction that causes it. `user_id`: the member of staff. */
export const noteRefund = ({ refund_id, code, detail = '', user_id = null }: Happening) =>
  insertRow('refund_events', { refund_id, code, detail: detail.slice(0, 500), user_id })

/** A refund's events, the oldest first. */
export async function eventsOfRefund(refund_id: number): Promise<RefundEvent[]> {
  const rows = await select<Omit<RefundEvent, 'created_at'> & { created_at: Date }>(
    'SELECT e.code, e.detail, u.name AS `by`, e.created_at FROM refund_events e LEFT JOIN users u ON u.id = e.user_id WHERE e.refund_id = ? ORDER BY e.id',
    [refund_id],
  )
  return rows.map(row => ({ ...row, created_at: row.created_at.toJSON() }))
}
