import { formatDay, formatTime } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { useBrokenSeal } from '../use-till.ts'
import styles from './todays-sales.module.css'

/** This till remembers books that the shop no longer has; nothing where they agree. */
export function SealNotice() {
  const kept = useBrokenSeal()
  return kept ? (
    <div className={styles.risk}>
      <Alert kind="bad" title="The shop’s books were changed by hand">
        <p>
          On {formatDay(kept.at)} at {formatTime(kept.at)} the shop gave this till number {kept.head.seq} of the seal of
          its books. Now it shows another one, or none. Tell the owner. The sales of this till are safe, and you can go
          on selling.
        </p>
      </Alert>
    </div>
  ) : null
}
