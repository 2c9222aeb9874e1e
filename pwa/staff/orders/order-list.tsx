import ClipboardList from 'lucide-react/icons/clipboard-list'
import ListChecks from 'lucide-react/icons/list-checks'
import Plus from 'lucide-react/icons/plus'
import { download } from '#pwa/browser/download.ts'
import { formatDay, formatTime } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { OrderStatusChip } from '#pwa/orders/order-status.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { ORDER_ORDERS, type OrderFilters as Filters } from '#sync/protocol/endpoints/orders.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { OrderSummary } from '#sync/protocol/shop/order-view.ts'
import { DELIVERY_METHODS, ORDER_STATUSES, ORDER_TYPES, type OrderStatus } from '#sync/protocol/shop/order.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { useOrder } from '../lists/use-order.ts'
import { customerName } from './customer-name.ts'
import { ExportButton } from './export-button.tsx'
import { NarrowedNote, useNarrowing } from './narrowed-note.tsx'
import { OrderFilters } from './order-filters.tsx'
import styles from './order-view.module.css'
import * as words from './order-words.ts'

const ANY = 'ANY'
const USUAL = 'PROCESSING'

const Moment = ({ at }: { at: string }) => (
  <span>
    <span className={styles.word}>{formatDay(at)},</span> <span className={styles.word}>{formatTime(at)}</span>
  </span>
)

const COLUMNS: Column<OrderSummary>[] = [
  { head: words.number, cell: ({ number }) => number },
  { head: words.when, order: 'ordered_at', cell: ({ ordered_at }) => <Moment at={ordered_at} /> },
  { head: words.customer, cell: customerName },
  {
    head: words.type,
    cell: ({ type_code, delivery_method_code, teller }) => (
      <span>
        {words.TYPE_WORDS[type_code]},{' '}
        <span className={styles.soft}>{teller?.name ?? deliveryWords.methods[delivery_method_code].toLowerCase()}</span>
      </span>
    ),
  },
  {
    head: words.status,
    cell: ({ status_code, voided_at }) => (
      <>
        <OrderStatusChip status={status_code} /> {voided_at && <Chip kind="warn">{words.voided}</Chip>}
      </>
    ),
  },
  { head: words.total, order: 'total', isNumber: true, cell: ({ total }) => formatCedis(total) },
]

const ARRIVED: Column<OrderSummary> = {
  head: words.arrived,
  order: 'created_at',
  cell: ({ arrived_at }) => arrived_at && <Moment at={arrived_at} />,
}
const WITH_ARRIVAL = [...COLUMNS.slice(0, 2), ARRIVED, ...COLUMNS.slice(2)]

export function OrderList() {
  const { get, set, page } = useFilters()
  // A search for one order covers every status.
  const status = get('status_code') || (get('search') ? ANY : USUAL)
  const narrowing = useNarrowing()
  const filters: Filters = {
    search: get('search') || undefined,
    type_code: ORDER_TYPES.find(type => type === get('type_code')),
    delivery_method_code: DELIVERY_METHODS.find(method => method === get('delivery_method_code')),
    user_id: Number(get('user_id')) || undefined,
    status_code: Object.hasOwn(ORDER_STATUSES, status) ? (status as OrderStatus) : undefined,
    start_date: get('start_date') || undefined,
    end_date: get('end_date') || undefined,
    ...narrowing,
  }
  const list = useApi(
    'GET /api/staff/orders',
    { query: { ...filters, ...useOrder(ORDER_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  return (
    <ListScreen
      title={words.orders}
      list={list}
      pageOf={({ orders }) => orders}
      columns={list.data?.orders.data.some(order => order.arrived_at !== null) ? WITH_ARRIVAL : COLUMNS}
      rowTo={({ id }) => `/staff/orders/${id}/view`}
      newTab
      usual={{ column: 'ordered_at', direction: 'desc' }}
      csv={() => download('GET /api/staff/orders/csv', { query: filters }, 'orders.csv')}
      action={
        <>
          <ExportButton key={JSON.stringify(filters)} filters={filters} />
          <ButtonLink to="/staff/orders/pick-list" kind="secondary" icon={<ListChecks size={20} aria-hidden />}>
            {words.pickList}
          </ButtonLink>
          <ButtonLink to="/staff/orders/add" icon={<Plus size={20} aria-hidden />}>
            {words.newOrder}
          </ButtonLink>
        </>
      }
      above={<NarrowedNote narrowing={narrowing} />}
      filters={<OrderFilters status={status} any={ANY} />}
      empty={
        <EmptyState
          title={words.noOrdersFound}
          icon={<ClipboardList size={32} aria-hidden />}
          action={status !== ANY && <Button onClick={() => set('status_code', ANY)}>{words.showEveryStatus}</Button>}
        >
          {status === USUAL ? words.noneInProgress : words.removeAFilter}
        </EmptyState>
      }
    />
  )
}
