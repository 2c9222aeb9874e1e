import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { Totals } from '#sync/protocol/pricing.ts'
import { changesBetween } from './use-place-order.ts'
import * as words from './review-words.ts'
import styles from './stale-totals.module.css'

/** The shop's totals differ from those the shopper saw: shows both, to accept or not. */
export const StaleTotals = ({
  was,
  now,
  busy,
  onAgree,
}: {
  was: Totals
  now: Totals
  busy: boolean
  onAgree: () => void
}) => (
  <Alert kind="warn" title={words.stale}>
    <p>{words.staleMore}</p>
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{words.what}</th>
          <th scope="col">{words.was}</th>
          <th scope="col">{words.isNow}</th>
        </tr>
      </thead>
      <tbody>
        {changesBetween(was, now).map(change => (
          <tr key={change.name}>
            <th scope="row">{change.name}</th>
            <td>
              <s>{formatCedis(change.was)}</s>
            </td>
            <td>
              <strong>{formatCedis(change.now)}</strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <Button type="button" busy={busy} onClick={onAgree}>
      {words.agreeAndPay(formatCedis(now.total))}
    </Button>
  </Alert>
)
