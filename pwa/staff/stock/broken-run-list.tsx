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
import * as words from './stock-words.ts'

/** Sizes sold out between sizes in stock: what shoppers miss first. */
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
        title={words.brokenSizeRuns}
        list={list}
        pageOf={({ broken_runs }) => broken_runs}
        columns={COLUMNS}
        rowTo={({ product_id }) => `/staff/products/${product_id}/view`}
        csv={() => download('GET /api/staff/stock/broken-runs/csv', { query }, 'broken-size-runs.csv')}
        filters={
          <>
            <SearchField label={words.name} />
            <CategoryField />
          </>
        }
        usual={{ column: 'pieces', direction: 'desc' }}
        empty={
          <EmptyState
            title={query.search ? words.noBrokenRuns : words.runsAreComplete}
            icon={<CircleCheck size={32} aria-hidden />}
          >
            {words.brokenRunsAppearHere}
          </EmptyState>
        }
      />
    </>
  )
}

const COLUMNS: Column<BrokenRun>[] = [
  { head: words.product, order: 'name', cell: ({ name }) => name },
  { head: words.colour, cell: ({ colour }) => colour ?? '–' },
  { head: words.missingSizes, cell: ({ missing }) => missing.join(', ') },
  { head: words.piecesLeft, order: 'pieces', isNumber: true, cell: ({ pieces }) => formatCount(pieces) },
]
