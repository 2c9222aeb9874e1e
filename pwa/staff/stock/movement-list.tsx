import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { download } from '#pwa/browser/download.ts'
import { formatCount, formatDate } from '#pwa/lib/format.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Link } from '#pwa/ui/link.tsx'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { MOVEMENT_ORDERS } from '#sync/protocol/endpoints/stock.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { StockMovement, StockRow } from '#sync/protocol/staff/stock.ts'
import { ChoiceFilter, DayFilters, known } from '../lists/filter-fields.tsx'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { PersonField } from '../lists/person-field.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { Unread } from '../kit/unread.tsx'
import { useOrder } from '../lists/use-order.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { ReorderLevel } from './reorder-level.tsx'
import { StockLevelChip } from './stock-level.tsx'
import styles from './stock.module.css'
import * as words from './stock-words.ts'

/** The movements of one variation, the latest first. */
export function MovementList() {
  const id = idIn(useParams().id)
  const { get, page } = useFilters()
  const [chosen, choose] = useState<StockRow | null>(null)
  const query = {
    search: get('search') || undefined,
    reason: known(words.REASON_WORDS, get('reason')),
    user_id: Number(get('user_id')) || undefined,
    start_date: get('start_date') || undefined,
    end_date: get('end_date') || undefined,
  }
  const isSifted = Object.values(query).some(Boolean)
  const list = useApi(
    'GET /api/staff/variations/:id/movements',
    { params: { id }, query: { ...query, ...useOrder(MOVEMENT_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  const row = list.data?.variation.id === id ? list.data.variation : undefined
  const name = row && [row.name, row.size, row.colour].filter(Boolean).join(' · ')
  useTitle(name)
  return (
    <>
      <ListScreen
        title={name ?? words.movements}
        list={list}
        pageOf={({ movements }) => movements}
        columns={COLUMNS}
        usual={{ column: 'id', direction: 'desc' }}
        csv={() => download('GET /api/staff/variations/:id/movements/csv', { params: { id }, query }, 'movements.csv')}
        action={
          <>
            {row && <Button onClick={() => choose(row)}>{words.adjustStock}</Button>}
            <ButtonLink to={row ? `/staff/products/${row.product_id}/view` : '/staff/stock'} kind="secondary">
              {words.goToProduct}
            </ButtonLink>
            <ButtonLink to="/staff/stock" kind="secondary">
              {words.goBack}
            </ButtonLink>
          </>
        }
        above={list.data && row && <Figures {...list.data} />}
        filters={
          <>
            <SearchField label={words.searched} />
            <ChoiceFilter label={words.what} name="reason" all={words.everything} words={words.REASON_WORDS} />
            <PersonField label={words.who} />
            <DayFilters />
          </>
        }
        empty={
          <EmptyState
            title={isSifted ? words.noMovementsMatch : words.noMovementsYet}
            icon={<History size={32} aria-hidden />}
          >
            {isSifted ? words.removeAFilter : words.movementsAppearHere}
          </EmptyState>
        }
      />
      {row && (
        <div className={styles.below}>
          <OwnLevel row={row} />
        </div>
      )}
      <AdjustDialog row={chosen} onClose={() => choose(null)} />
    </>
  )
}

function Figures({ variation, cost }: ReplyOf<'GET /api/staff/variations/:id/movements'>) {
  const figures: [string, React.ReactNode][] = [
    [words.onHand, formatCount(variation.on_hand)],
    [words.reserved, formatCount(variation.reserved)],
    [
      words.left,
      <>
        {formatCount(variation.available)} <StockLevelChip row={variation} />
      </>,
    ],
    [words.lowFrom, formatCount(variation.reorder_level)],
    ['SKU', variation.sku],
    ...(cost
      ? ([
          [words.lastCost, cost.last === null ? '–' : formatCedis(cost.last)],
          [words.averageCost, cost.average === null ? '–' : formatCedis(cost.average)],
        ] as [string, string][])
      : []),
  ]
  return (
    <dl className={`${styles.figures} ${styles.above}`}>
      {figures.map(([head, figure]) => (
        <div key={head}>
          <dt>{head}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

function OwnLevel({ row }: { row: StockRow }) {
  const read = useApi('GET /api/staff/products/:id/stock', { params: { id: row.product_id } })
  return (
    <>
      <Unread of={read} />
      {read.data && <ReorderLevel stock={read.data.stock} variationId={row.id} />}
    </>
  )
}

const COLUMNS: Column<StockMovement>[] = [
  {
    head: words.what,
    order: 'reason',
    cell: ({ reason, cause }) =>
      `${words.REASON_WORDS[reason]}${cause ? `: ${words.CAUSE_WORDS[cause].toLowerCase()}` : ''}`,
  },
  {
    head: words.pieces,
    order: 'quantity',
    isNumber: true,
    cell: ({ quantity }) => (
      <span className={quantity < 0 ? styles.less : styles.more}>
        {quantity < 0 ? '−' : '+'}
        {formatCount(Math.abs(quantity))}
      </span>
    ),
  },
  {
    head: words.onHandThen,
    order: 'on_hand_after',
    isNumber: true,
    cell: ({ on_hand_after }) => formatCount(on_hand_after),
  },
  {
    head: words.reservedThen,
    order: 'reserved_after',
    isNumber: true,
    cell: ({ reserved_after }) => formatCount(reserved_after),
  },
  { head: words.whereFrom, cell: Source },
  { head: words.who, order: 'user', cell: ({ user }) => user ?? words.theShop },
  { head: words.when, order: 'id', cell: ({ created_at }) => formatDate(created_at) },
  { head: words.note, cell: ({ note }) => note ?? '–' },
]

function Source({ order_id, number, receipt_id, supplier, count_id, count_name }: StockMovement) {
  if (order_id !== null)
    return (
      <Link className={styles.whole} to={`/staff/orders/${order_id}/view`}>
        {words.orderOf(number)}
      </Link>
    )
  if (receipt_id !== null)
    return (
      <Link to={`/staff/stock/receive/${receipt_id}`}>
        {words.receipt(receipt_id)}
        {supplier && `, ${supplier}`}
      </Link>
    )
  if (count_id !== null)
    return (
      <Link to={`/staff/stock/counts/${count_id}`}>
        {words.count(count_id)}
        {count_name && `, ${count_name}`}
      </Link>
    )
  return '–'
}
