import { execute, inTransaction, select } from '#api/db/database.ts'
import { approveRefund, refuseRefund } from '#api/refunds/decide-refund.ts'
import { findRefund } from '#api/refunds/find-refunds.ts'
import { completeRefund } from '#api/refunds/receive-goods.ts'
import { requestRefund } from '#api/refunds/request-refund.ts'
import type { RefundReason } from '#sync/protocol/shop/refund.ts'

/** How far each return is, its reason, and staff's words. */
const STORIES: readonly {
  status: 'REQUESTED' | 'APPROVED' | 'REFUSED' | 'COMPLETED'
  reason: RefundReason
  note: string
  answer?: string
}[] = [
  { status: 'COMPLETED', reason: 'DEFECTIVE', note: 'The zip broke the first time I wore it.' },
  {
    status: 'REFUSED',
    reason: 'OTHER',
    note: 'I do not like the colour any more.',
    answer: 'It has been worn and washed, so we cannot sell it again.',
  },
  {
    status: 'APPROVED',
    reason: 'WRONG_ITEM',
    note: 'I ordered a different wash.',
    answer: 'Sorry about that. Bring it in any time.',
  },
  { status: 'REQUESTED', reason: 'MISFIT', note: 'Too tight at the waist.' },
]

/** Returns some of the guests' goods, each as far as its story goes. Sends no letters. */
export const seedRefunds = (): Promise<void> =>
  inTransaction(async () => {
    const [manager] = await select<{ id: number }>("SELECT id FROM users WHERE email = 'manager@shop.test'")
    const orders = await select<{
      id: number
      item: number
    }>(`SELECT o.id, MIN(i.id) AS item FROM orders o JOIN order_items i ON i.order_id = o.id
    WHERE o.type_code = 'WEBSITE' AND o.status_code = 'COMPLETED' AND o.user_id IS NULL GROUP BY o.id ORDER BY o.id DESC
    LIMIT 4`)
    if (!manager || orders.length < STORIES.length) return
    for (const [n, { status, reason, note, answer = null }] of STORIES.entries()) {
      const { id: order_id, item } = orders[n]!
      const { id } = await requestRefund(
        { order_id, action: 'REFUND', reason, note, items: [{ order_item_id: item, quantity: 1 }] },
        manager.id,
        'STAFF',
      )
      const user_id = manager.id
      if (status === 'REFUSED') await refuseRefund(id, { user_id, note: answer })
      if (status === 'APPROVED' || status === 'COMPLETED') await approveRefund(id, { user_id, note: answer })
      if (status !== 'COMPLETED') continue
      const { items } = await findRefund(id)
      await completeRefund(id, {
        user_id,
        account_code: 'MTN_MOBILE_MONEY',
        queueRefund: nobodyPaidOnline,
        restock: items.map(each => ({ refund_item_id: each.id, disposition: 'DAMAGED' })),
      })
    }
    await execute("DELETE FROM mails WHERE once_key LIKE 'order-%'")
  })

const nobodyPaidOnline = (): Promise<number> => Promise.reject(new Error('No order of the demo was paid online.'))
