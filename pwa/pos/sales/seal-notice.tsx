import { Alert } from '#pwa/ui/alert.tsx'
import { useBrokenSeal } from '../use-till.ts'
import styles from './todays-sales.module.css'
import * as words from './sales-words.ts'

/** Warns that the shop no longer has the books that this till remembers; nothing if they agree. */
export function SealNotice() {
  const kept = useBrokenSeal()
  return kept ? (
    <div className={styles.risk}>
      <Alert kind="bad" title={words.sealBroken}>
        <p>{words.aboutSeal(kept)}</p>
      </Alert>
    </div>
  ) : null
}
