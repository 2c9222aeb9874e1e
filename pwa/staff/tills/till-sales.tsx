import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { Link } from '#pwa/ui/link.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { OrderSummary } from '#sync/protocol/shop/order-view.ts'
import type { Till } from '#sync/protocol/till.ts'
import { Table, type Column } from '../lists/list-screen.tsx'
import { Unread } from '../kit/unread.tsx'
import styles from './tills.module.css'
import * as words from './till-words.tsx'

const FEW = 5

const COLUMNS: Column<OrderSummary>[] = [
  { head: words.number, cell: ({ number }) => number },
  { head: words.when, cell: ({ ordered_at }) => formatDate(ordered_at) },
  { head: words.cashier, cell: ({ teller }) => teller?.name ?? '–' },
  { head: words.total, isNumber: true, cell: ({ total }) => formatCedis(total) },
]

/** Its newest sales, and a link to all. */
export function TillSales({ till: { code } }: { till: Till }) {
  const read = useApi('GET /api/staff/orders', { query: { till_code: code, per_page: FEW } })
  const sales = read.data?.orders
  return (
    <section className={styles.part} aria-labelledby="sales">
      <h2 id="sales">{words.recentSales}</h2>
      <Unread of={read} />
      {!sales && !read.error && <Loader rows={FEW} height={44} />}
      {sales?.total === 0 && <p className={styles.soft}>{words.nothingSold}</p>}
      {sales && sales.total > 0 && (
        <>
          <div className={styles.wide}>
            <Table rows={sales.data} columns={COLUMNS} rowTo={({ id }) => `/staff/orders/${id}/view`} />
          </div>
          <p>
            <Link to={`/staff/orders?status_code=ANY&till_code=${code}`}>{words.allSales}</Link>
          </p>
        </>
      )}
    </section>
  )
}
