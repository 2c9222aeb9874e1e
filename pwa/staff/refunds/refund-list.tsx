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
import * as words from './refund-words.ts'

const ORDERS = ['id', 'created_at', 'amount'] as const

const COLUMNS: Column<Refund>[] = [
  { head: words.id, order: 'id', cell: ({ id }) => id },
  { head: words.action, cell: ({ action }) => REFUND_ACTIONS[action] },
  { head: words.orderHead, cell: ({ number }) => number },
  { head: words.status, cell: ({ status_code }) => <RefundStatusChip status={status_code} /> },
  { head: words.money, cell: refund => <MoneyChip refund={refund} /> },
  { head: words.goods, cell: refund => <GoodsChip refund={refund} /> },
  { head: words.requested, order: 'created_at', cell: ({ created_at }) => formatDate(created_at) },
  { head: words.amount, order: 'amount', isNumber: true, cell: ({ amount }) => formatCedis(amount) },
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
      title={words.refunds}
      list={list}
      pageOf={({ refunds }) => refunds}
      columns={COLUMNS}
      usual={{ column: 'id', direction: 'desc' }}
      rowTo={({ id }) => `/staff/refunds/${id}/view`}
      csv={() => download('GET /api/staff/refunds/csv', { query }, 'refunds.csv')}
      action={
        <ButtonLink to="/staff/refunds/add" icon={<Plus size={20} aria-hidden />}>
          {words.newRefund}
        </ButtonLink>
      }
      above={<PaidNote paid={paid} />}
      filters={
        <>
          <SearchField label={words.orderNumber} />
          <ChoiceFilter label={words.status} name="status_code" all={words.everyStatus} words={REFUND_STATES} />
          <ChoiceFilter label={words.action} name="action" all={words.everyAction} words={REFUND_ACTIONS} />
          <ChoiceFilter label={words.reason} name="reason" all={words.everyReason} words={REFUND_REASONS} />
          <ChoiceFilter label={words.money} name="money_status" all={words.any} words={MONEY_STATUSES} />
          <ChoiceFilter label={words.goods} name="goods_status" all={words.any} words={GOODS_STATUSES} />
          <DayFilters />
        </>
      }
      empty={
        <EmptyState title={refundWords.none} icon={<Undo size={32} aria-hidden />}>
          {words.removeAFilter}
        </EmptyState>
      }
    />
  )
}
