import { Navigate } from 'react-router-dom'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import * as orderingWords from '#pwa/orders/ordering-words.ts'
import * as paymentWords from '#pwa/paying/payment-words.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { isStation } from '#sync/protocol/entities/delivery-zone.ts'
import { isPersonEmpty } from './address-draft.ts'
import { checkInformation } from './check-information.ts'
import styles from './checkout.module.css'
import { OrderSummary } from './order-summary.tsx'
import * as words from './review-words.ts'
import { ReviewedFacts } from './reviewed-facts.tsx'
import { StaleTotals } from './stale-totals.tsx'
import { OrderTerms, SellerFacts } from './terms.tsx'
import { destinationOf, useCheckout } from './use-checkout.ts'
import { useOrdering } from './use-ordering.ts'

/** The second step: the whole order with seller and terms, before it is placed. */
export function Review() {
  const { typed, shop, as_of, untold, askAgain, ...rest } = useCheckout()
  const { order, busy, refusal } = useOrdering()
  const isZoneAwaited =
    typed.delivery_method_code === 'delivery' && typed.shipping_delivery_zone_code !== '' && !rest.zone
  const missing = checkInformation(typed, { atStation: isZoneAwaited || isStation(rest.zone) })
  if (Object.keys(missing).length > 0)
    return <Navigate to="/checkout" replace state={isPersonEmpty(typed) ? null : { errors: missing }} />
  const totals = refusal?.kind === 'stale' ? refusal.now : rest.totals
  if (!shop && untold) return <LoadError what={words.terms} message={untold.message} again={askAgain} />
  if (!shop || !totals) return <Loader rows={8} height={48} />
  const errors = refusal?.kind === 'fields' ? refusal.errors : {}
  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        <ReviewedFacts typed={typed} zone={rest.zone} shop={shop} />
        <OrderTerms shop={shop} destination={destinationOf(typed, rest.zone)} />
        <SellerFacts shop={shop} />
        <div className={styles.part}>
          {refusal?.kind === 'stale' && (
            <StaleTotals {...refusal} busy={busy} onAgree={() => void order(typed, refusal.now)} />
          )}
          <ErrorList
            messages={
              refusal?.kind === 'words'
                ? refusal.messages
                : Object.values(errors).flatMap(messages => messages.slice(0, 1))
            }
          />
          {isZoneAwaited && rest.zones.isError && (
            <LoadError what={words.deliveryCost} message={rest.zones.message} again={rest.zones.again} />
          )}
          {as_of !== null && <p className={styles.hint}>{words.waits}</p>}
        </div>
        <div className={styles.payBar} data-bottom-bar>
          <p className={styles.sum}>
            <span>{deliveryWords.amounts.total}</span>
            <span>{formatCedis(totals.total)}</span>
          </p>
          {refusal?.kind !== 'stale' && (
            <Button
              type="button"
              busy={busy}
              busyLabel={paymentWords.busy.starting}
              disabled={as_of !== null || isZoneAwaited}
              onClick={() => void order(typed, totals)}
            >
              {paymentWords.makePayment}
            </Button>
          )}
        </div>
        <ButtonLink to="/cart" kind="secondary">
          {orderingWords.returnToCart}
        </ButtonLink>
      </div>
      <OrderSummary {...rest} totals={totals} typed={typed} errors={errors} isOpen />
    </div>
  )
}
