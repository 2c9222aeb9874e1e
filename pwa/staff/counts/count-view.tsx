import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { download } from '#pwa/browser/download.ts'
import { formatCount, formatDate } from '#pwa/lib/format.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import { Pager } from '#pwa/ui/pager.tsx'
import { COUNT_LINE_ORDERS } from '#sync/protocol/endpoints/stock.ts'
import { COUNT_LINES, type CountLines, type StockCount, type StockCountLine } from '#sync/protocol/staff/stock-count.ts'
import { CsvButton } from '../lists/csv-button.tsx'
import form from '../kit/form-screen.module.css'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Table, type Column } from '../lists/list-screen.tsx'
import { Opening } from '../opening.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { Unread } from '../kit/unread.tsx'
import { useOrder } from '../lists/use-order.ts'
import { useRowKeys } from '../lists/use-row-keys.ts'
import { CountScanner } from './count-scanner.tsx'
import { CountStatusChip } from './count-status.tsx'
import { CountSteps } from './count-steps.tsx'
import styles from './count.module.css'
import stock from '../stock/stock.module.css'
import * as words from './count-words.ts'

const SHOWN: Record<CountLines, string> = {
  COUNTED: words.counted,
  UNCOUNTED: words.notCountedYet,
  AGAIN: words.toCountAgain,
  DIFFERENT: words.differentFromTheBook,
}

/**
 * A stock count: everybody's scans add up. The book quantity stays hidden until everything that differs was counted
 * twice.
 */
export function CountView() {
  const id = idIn(useParams().id)
  const { get, bind, page: at, hrefOf } = useFilters()
  const show = COUNT_LINES.find(each => each === get('show'))
  const query = { show, search: get('search') || undefined }
  const list = useApi(
    'GET /api/staff/stock/counts/:id',
    { params: { id }, query: { ...query, ...useOrder(COUNT_LINE_ORDERS), page: at, per_page: 12 } },
    { page: true },
  )
  const count = list.data?.count.id === id ? list.data.count : undefined
  const [steps, takeStep] = useState(0)
  useTitle(count?.name)
  useRowKeys()
  if (!list.data || !count) return <Opening title={words.count} back="/staff/stock/counts" read={list} rows={8} />
  const { lines } = list.data
  const isTold = count.status_code === 'CHECKED' || count.status_code === 'CLOSED'
  return (
    <div className={page.page}>
      <div className={page.head}>
        <div className={form.title}>
          <h1>{count.name}</h1>
          <CountStatusChip status={count.status_code} />
        </div>
        <CsvButton
          fetchFile={() =>
            download('GET /api/staff/stock/counts/:id/lines/csv', { params: { id }, query }, 'count.csv')
          }
        />
        <ButtonLink to="/staff/stock/counts" kind="secondary">
          {words.goBack}
        </ButtonLink>
      </div>
      <Unread of={list} />
      <Progress count={count} />
      {count.status_code === 'OPEN' && <CountScanner key={steps} count={count} />}
      <CountSteps count={count} onStep={() => takeStep(steps + 1)} />
      <div className={styles.filters} role="search" aria-label={words.lines}>
        <SearchField label={words.nameOrCode} />
        <SelectField label={words.show} {...bind('show')} value={show ?? ''}>
          <option value="">{words.everything}</option>
          {COUNT_LINES.filter(each => each !== 'DIFFERENT' || isTold).map(each => (
            <option key={each} value={each}>
              {SHOWN[each]}
            </option>
          ))}
        </SelectField>
      </div>
      {lines.data.length === 0 ? (
        <p>{words.noProductsMatch}</p>
      ) : (
        <Table
          rows={lines.data}
          columns={count.put_right !== 0 ? [...TOLD, PUT_RIGHT] : isTold ? TOLD : BLIND}
          usual={{ column: 'counted_at', direction: 'desc' }}
          {...(isTold && { rowTo: movementsOf })}
        />
      )}
      <Pager page={lines.current_page} lastPage={lines.last_page} hrefOf={hrefOf} />
      <HistoryPanel subject="stock_count" id={id} />
    </div>
  )
}

const movementsOf = ({ product_variation_id }: Pick<StockCountLine, 'product_variation_id'>) =>
  `/staff/stock/${product_variation_id}/movements`

const Progress = ({ count: { counted_lines, lines, pieces, again, put_right } }: { count: StockCount }) => (
  <dl className={stock.figures}>
    <div>
      <dt>{words.products}</dt>
      <dd>{words.outOf(counted_lines, lines)}</dd>
    </div>
    <div>
      <dt>{words.pieces}</dt>
      <dd>{formatCount(pieces)}</dd>
    </div>
    {again > 0 && (
      <div>
        <dt>{words.toCountAgain}</dt>
        <dd className={stock.less}>{formatCount(again)}</dd>
      </div>
    )}
    {put_right !== 0 && (
      <div>
        <dt>{words.soldBeforeClose}</dt>
        <dd>
          <Signed pieces={put_right} />
        </dd>
      </div>
    )}
  </dl>
)

const BLIND: Column<StockCountLine>[] = [
  { head: words.goods, order: 'item', cell: ({ item }) => item },
  { head: words.sku, order: 'sku', cell: ({ sku }) => <span className={stock.soft}>{sku}</span> },
  {
    head: words.counted,
    order: 'counted',
    isNumber: true,
    cell: ({ counted, again }) =>
      again ? (
        <strong className={stock.less}>{words.countAgain}</strong>
      ) : counted === null ? (
        '–'
      ) : (
        <strong>{formatCount(counted)}</strong>
      ),
  },
  {
    head: words.lastScanned,
    order: 'counted_at',
    cell: ({ counted_by, counted_at }) =>
      counted_at === null ? '–' : [counted_by, formatDate(counted_at)].filter(Boolean).join(', '),
  },
]

const TOLD: Column<StockCountLine>[] = [
  ...BLIND,
  { head: words.theBook, isNumber: true, cell: ({ book }) => (book === null ? '–' : formatCount(book)) },
  {
    head: words.difference,
    order: 'difference',
    isNumber: true,
    cell: ({ difference }) => (difference ? <Signed pieces={difference} /> : '–'),
  },
]

/** Pieces put back for sales that arrived after the count was closed. */
const PUT_RIGHT: Column<StockCountLine> = {
  head: words.putRightSince,
  isNumber: true,
  cell: ({ product_variation_id, put_right }) =>
    put_right === 0 ? (
      '–'
    ) : (
      <Link to={movementsOf({ product_variation_id })}>
        <Signed pieces={put_right} />
      </Link>
    ),
}

const Signed = ({ pieces }: { pieces: number }) => (
  <span className={pieces < 0 ? stock.less : stock.more}>
    {pieces < 0 ? '−' : '+'}
    {formatCount(Math.abs(pieces))}
  </span>
)
