import { useState } from 'react'
import { formatCedis, formatCount, formatDate, formatPhone } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { OrderStatusChip } from '#pwa/orders/order-status.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { CouponUse } from '#sync/protocol/entities/coupon.ts'
import type { OrderStatus } from '#sync/protocol/order.ts'
import { Table, Unread, type Column } from '../list-screen.tsx'
import styles from './setup.module.css'

const COLUMNS: Column<CouponUse>[] = [
  { head: 'Order', cell: ({ order_id, number }) => <Link to={`/staff/orders/${order_id}/view`}>{number}</Link> },
  { head: 'Customer', cell: ({ user, customer_name, customer_phone }) => `${user?.name ?? customer_name ?? 'Guest'}${customer_phone ? ` · ${formatPhone(customer_phone)}` : ''}` },
  { head: 'When', cell: ({ created_at }) => formatDate(created_at) },
  { head: 'Status', cell: ({ status_code }) => <OrderStatusChip status={status_code as OrderStatus} /> },
  { head: 'Discount', isNumber: true, cell: ({ discount }) => formatCedis(discount) },
  { head: 'Total', isNumber: true, cell: ({ total }) => formatCedis(total) },
]

const FEW = 12
const MOST = 100

/** Who used a coupon, and on which order; the newest first. */
export function CouponUses({ id }: { id: number }) {
  const [per_page, show] = useState(FEW)
  const { data, error, refetch, isFetching } = useApi('GET /api/staff/coupons/:id/uses', { params: { id }, query: { per_page } })
  const uses = data?.uses
  return (
    <section className={styles.uses} aria-label="Who used it">
      <h2>Who used it</h2>
      {error && !uses && <Unread message={error.message} again={() => void refetch()} />}
      {!uses && !error && <Loader rows={3} height={44} />}
      {uses?.total === 0 && <p className={styles.soft}>Nobody yet.</p>}
      {uses && uses.total > 0 && <Table rows={uses.data} columns={COLUMNS} />}
      {uses && uses.total > per_page && per_page < MOST && <div><Button type="button" kind="secondary" busy={isFetching} onClick={() => show(MOST)}>Show older ones</Button></div>}
      {uses && uses.total > MOST && per_page === MOST && <p className={styles.soft}>The newest {MOST} of {formatCount(uses.total)}.</p>}
    </section>
  )
}
