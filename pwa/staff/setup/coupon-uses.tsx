import { download } from '#pwa/browser/download.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { OrderStatusChip } from '#pwa/orders/order-status.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Pager } from '#pwa/ui/pager.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { CouponUse } from '#sync/protocol/entities/coupon.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { OrderStatus } from '#sync/protocol/shop/order.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { CsvButton } from '../lists/csv-button.tsx'
import { Table, type Column } from '../lists/list-screen.tsx'
import { Unread } from '../kit/unread.tsx'
import styles from './setup.module.css'
import * as words from './setup-words.ts'

const COLUMNS: Column<CouponUse>[] = [
  { head: words.order, cell: ({ order_id, number }) => <Link to={`/staff/orders/${order_id}/view`}>{number}</Link> },
  {
    head: words.customer,
    cell: ({ user, customer_name, customer_phone }) =>
      `${user?.name ?? customer_name ?? words.guest}${customer_phone ? ` · ${formatPhone(customer_phone)}` : ''}`,
  },
  { head: words.when, cell: ({ created_at }) => formatDate(created_at) },
  { head: words.status, cell: ({ status_code }) => <OrderStatusChip status={status_code as OrderStatus} /> },
  { head: words.discount, isNumber: true, cell: ({ discount }) => formatCedis(discount) },
  { head: words.total, isNumber: true, cell: ({ total }) => formatCedis(total) },
]

/** The uses of a coupon with their orders, the newest first. */
export function CouponUses({ id }: { id: number }) {
  const { page, hrefOf } = useFilters()
  const read = useApi('GET /api/staff/coupons/:id/uses', { params: { id }, query: { page, per_page: 12 } })
  const uses = read.data?.uses
  return (
    <section className={styles.uses} aria-label={words.whoUsedIt}>
      <div className={styles.head}>
        <h2>{words.whoUsedIt}</h2>
        {uses && uses.total > 0 && (
          <CsvButton
            fetchFile={() => download('GET /api/staff/coupons/:id/uses/csv', { params: { id } }, 'coupon-uses.csv')}
          />
        )}
      </div>
      <Unread of={read} />
      {!uses && !read.error && <Loader rows={3} height={44} />}
      {uses?.total === 0 && <p className={styles.soft}>{words.nobodyYet}</p>}
      {uses && uses.data.length > 0 && (
        <div className={styles.wide}>
          <Table rows={uses.data} columns={COLUMNS} />
        </div>
      )}
      {uses && uses.total > 0 && (
        <div className={styles.below}>
          <Pager page={uses.current_page} lastPage={uses.last_page} hrefOf={hrefOf} />
          <span>{words.countOfUses(uses.total)}</span>
        </div>
      )}
    </section>
  )
}
