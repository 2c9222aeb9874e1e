import { useApi } from '#pwa/lib/use-api.ts'
import { Link } from '#pwa/ui/link.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { StaffTill, TillSequence } from '#sync/protocol/till.ts'
import { Unread } from '../kit/unread.tsx'
import { stretches } from './till-words.tsx'
import styles from './tills.module.css'
import * as words from './till-words.tsx'

/** The numbers a till never sent, and which of them still need an explanation. */
export function TillGaps({ till: { id, missing_seqs } }: { till: StaffTill & TillSequence }) {
  const read = useApi('GET /api/staff/exceptions', {
    query: { till_id: id, code: 'SEQUENCE_GAP', status_code: 'OPEN', per_page: 12 },
  })
  const gaps = read.data?.exceptions
  return (
    <section className={styles.part} aria-labelledby="gaps">
      <h2 id="gaps">{words.missingSales}</h2>
      <p className={styles.soft}>
        {missing_seqs.length === 0 ? words.allArrived : words.notArrived(stretches(missing_seqs))}
      </p>
      <Unread of={read} />
      {!gaps && !read.error && <Loader rows={1} height={44} />}
      {gaps && gaps.total > 0 && (
        <ul className={`bare ${styles.gaps}`}>
          {gaps.data.map(gap => (
            <li key={gap.id}>
              {gap.detail} <span className={styles.soft}>{words.told(gap.created_at)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        {gaps && gaps.total > 0 && (
          <>
            <Link to={`/staff/exceptions?code=SEQUENCE_GAP&till_id=${id}`}>{words.resolve(gaps.total)}</Link> ·{' '}
          </>
        )}
        <Link to={`/staff/exceptions?till_id=${id}`}>{words.allExceptions}</Link>
      </p>
    </section>
  )
}
