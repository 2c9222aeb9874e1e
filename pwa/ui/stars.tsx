import styles from './stars.module.css'
import * as words from './ui-words.ts'

const MOST = 5

/** A rating as stars, to the nearest whole one; `count`: from how many. */
export const Stars = ({ average, count }: { average: number; count?: number }) => (
  <span className={styles.stars}>
    <i aria-hidden>
      <b>{'★'.repeat(Math.round(average))}</b>
      {'★'.repeat(MOST - Math.round(average))}
    </i>
    <span className="visually-hidden">{words.stars(average)}</span>
    {count !== undefined && (
      <span>
        <span aria-hidden>{average.toFixed(1)} </span>({count}
        <span className="visually-hidden">{words.reviews(count)}</span>)
      </span>
    )}
  </span>
)
