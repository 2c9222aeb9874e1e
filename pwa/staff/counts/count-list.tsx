import ClipboardCheck from 'lucide-react/icons/clipboard-check'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { download } from '#pwa/browser/download.ts'
import { formatCount, formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { COUNT_ORDERS } from '#sync/protocol/endpoints/stock.ts'
import type { StockCount } from '#sync/protocol/staff/stock-count.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { CountStatusChip } from './count-status.tsx'
import { NewCount } from './new-count.tsx'
import { StockTabs } from '../stock/stock-tabs.tsx'
import { COUNT_STATUS_WORDS } from '../stock/stock-words.ts'

const STATUSES = ['OPEN', 'CHECKED', 'CLOSED', 'CANCELLED'] as const

/** Counts of the shelf. */
export function CountList() {
  const { get, bind, page: at } = useFilters()
  const [isOpening, open] = useState(false)
  const query = {
    status_code: STATUSES.find(status => status === get('status_code')),
    search: get('search') || undefined,
  }
  const list = useApi(
    'GET /api/staff/stock/counts',
    { query: { ...query, ...useOrder(COUNT_ORDERS), page: at, per_page: 12 } },
    { page: true },
  )
  const action = (
    <Button icon={<Plus size={20} aria-hidden />} onClick={() => open(true)}>
      New Count
    </Button>
  )
  return (
    <>
      <StockTabs />
      <ListScreen
        title="Counts"
        list={list}
        pageOf={({ counts }) => counts}
        columns={COLUMNS}
        rowTo={({ id }) => `/staff/stock/counts/${id}`}
        action={action}
        csv={() => download('GET /api/staff/stock/counts/csv', { query }, 'stock-counts.csv')}
        usual={{ column: 'id', direction: 'desc' }}
        filters={
          <>
            <SearchField label="Name of the count" />
            <SelectField label="Status" {...bind('status_code')} value={query.status_code ?? ''}>
              <option value="">Any</option>
              {STATUSES.map(status => (
                <option key={status} value={status}>
                  {COUNT_STATUS_WORDS[status]}
                </option>
              ))}
            </SelectField>
          </>
        }
        empty={
          <EmptyState
            title={query.status_code || query.search ? 'No counts match.' : 'No counts yet.'}
            icon={<ClipboardCheck size={32} aria-hidden />}
            action={action}
          >
            Count a category, or a few products, while the shop sells: several people may scan at once.
          </EmptyState>
        }
      />
      <NewCount open={isOpening} onClose={() => open(false)} />
    </>
  )
}

const COLUMNS: Column<StockCount>[] = [
  { head: 'Name', order: 'name', cell: ({ name }) => name },
  { head: 'Of', cell: ({ category }) => category ?? 'Everything, or chosen products' },
  { head: 'Status', order: 'status_code', cell: ({ status_code }) => <CountStatusChip status={status_code} /> },
  {
    head: 'Products counted',
    isNumber: true,
    cell: ({ counted_lines, lines }) => `${formatCount(counted_lines)} of ${formatCount(lines)}`,
  },
  { head: 'Pieces', isNumber: true, cell: ({ pieces }) => formatCount(pieces) },
  { head: 'Opened by', cell: ({ user }) => user ?? 'The shop' },
  { head: 'When', order: 'id', cell: ({ created_at }) => formatDate(created_at) },
]
