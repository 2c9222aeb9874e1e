import * as words from './frame-words.ts'
import styles from './pay-marks.module.css'

/** The ways to pay as small marks: drawn here, with each network's name and colours, and nobody's own logo. */
export const PayMarks = () => (
  <ul className={`bare ${styles.marks}`} aria-label={words.waysToPay}>
    {words.payMarks.map(({ way, name, kind }) => (
      <li key={way} className={`${styles[kind]} ${styles[way]}`}>
        {name}
      </li>
    ))}
  </ul>
)
