import CircleCheck from 'lucide-react/icons/circle-check'
import { download } from '#pwa/browser/download.ts'
import { formatCount } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { BROKEN_RUN_ORDERS } from '#sync/protocol/endpoints/stock.ts'
import type { BrokenRun } from '#sync/protocol/staff/stock-report.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { CategoryField } from './category-field.tsx'
import { StockTabs } from './stock-tabs.tsx'

/** Sizes that are sold out between others that are not: what shoppers miss first. */
export function BrokenRunList() {
  const { get, page } = useFilters()
  const query = { search: get('search') || undefined, category_id: Number(get('category_id')) || undefined }
  const list = useApi(
    'GET /api/staff/stock/broken-runs',
    { query: { ...query, ...useOrder(BROKEN_RUN_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  return (
    <>
      <StockTabs />
      <ListScreen
        title="Broken Size Runs"
        list={list}
        pageOf={({ broken_runs }) => broken_runs}
        columns={COLUMNS}
        rowTo={({ product_id }) => `/staff/products/${product_id}/view`}
        csv={() => download('GET /api/staff/stock/broken-runs/csv', { query }, 'broken-size-runs.csv')}
        filters={
          <>
            <SearchField label="Name" />
            <CategoryField />
          </>
        }
        usual={{ column: 'pieces', direction: 'desc' }}
        empty={
          <EmptyState
            title={query.search ? 'No broken size runs here.' : 'Every size run is complete.'}
            icon={<CircleCheck size={32} aria-hidden />}
          >
            Products whose middle sizes are sold out appear here.
          </EmptyState>
        }
      />
    </>
  )
}

const COLUMNS: Column<BrokenRun>[] = [
  { head: 'Product', order: 'name', cell: ({ name }) => name },
  { head: 'Colour', cell: ({ colour }) => colour ?? '–' },
  { head: 'Missing sizes', cell: ({ missing }) => missing.join(', ') },
  { head: 'Pieces left', order: 'pieces', isNumber: true, cell: ({ pieces }) => formatCount(pieces) },
]
