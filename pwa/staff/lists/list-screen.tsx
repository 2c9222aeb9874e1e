import type { UseQueryResult } from '@tanstack/react-query'
import { useId, type ComponentType, type ReactNode } from 'react'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Link } from '#pwa/ui/link.tsx'
import page from '#pwa/ui/page.module.css'
import { Pager } from '#pwa/ui/pager.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { Page } from '#sync/protocol/page.ts'
import { BulkBar } from './bulk-bar.tsx'
import { CsvButton } from './csv-button.tsx'
import styles from './list-screen.module.css'
import { SortHead } from './sort-head.tsx'
import { useChosen, type Chosen } from './use-chosen.ts'
import type { Direction } from './use-order.ts'
import { Unread } from '../kit/unread.tsx'
import { useRowKeys } from './use-row-keys.ts'
import * as words from './list-words.ts'

/** With `order`, the list can be sorted by it: its query's name for the column, in `order_column`. */
export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  isNumber?: true
  order?: string
}

interface Doors<Row> {
  /** The link of a row: a click anywhere on it, or Enter, opens it. Its first cell must then hold only words. */
  rowTo?: (row: Row) => string
  /** Rows open in new tabs. */
  newTab?: boolean
}

interface Props<Reply, Row> extends Doors<Row> {
  title: string
  /** The one primary action, at the top right. */
  action?: ReactNode
  /** Above the list: its totals, and actions for all of it. */
  above?: ReactNode
  /** Controls in one row. */
  filters?: ReactNode
  list: UseQueryResult<Reply>
  pageOf: (reply: Reply) => Page<Row>
  columns: Column<Row>[]
  /** Replaces the rows if there are none. */
  empty: ReactNode
  /** The order of the list until the user sorts it. */
  usual?: { column: string; direction: Direction }
  /** Actions for chosen rows, across all pages; without it rows cannot be chosen. */
  Bulk?: ComponentType<{ chosen: Row[]; clear: () => void }>
  /** Saves all matching rows, such as `() => download('GET /api/staff/orders/csv', { query }, 'orders.csv')`. */
  csv?: () => Promise<void>
}

/**
 * A list of the back office: title, action, filters, a table of 12, pager; with its loading, empty and failed states.
 */
export function ListScreen<Reply, Row extends { id: number }>({
  title,
  action,
  above,
  filters,
  list,
  pageOf,
  columns,
  empty,
  Bulk,
  csv,
  ...rest
}: Props<Reply, Row>) {
  const address = useFilters()
  const chosen = useChosen<Row>(address.filters)
  useRowKeys()
  const rows = list.data && pageOf(list.data)
  /** Rows were removed since the user opened this page; the pager leads back. */
  const isPastEnd = rows !== undefined && rows.total > 0 && rows.data.length === 0
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{title}</h1>
        <div className={styles.actions}>
          {csv && <CsvButton fetchFile={csv} />}
          {action}
        </div>
      </div>
      {above}
      {filters && (
        <div className={styles.filters} role="search" aria-label={title}>
          {filters}
        </div>
      )}
      <Unread of={list} />
      {(list.isPending || isPastEnd) && <Loader rows={12} height={44} />}
      {rows?.total === 0 && empty}
      {isPastEnd && <Pager page={rows.current_page} lastPage={rows.last_page} hrefOf={address.hrefOf} />}
      {rows && rows.data.length > 0 && (
        <>
          <div className={`${styles.wrap} ${list.isPlaceholderData ? styles.stale : ''}`}>
            <Table rows={rows.data} columns={columns} chosen={Bulk && chosen} {...rest} />
          </div>
          <div className={styles.below}>
            <Pager page={rows.current_page} lastPage={rows.last_page} hrefOf={address.hrefOf} />
            <span>{words.results(rows.total)}</span>
          </div>
        </>
      )}
      {Bulk && (
        <BulkBar chosen={chosen}>
          <Bulk chosen={chosen.rows} clear={chosen.clear} />
        </BulkBar>
      )}
    </div>
  )
}

interface TableProps<Row> extends Doors<Row> {
  rows: Row[]
  columns: Column<Row>[]
  usual?: { column: string; direction: Direction } | undefined
  chosen?: Chosen<Row> | undefined
}

/** On a phone each row becomes a card, with the headings beside the cells. */
export const Table = <Row extends { id: number }>({ rows, columns, usual, chosen, ...doors }: TableProps<Row>) => (
  <table className={styles.table}>
    <thead>
      <tr>
        {chosen && (
          <th className={styles.tick} scope="col">
            <input
              type="checkbox"
              aria-label={words.selectPage}
              checked={rows.every(({ id }) => chosen.has(id))}
              onChange={() => chosen.turnAll(rows)}
            />
          </th>
        )}
        {columns.map(({ head, isNumber, order }) =>
          order ? (
            <SortHead key={head} head={head} order={order} isNumber={isNumber} usual={usual} />
          ) : (
            <th key={head} className={isNumber && styles.number} scope="col">
              {head}
            </th>
          ),
        )}
      </tr>
    </thead>
    <tbody>
      {rows.map(row => (
        <TableRow key={row.id} row={row} columns={columns} chosen={chosen} {...doors} />
      ))}
    </tbody>
  </table>
)

function TableRow<Row extends { id: number }>({
  row,
  columns,
  chosen,
  ...doors
}: Omit<TableProps<Row>, 'rows' | 'usual'> & { row: Row }) {
  const name = useId()
  return (
    <tr data-chosen={chosen?.has(row.id)}>
      {chosen && (
        <td className={styles.tick}>
          <input
            type="checkbox"
            aria-labelledby={name}
            checked={chosen.has(row.id)}
            onChange={() => chosen.turn(row)}
          />
        </td>
      )}
      {columns.map(({ head, cell, isNumber }, column) => (
        <td key={head} id={column === 0 ? name : undefined} className={isNumber && styles.number} data-head={head}>
          {column === 0 ? (
            <Door row={row} {...doors}>
              {cell(row)}
            </Door>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

const Door = <Row,>({ row, rowTo, newTab, children }: Doors<Row> & { row: Row; children: ReactNode }) =>
  rowTo ? (
    <Link className={styles.open} data-door to={rowTo(row)} {...(newTab && { target: '_blank', rel: 'noreferrer' })}>
      {children}
    </Link>
  ) : (
    children
  )
