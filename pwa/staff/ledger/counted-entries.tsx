import { download } from '#pwa/lib/download.ts'
import { formatCedis, formatCount, formatDate } from '#pwa/lib/format.ts'
import type { CountedEntry } from '#sync/protocol/cash-count.ts'
import { CsvButton } from '../csv-button.tsx'
import styles from './ledger.module.css'
import { ENTRY_TYPES } from './ledger-words.ts'

/** Entries between two counts, those under suspicion marked. `id`: of the count. */
export const CountedEntries = ({ id, entries, total, marked }: { id: number; entries: CountedEntry[]; total: number; marked: number[] }) => (
  <section className={styles.panel} aria-labelledby="entries">
    <div className={styles.head}>
      <h2 id="entries">Entries since the count before</h2>
      {entries.length > 0 && <CsvButton fetchFile={() => download('GET /api/staff/cash-counts/:id/csv', { params: { id } }, 'counted-entries.csv')} />}
    </div>
    {entries.length === 0 && <p className={styles.soft}>Nothing was booked.</p>}
    {total > entries.length && <p className={styles.soft}>The newest {formatCount(entries.length)} of {formatCount(total)}.</p>}
    {entries.length > 0 && (
      <div className={styles.scroll}>
        <table className={styles.figures}>
          <caption className="visually-hidden">Entries since the count before</caption>
          <thead><tr><th scope="col">Entry</th><th scope="col" className={styles.words}>When</th><th scope="col" className={styles.words}>Type</th><th scope="col" className={styles.words}>By</th><th scope="col">Given</th><th scope="col">Amount</th></tr></thead>
          <tbody>
            {entries.map(({ id, order_id, description, at, type_code, user, tendered, amount }) => (
              <tr key={id} className={marked.includes(id) ? styles.marked : undefined}>
                <th scope="row">{order_id === null ? description : <a href={`/staff/orders/${order_id}/view`} target="_blank" rel="noreferrer">{description}</a>}</th>
                <td className={styles.words}>{formatDate(at)}</td>
                <td className={styles.words}>{ENTRY_TYPES[type_code]}</td>
                <td className={styles.words}>{user?.name ?? '–'}</td>
                <td>{tendered === null ? '–' : formatCedis(tendered)}</td>
                <td>{marked.includes(id) ? <mark className={styles.marked}>{formatCedis(amount)}</mark> : formatCedis(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </section>
)
