import Plus from 'lucide-react/icons/plus'
import Undo from 'lucide-react/icons/undo-2'
import { download } from '#pwa/browser/download.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { RefundStatusChip } from '#pwa/returns/refund-status.tsx'
import * as refundWords from '#pwa/returns/refund-words.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import {
  GOODS_STATUSES,
  MONEY_STATUSES,
  REFUND_ACTIONS,
  REFUND_REASONS,
  type Refund,
} from '#sync/protocol/shop/refund.ts'
import { ChoiceFilter, DayFilters, known } from '../lists/filter-fields.tsx'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { PaidNote, usePaid } from './paid-note.tsx'
import { GoodsChip, MoneyChip } from './refund-chips.tsx'
import { REFUND_STATES, stateQuery } from './refund-states.ts'

const ORDERS = ['id', 'created_at', 'amount'] as const

const COLUMNS: Column<Refund>[] = [
  { head: 'Id', order: 'id', cell: ({ id }) => id },
  { head: 'Action', cell: ({ action }) => REFUND_ACTIONS[action] },
  { head: 'Order', cell: ({ number }) => number },
  { head: 'Status', cell: ({ status_code }) => <RefundStatusChip status={status_code} /> },
  { head: 'Money', cell: refund => <MoneyChip refund={refund} /> },
  { head: 'Goods', cell: refund => <GoodsChip refund={refund} /> },
  { head: 'Requested', order: 'created_at', cell: ({ created_at }) => formatDate(created_at) },
  { head: 'Amount', order: 'amount', isNumber: true, cell: ({ amount }) => formatCedis(amount) },
]

export function StaffRefundList() {
  const { get, page } = useFilters()
  const paid = usePaid()
  const query = {
    search: get('search') || undefined,
    ...stateQuery(get('status_code')),
    action: known(REFUND_ACTIONS, get('action')),
    reason: known(REFUND_REASONS, get('reason')),
    money_status: known(MONEY_STATUSES, get('money_status')),
    goods_status: known(GOODS_STATUSES, get('goods_status')),
    ...paid,
    order_id: Number(get('order_id')) || undefined,
    start_date: get('start_date') || undefined,
    end_date: get('end_date') || undefined,
    ...useOrder(ORDERS),
  }
  const list = useApi('GET /api/staff/refunds', { query: { ...query, page, per_page: 12 } }, { page: true })
  return (
    <ListScreen
      title="Refunds"
      list={list}
      pageOf={({ refunds }) => refunds}
      columns={COLUMNS}
      usual={{ column: 'id', direction: 'desc' }}
      rowTo={({ id }) => `/staff/refunds/${id}/view`}
      csv={() => download('GET /api/staff/refunds/csv', { query }, 'refunds.csv')}
      action={
        <ButtonLink to="/staff/refunds/add" icon={<Plus size={20} aria-hidden />}>
          New Refund
        </ButtonLink>
      }
      above={<PaidNote paid={paid} />}
      filters={
        <>
          <SearchField label="Order number" />
          <ChoiceFilter label="Status" name="status_code" all="Every status" words={REFUND_STATES} />
          <ChoiceFilter label="Action" name="action" all="Every action" words={REFUND_ACTIONS} />
          <ChoiceFilter label="Reason" name="reason" all="Every reason" words={REFUND_REASONS} />
          <ChoiceFilter label="Money" name="money_status" all="Any" words={MONEY_STATUSES} />
          <ChoiceFilter label="Goods" name="goods_status" all="Any" words={GOODS_STATUSES} />
          <DayFilters />
        </>
      }
      empty={
        <EmptyState title={refundWords.none} icon={<Undo size={32} aria-hidden />}>
          Remove a filter to see more, or start one for a customer.
        </EmptyState>
      }
    />
  )
}
