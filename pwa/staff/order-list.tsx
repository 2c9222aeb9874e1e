import ClipboardList from 'lucide-react/icons/clipboard-list'
import Plus from 'lucide-react/icons/plus'
import { formatCedis, formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/lib/use-filters.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import type { OrderSummary } from '#sync/protocol/endpoints.ts'
import { DELIVERY_METHODS, ORDER_STATUSES, ORDER_TYPES, type OrderStatus } from '#sync/protocol/order.ts'
import { ListScreen, type Column } from './list-screen.tsx'
import styles from './list-screen.module.css'
import { OrderFilters } from './order-filters.tsx'
import { METHOD_WORDS, OrderStatusChip, TYPE_WORDS } from './order-status.tsx'

const ANY = 'ANY'
const USUAL = 'PROCESSING'

const COLUMNS: Column<OrderSummary>[] = [
  { head: 'Number', cell: ({ id, number }) => <a className={styles.open} href={`/staff/orders/${id}/view`} target="_blank" rel="noreferrer">{number}</a> },
  { head: 'When', cell: ({ created_at }) => formatDate(created_at) },
  { head: 'Customer', cell: ({ customer, customer_name }) => customer?.email ?? customer_name ?? 'Guest' },
  { head: 'Type', cell: ({ type_code }) => TYPE_WORDS[type_code] },
  { head: 'Delivery', cell: ({ delivery_method_code }) => METHOD_WORDS[delivery_method_code] },
  { head: 'Cashier', cell: ({ teller }) => teller?.name ?? '–' },
  { head: 'Status', cell: ({ status_code }) => <OrderStatusChip status={status_code} /> },
  { head: 'Total', isNumber: true, cell: ({ total }) => formatCedis(total) },
]

export function OrderList() {
  const { get, set, page } = useFilters()
  const status = get('status_code') || USUAL
  const list = useApi('GET /api/staff/orders', {
    query: {
      page, per_page: 12,
      type_code: ORDER_TYPES.find(type => type === get('type_code')),
      delivery_method_code: DELIVERY_METHODS.find(method => method === get('delivery_method_code')),
      user_id: Number(get('user_id')) || undefined,
      status_code: Object.hasOwn(ORDER_STATUSES, status) ? status as OrderStatus : undefined,
      start_date: get('start_date') || undefined,
      end_date: get('end_date') || undefined,
    },
  }, { page: true })
  return (
    <ListScreen
      title="Orders" list={list} pageOf={({ orders }) => orders} columns={COLUMNS}
      action={<ButtonLink to="/staff/orders/add" icon={<Plus size={20} aria-hidden />}>New Order</ButtonLink>}
      filters={<OrderFilters status={status} any={ANY} />}
      empty={(
        <EmptyState title="No orders found." icon={<ClipboardList size={32} aria-hidden />} action={status !== ANY && <Button onClick={() => set('status_code', ANY)}>Show every status</Button>}>
          {status === USUAL ? 'Nothing is being processed. Sales from the till are completed at once.' : 'Take a filter away to see more.'}
        </EmptyState>
      )}
    />
  )
}
