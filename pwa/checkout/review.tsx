import { Navigate } from 'react-router-dom'
import { formatCedis } from '#pwa/lib/format.ts'
import { PAYMENT_WORDS } from '#pwa/orders/order-words.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { checkInformation } from './check-information.ts'
import { CHECKOUT_WORDS } from './checkout-words.ts'
import styles from './checkout.module.css'
import { OrderSummary } from './order-summary.tsx'
import { ReviewedFacts } from './reviewed-facts.tsx'
import { StaleTotals } from './stale-totals.tsx'
import { OrderTerms, SellerFacts } from './terms.tsx'
import { useCheckout } from './use-checkout.ts'
import { useOrdering } from './use-ordering.ts'

/** The second step: everything that is going to be ordered, from whom and on what terms, before it is. */
export function Review() {
  const { typed, shop, as_of, ...rest } = useCheckout()
  const { order, busy, refusal } = useOrdering()
  if (Object.keys(checkInformation(typed)).length > 0) return <Navigate to="/checkout" replace />
  const totals = refusal?.kind === 'stale' ? refusal.now : rest.totals
  if (!shop || !totals) return <Loader rows={8} height={48} />
  const errors = refusal?.kind === 'fields' ? refusal.errors : {}
  const isZoneAwaited = typed.delivery_method_code === 'delivery' && typed.shipping_delivery_zone_code !== '' && !rest.zone
  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        <ReviewedFacts typed={typed} zone={rest.zone} shop={shop} />
        <SellerFacts shop={shop} />
        <OrderTerms shop={shop} />
        <div className={styles.part}>
          {refusal?.kind === 'stale' && <StaleTotals {...refusal} busy={busy} onAgree={() => void order(typed, refusal.now)} />}
          <ErrorList messages={refusal?.kind === 'words' ? refusal.messages : Object.values(errors).flatMap(messages => messages.slice(0, 1))} />
          {as_of !== null && <p className={styles.hint}>{CHECKOUT_WORDS.waits}</p>}
          <p className={styles.sum}><span>Total</span><span>{formatCedis(totals.total)}</span></p>
          <div className={styles.ends}>
            <ButtonLink to="/cart" kind="secondary">{CHECKOUT_WORDS.back}</ButtonLink>
            {refusal?.kind !== 'stale' && (
              <Button type="button" busy={busy} busyLabel={PAYMENT_WORDS.making} disabled={as_of !== null || isZoneAwaited} onClick={() => void order(typed, totals)}>{PAYMENT_WORDS.make}</Button>
            )}
          </div>
        </div>
      </div>
      <OrderSummary {...rest} totals={totals} typed={typed} errors={errors} isOpen />
    </div>
  )
}
