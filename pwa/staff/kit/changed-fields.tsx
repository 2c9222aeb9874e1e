import ArrowRight from 'lucide-react/icons/arrow-right'
import type { StaffChange } from '#sync/protocol/staff/desk.ts'
import styles from './history-panel.module.css'
import { fieldsOf } from './change-words.ts'
import * as words from './kit-words.ts'

/**
 * Each changed member before and after; only the values after for a new row, and only those before for a deleted one.
 */
export const ChangedFields = ({ change }: { change: StaffChange }) => (
  <ul className={`bare ${styles.fields}`}>
    {fieldsOf(change).map(({ name, was, became }) => (
      <li key={name}>
        <span className={styles.name}>{name}</span> {change.was && <span className={styles.was}>{was}</span>}
        {change.was && change.became && (
          <>
            <ArrowRight size={16} aria-hidden />
            <span className="visually-hidden"> {words.became} </span>
          </>
        )}
        {change.became && <span className={styles.became}>{became}</span>}
      </li>
    ))}
  </ul>
)
