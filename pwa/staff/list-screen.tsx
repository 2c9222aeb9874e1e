import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount } from '#pwa/lib/format.ts'
import { useFilters } from '#pwa/lib/use-filters.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { Pager } from '#pwa/ui/pager.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { Page } from '#sync/protocol/endpoints.ts'
import styles from './list-screen.module.css'

export interface Column<Row> { head: string; cell: (row: Row) => ReactNode; isNumber?: true }

interface Props<Reply, Row> {
  title: string
  /** The one primary action, at the top right. */
  action?: ReactNode
  /** Controls in one row. */
  filters?: ReactNode
  list: UseQueryResult<Reply>
  pageOf: (reply: Reply) => Page<Row>
  columns: Column<Row>[]
  /** In place of rows where there are none. */
  empty: ReactNode
}

/** A list of the back office: title, action, filters, a table of 12, pager; with its loading, empty and failed states. */
export function ListScreen<Reply, Row extends { id: number }>({ title, action, filters, list, pageOf, columns, empty }: Props<Reply, Row>) {
  const { hrefOf } = useFilters()
  const rows = list.data && pageOf(list.data)
  return (
    <div className={page.page}>
      <div className={page.head}><h1>{title}</h1>{action}</div>
      {filters && <div className={styles.filters}>{filters}</div>}
      {list.isError && !rows && <Unread again={() => void list.refetch()} message={list.error.message} />}
      {list.isPending && <Loader rows={12} height={44} />}
      {rows && rows.data.length === 0 && empty}
      {rows && rows.data.length > 0 && (
        <>
          <div className={`${styles.wrap} ${list.isPlaceholderData ? styles.stale : ''}`}><Table rows={rows.data} columns={columns} /></div>
          <div className={styles.below}>
            <Pager page={rows.current_page} lastPage={rows.last_page} hrefOf={hrefOf} />
            <span>{formatCount(rows.total)} in all</span>
          </div>
        </>
      )}
    </div>
  )
}

/** On a phone each row becomes a card, its heads beside the cells. */
export const Table = <Row extends { id: number }>({ rows, columns }: { rows: Row[]; columns: Column<Row>[] }) => (
  <table className={styles.table}>
    <thead>
      <tr>{columns.map(({ head, isNumber }) => <th key={head} className={isNumber && styles.number} scope="col">{head}</th>)}</tr>
    </thead>
    <tbody>
      {rows.map(row => (
        <tr key={row.id}>
          {columns.map(({ head, cell, isNumber }) => <td key={head} className={isNumber && styles.number} data-head={head}>{cell(row)}</td>)}
        </tr>
      ))}
    </tbody>
  </table>
)

interface UnreadProps {
  message: string
  again: () => void
  /** Of a page that has none yet, and where it leads back to. */
  title?: string
  back?: string
}

export const Unread = ({ message, again, title, back = '' }: UnreadProps) => (
  <>
    {title && <div className={page.head}><h1>{title}</h1><ButtonLink to={back} kind="secondary">Go Back</ButtonLink></div>}
    <Alert kind="bad" title="This could not be read.">
      <p>{message}</p>
      <Button kind="secondary" onClick={again}>Try again</Button>
    </Alert>
  </>
)
