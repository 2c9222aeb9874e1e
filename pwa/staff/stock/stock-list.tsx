import Boxes from 'lucide-react/icons/boxes'
import PackagePlus from 'lucide-react/icons/package-plus'
import { useState } from 'react'
import { download } from '#pwa/browser/download.ts'
import { formatCount } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import { STOCK_ORDERS } from '#sync/protocol/endpoints/stock.ts'
import { STOCK_LEVELS, type StockLevel, type StockRow } from '#sync/protocol/staff/stock.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { CategoryField } from './category-field.tsx'
import { OwnCategoryNote, useOwnCategory } from './own-category-note.tsx'
import styles from './stock.module.css'
import { StockLevelChip } from './stock-level.tsx'
import { StockTabs } from './stock-tabs.tsx'
import * as words from './stock-words.ts'

/** All variations with their stock. */
export function StockList() {
  const { get, bind } = useFilters()
  const level = STOCK_LEVELS.find(each => each === get('level'))
  return (
    <Variations
      level={level}
      empty={words.noProductsMatch}
      filter={
        <SelectField label={words.stock} {...bind('level')} value={level ?? ''}>
          <option value="">{words.any}</option>
          {STOCK_LEVELS.map(each => (
            <option key={each} value={each}>
              {words.LEVEL_WORDS[each]}
            </option>
          ))}
        </SelectField>
      }
    />
  )
}

/** Variations at or below their reorder level. */
export const LowStockList = () => <Variations level="LOW" empty={words.nothingIsLow} />

function Variations({
  level,
  filter,
  empty,
}: {
  level: StockLevel | undefined
  filter?: React.ReactNode
  empty: string
}) {
  const { get, page } = useFilters()
  const [chosen, choose] = useState<StockRow | null>(null)
  const own = useOwnCategory()
  const query = {
    search: get('search') || undefined,
    category_id: Number(get('category_id')) || undefined,
    ...own,
    level,
  }
  const list = useApi(
    'GET /api/staff/stock',
    { query: { ...query, ...useOrder(STOCK_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  return (
    <>
      <StockTabs />
      <ListScreen
        title={words.stock}
        list={list}
        pageOf={({ stock }) => stock}
        columns={columnsFor(choose)}
        rowTo={({ id }) => `/staff/stock/${id}/movements`}
        action={
          <ButtonLink to="/staff/stock/receive" icon={<PackagePlus size={20} aria-hidden />}>
            {words.receiveGoods}
          </ButtonLink>
        }
        csv={() => download('GET /api/staff/stock/csv', { query }, 'stock.csv')}
        above={<OwnCategoryNote own={own} />}
        filters={
          <>
            <SearchField label={words.nameOrCode} />
            <CategoryField />
            {filter}
          </>
        }
        empty={
          <EmptyState title={empty} icon={<Boxes size={32} aria-hidden />}>
            {words.productsAppearHere}
          </EmptyState>
        }
      />
      <AdjustDialog row={chosen} onClose={() => choose(null)} />
    </>
  )
}

const columnsFor = (choose: (row: StockRow) => void): Column<StockRow>[] => [
  { head: words.product, order: 'name', cell: ({ name }) => name },
  { head: words.size, cell: ({ size }) => <span className={styles.whole}>{size}</span> },
  {
    head: words.colour,
    cell: ({ colour_code, colour }) =>
      colour_code ? (
        <span className={styles.colour}>
          <Swatch code={colour_code} />
          {colour}
        </span>
      ) : (
        '–'
      ),
  },
  { head: words.sku, order: 'sku', cell: ({ sku }) => <span className={styles.soft}>{sku}</span> },
  { head: words.onHand, order: 'on_hand', isNumber: true, cell: ({ on_hand }) => formatCount(on_hand) },
  { head: words.reserved, order: 'reserved', isNumber: true, cell: ({ reserved }) => formatCount(reserved) },
  {
    head: words.left,
    order: 'available',
    isNumber: true,
    cell: ({ available }) => <strong>{formatCount(available)}</strong>,
  },
  {
    head: words.lowFrom,
    isNumber: true,
    cell: row => (
      <span className={styles.colour}>
        <StockLevelChip row={row} />
        {formatCount(row.reorder_level)}
      </span>
    ),
  },
  {
    head: words.action,
    cell: row => (
      <Button kind="secondary" onClick={() => choose(row)}>
        {words.adjust}
      </Button>
    ),
  },
]
