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
import * as words from './count-words.ts'

const STATUSES = ['OPEN', 'CHECKED', 'CLOSED', 'CANCELLED'] as const

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
      {words.newCount}
    </Button>
  )
  return (
    <>
      <StockTabs />
      <ListScreen
        title={words.counts}
        list={list}
        pageOf={({ counts }) => counts}
        columns={COLUMNS}
        rowTo={({ id }) => `/staff/stock/counts/${id}`}
        action={action}
        csv={() => download('GET /api/staff/stock/counts/csv', { query }, 'stock-counts.csv')}
        usual={{ column: 'id', direction: 'desc' }}
        filters={
          <>
            <SearchField label={words.nameOfCount} />
            <SelectField label={words.status} {...bind('status_code')} value={query.status_code ?? ''}>
              <option value="">{words.any}</option>
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
            title={query.status_code || query.search ? words.noCountsMatch : words.noCountsYet}
            icon={<ClipboardCheck size={32} aria-hidden />}
            action={action}
          >
            {words.severalMayScan}
          </EmptyState>
        }
      />
      <NewCount open={isOpening} onClose={() => open(false)} />
    </>
  )
}

const COLUMNS: Column<StockCount>[] = [
  { head: words.name, order: 'name', cell: ({ name }) => name },
  { head: words.of, cell: ({ category }) => category ?? words.everythingOrChosenProducts },
  { head: words.status, order: 'status_code', cell: ({ status_code }) => <CountStatusChip status={status_code} /> },
  {
    head: words.productsCounted,
    isNumber: true,
    cell: ({ counted_lines, lines }) => words.outOf(counted_lines, lines),
  },
  { head: words.pieces, isNumber: true, cell: ({ pieces }) => formatCount(pieces) },
  { head: words.openedBy, cell: ({ user }) => user ?? words.theShop },
  { head: words.when, order: 'id', cell: ({ created_at }) => formatDate(created_at) },
]
