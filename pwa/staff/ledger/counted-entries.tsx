import { download } from '#pwa/browser/download.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Pager } from '#pwa/ui/pager.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { CountedEntry } from '#sync/protocol/staff/cash-count.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { CsvButton } from '../lists/csv-button.tsx'
import { Unread } from '../kit/unread.tsx'
import styles from './ledger.module.css'
import * as words from './ledger-words.ts'

/** Entries between two counts, page by page, with suspects marked. `id`: of the count. */
export function CountedEntries({ id, marked }: { id: number; marked: number[] }) {
  const { page, hrefOf } = useFilters()
  const read = useApi('GET /api/staff/cash-counts/:id/entries', { params: { id }, query: { page, per_page: 12 } })
  const entries = read.data?.entries
  return (
    <section className={styles.panel} aria-labelledby="entries">
      <div className={styles.head}>
        <h2 id="entries">{words.entriesSince}</h2>
        {entries && entries.total > 0 && (
          <CsvButton
            fetchFile={() => download('GET /api/staff/cash-counts/:id/csv', { params: { id } }, 'counted-entries.csv')}
          />
        )}
      </div>
      <Unread of={read} />
      {read.isPending && <Loader rows={6} />}
      {entries?.total === 0 && <p className={styles.soft}>{words.nothingWasBooked}</p>}
      {entries && entries.total > 0 && (
        <>
          <div className={styles.scroll}>
            <Entries entries={entries.data} marked={marked} />
          </div>
          <Pager page={entries.current_page} lastPage={entries.last_page} hrefOf={hrefOf} />
          <p className={styles.soft}>{words.countOfEntries(entries.total)}</p>
        </>
      )}
    </section>
  )
}

const Entries = ({ entries, marked }: { entries: CountedEntry[]; marked: number[] }) => (
  <table className={styles.figures}>
    <caption className="visually-hidden">{words.entriesSince}</caption>
    <thead>
      <tr>
        <th scope="col">{words.entry}</th>
        <th scope="col" className={styles.words}>
          {words.when}
        </th>
        <th scope="col" className={styles.words}>
          {words.type}
        </th>
        <th scope="col" className={styles.words}>
          {words.by}
        </th>
        <th scope="col">{words.given}</th>
        <th scope="col">{words.amount}</th>
      </tr>
    </thead>
    <tbody>
      {entries.map(({ id, order_id, description, at, type_code, user, tendered, amount }) => (
        <tr key={id} className={marked.includes(id) ? styles.marked : undefined}>
          <th scope="row">
            {order_id === null ? (
              description
            ) : (
              <a href={`/staff/orders/${order_id}/view`} target="_blank" rel="noreferrer">
                {description}
              </a>
            )}
          </th>
          <td className={styles.words}>{formatDate(at)}</td>
          <td className={styles.words}>{words.ENTRY_TYPES[type_code]}</td>
          <td className={styles.words}>{user?.name ?? '–'}</td>
          <td>{tendered === null ? '–' : formatCedis(tendered)}</td>
          <td>
            {marked.includes(id) ? <mark className={styles.marked}>{formatCedis(amount)}</mark> : formatCedis(amount)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
