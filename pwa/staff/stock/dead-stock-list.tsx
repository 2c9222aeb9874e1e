import CircleCheck from 'lucide-react/icons/circle-check'
import { download } from '#pwa/browser/download.ts'
import { formatCount, formatDay } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { DEAD_STOCK_ORDERS } from '#sync/protocol/endpoints/stock.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { DeadStock } from '#sync/protocol/staff/stock-report.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { CategoryField } from './category-field.tsx'
import styles from './stock.module.css'
import { StockTabs } from './stock-tabs.tsx'
import * as words from './stock-words.ts'

const DAYS = [30, 60, 90, 180, 365]

/** Products in stock that do not sell. */
export function DeadStockList() {
  const { get, bind, page } = useFilters()
  const days = DAYS.find(each => each === Number(get('days'))) ?? 90
  const query = { days, search: get('search') || undefined, category_id: Number(get('category_id')) || undefined }
  const list = useApi(
    'GET /api/staff/stock/dead',
    { query: { ...query, ...useOrder(DEAD_STOCK_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  const isCosted = list.data?.dead_stock.data.some(({ cost_value }) => cost_value !== null) ?? false
  return (
    <>
      <StockTabs />
      <ListScreen
        title={words.deadStock}
        list={list}
        pageOf={({ dead_stock }) => dead_stock}
        columns={isCosted ? COLUMNS : COLUMNS.filter(({ head }) => head !== words.boughtFor)}
        rowTo={({ id }) => `/staff/products/${id}/view`}
        csv={() => download('GET /api/staff/stock/dead/csv', { query }, 'dead-stock.csv')}
        usual={{ column: 'value', direction: 'desc' }}
        filters={
          <>
            <SearchField label={words.name} />
            <SelectField label={words.notMovedFor} {...bind('days')} value={days}>
              {DAYS.map(each => (
                <option key={each} value={each}>
                  {words.days(each)}
                </option>
              ))}
            </SelectField>
            <CategoryField />
            {list.data && list.data.worth > 0 && (
              <dl className={styles.figures}>
                <div>
                  <dt>{words.totalValue}</dt>
                  <dd>{formatCedis(list.data.worth)}</dd>
                </div>
              </dl>
            )}
          </>
        }
        empty={
          <EmptyState
            title={query.search ? words.noDeadStockHere : words.everythingMoved(days)}
            icon={<CircleCheck size={32} aria-hidden />}
          />
        }
      />
    </>
  )
}

const dayOf = (moment: string | null) => (moment ? formatDay(moment) : words.never)

const COLUMNS: Column<DeadStock>[] = [
  { head: words.product, order: 'name', cell: ({ name }) => name },
  { head: words.category, order: 'category', cell: ({ category }) => category },
  { head: words.pieces, order: 'pieces', isNumber: true, cell: ({ pieces }) => formatCount(pieces) },
  { head: words.pricedAt, order: 'value', isNumber: true, cell: ({ value }) => formatCedis(value) },
  {
    head: words.boughtFor,
    isNumber: true,
    cell: ({ cost_value }) => (cost_value === null ? '–' : formatCedis(cost_value)),
  },
  { head: words.lastSold, order: 'last_sold_at', cell: ({ last_sold_at }) => dayOf(last_sold_at) },
  { head: words.lastReceived, order: 'last_received_at', cell: ({ last_received_at }) => dayOf(last_received_at) },
]
