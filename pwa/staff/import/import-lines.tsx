import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { formatCount } from '#pwa/lib/format.ts'
import { Chip } from '#pwa/ui/chip.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Pager } from '#pwa/ui/pager.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import {
  IMPORT_OUTCOMES,
  type Difference,
  type ImportLine,
  type ImportOutcome,
  type OpenedImport,
} from '#sync/protocol/staff/import.ts'
import { Table, type Column } from '../lists/list-screen.tsx'
import { Unread } from '../kit/unread.tsx'
import * as words from './import-words.ts'
import styles from './import.module.css'

const COLUMNS: Column<ImportLine>[] = [
  { head: words.line, cell: ({ line }) => line },
  { head: words.product, cell: ({ name, slug }) => name ?? slug ?? '' },
  {
    head: words.what,
    cell: ({ outcome }) => <Chip kind={words.OUTCOME_WORDS[outcome].kind}>{words.OUTCOME_WORDS[outcome].words}</Chip>,
  },
  { head: words.differs, cell: ({ message, differences }) => message ?? <Differences differences={differences} /> },
]

/** The effect of a file, line by line; optionally only errors or new products. */
export function ImportLines({ opened: { id, summary } }: { opened: OpenedImport }) {
  const { get, page, hrefOf, hrefWith } = useFilters()
  const outcome = IMPORT_OUTCOMES.find(each => each === get('outcome'))
  const read = useApi(
    'GET /api/staff/imports/:id/lines',
    { params: { id }, query: { page, ...(outcome && { outcome }) } },
    { staleTime: 0 },
  )
  const lines = read.data?.lines
  const tab = (each: ImportOutcome | undefined, words: string) => (
    <Link
      key={words}
      to={hrefWith({ outcome: each ?? '' })}
      aria-current={outcome === each ? 'true' : undefined}
      replace
    >
      {words}
    </Link>
  )
  return (
    <section aria-label={words.lines}>
      <nav className={styles.tabs} aria-label={words.result}>
        {tab(undefined, words.all)}
        {summary &&
          IMPORT_OUTCOMES.flatMap(each => {
            const { words: named, count } = words.OUTCOME_WORDS[each]
            return summary[count] ? [tab(each, `${named} (${formatCount(summary[count])})`)] : []
          })}
      </nav>
      <Unread of={read} />
      {read.isPending && <Loader rows={12} height={44} />}
      {lines && lines.data.length > 0 && (
        <div className={styles.lines}>
          <Table rows={lines.data} columns={COLUMNS} />
        </div>
      )}
      {lines && <Pager page={lines.current_page} lastPage={lines.last_page} hrefOf={hrefOf} />}
    </section>
  )
}

const Differences = ({ differences }: { differences: Difference[] }) => (
  <ul className={`bare ${styles.differences}`}>
    {differences.map(({ what, of, was, becomes }, i) => (
      <li key={i}>
        <strong>
          {words.differenceWords(what)}
          {of && words.ofWhat(of)}
        </strong>{' '}
        {was !== null && (
          <>
            <del>{was || words.empty}</del> →{' '}
          </>
        )}
        <ins>{becomes || words.empty}</ins>
      </li>
    ))}
  </ul>
)
