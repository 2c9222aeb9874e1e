import { formatCedis } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import type { Totals } from '#sync/protocol/pricing.ts'
import { CHECKOUT_WORDS } from './checkout-words.ts'
import { changesBetween } from './place-order.ts'
import styles from './stale-totals.module.css'

/** The shop reckons otherwise than the shopper saw: what it was and what it is now, to agree to or not. */
export const StaleTotals = ({ was, now, busy, onAgree }: { was: Totals; now: Totals; busy: boolean; onAgree: () => void }) => (
  <Alert kind="warn" title={CHECKOUT_WORDS.stale}>
    <p>{CHECKOUT_WORDS.stale_more}</p>
    <table className={styles.changes}>
      <thead><tr><th scope="col">What</th><th scope="col">Was</th><th scope="col">Is now</th></tr></thead>
      <tbody>
        {changesBetween(was, now).map(change => (
          <tr key={change.name}><th scope="row">{change.name}</th><td><s>{formatCedis(change.was)}</s></td><td><strong>{formatCedis(change.now)}</strong></td></tr>
        ))}
      </tbody>
    </table>
    <Button type="button" busy={busy} onClick={onAgree}>{CHECKOUT_WORDS.agree} {formatCedis(now.total)}</Button>
  </Alert>
)
