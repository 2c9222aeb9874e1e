import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { RefundStatusChip } from '#pwa/returns/refund-status.tsx'
import { mayHaveReturns } from '#pwa/returns/returning.ts'
import { Link } from '#pwa/ui/link.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { REFUND_ACTIONS, type Refund } from '#sync/protocol/shop/refund.ts'
import { Table, type Column } from '../lists/list-screen.tsx'
import { Unread } from '../kit/unread.tsx'
import styles from './order-view.module.css'
import * as words from './order-words.ts'

const COLUMNS: Column<Refund>[] = [
  {
    head: words.returnHead,
    cell: ({ id, action }) => (
      <Link to={`/staff/refunds/${id}/view`}>
        {REFUND_ACTIONS[action]} {id}
      </Link>
    ),
  },
  { head: words.requested, cell: ({ created_at }) => formatDate(created_at) },
  { head: words.status, cell: ({ status_code }) => <RefundStatusChip status={status_code} /> },
  { head: words.pieces, isNumber: true, cell: ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0) },
  { head: words.amount, isNumber: true, cell: ({ amount }) => formatCedis(amount) },
]

/** The returns of an order with their state; nothing if there are none. */
export function OrderReturns({ order }: { order: StaffOrder }) {
  const read = useApi(
    'GET /api/staff/refunds',
    { query: { order_id: order.id, per_page: 100 } },
    { enabled: mayHaveReturns(order) },
  )
  const refunds = read.data?.refunds.data ?? []
  if (refunds.length === 0 && !read.error) return null
  return (
    <section className={styles.card} aria-label={words.returns}>
      <h2>{words.returns}</h2>
      <Unread of={read} />
      {refunds.length > 0 && <Table rows={refunds} columns={COLUMNS} />}
    </section>
  )
}
