import { useLiveQuery } from 'dexie-react-hooks'
import { Alert } from '#pwa/ui/alert.tsx'
import { canSign } from '#sync/till/proof/device-key.ts'
import { rowOf } from '#sync/till/till-db.ts'
import styles from './sales/todays-sales.module.css'
import { till } from './till.ts'
import * as tillWords from './till-words.ts'

/** Why this till's sales do not count as signed by an approved key; nothing if all is well. */
export function KeyNotice() {
  const words = useLiveQuery(async () => wordsFor(await rowOf(till, 'signer')))
  return words ? (
    <div className={styles.risk}>
      <Alert kind="info">{words}</Alert>
    </div>
  ) : null
}

function wordsFor(signer: { approved: boolean } | undefined): string | null {
  if (!canSign()) return tillWords.cannotSign
  return signer && !signer.approved ? tillWords.waitsForApproval : null
}
