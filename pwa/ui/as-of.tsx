import type { ReactNode } from 'react'
import { formatDay, formatTime } from '#pwa/lib/format.ts'
import { Alert } from './alert.tsx'
import styles from './as-of.module.css'
import * as words from './ui-words.ts'

/** Says that the data is from an earlier time, and what that means here. */
export const AsOf = ({ at, children }: { at: number; children: ReactNode }) => (
  <div className={styles.note}>
    <Alert kind="info" title={words.asOf(momentOf(at))}>
      <p>{children}</p>
    </Alert>
  </div>
)

const momentOf = (at: number) =>
  formatDay(at) === formatDay(Date.now()) ? formatTime(at) : `${formatDay(at)}, ${formatTime(at)}`
