import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useRef } from 'react'
import { canPush } from '#pwa/alerts/subscribe.ts'
import { TellMe } from '#pwa/alerts/tell-me.tsx'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { NextSteps } from '#pwa/orders/next-steps.tsx'
import { OrderLines } from '#pwa/orders/order-lines.tsx'
import * as orderWords from '#pwa/orders/order-words.ts'
import { OrderingSteps } from '#pwa/orders/ordering-steps.tsx'
import * as orderingWords from '#pwa/orders/ordering-words.ts'
import { TotalsList } from '#pwa/orders/totals-list.tsx'
import { GuestAccount } from '#pwa/paying/guest-account.tsx'
import { changed } from '#pwa/shop/bag/gathered.ts'
import * as walletWords from '#pwa/paying/wallet-words.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { Link } from '#pwa/ui/link.tsx'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { destinationOf } from '#sync/protocol/shipping.ts'
import { forgetDraft } from './draft.ts'
import styles from './order-done.module.css'
import * as words from './pay-words.ts'

/** After ordering: the order's number, what happens next, and a link to it. */
export function OrderDone({ order, token }: { order: OwnOrder; token: string | null }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    forgetDraft()
    void changed('GET /api/cart')
    heading.current?.focus()
  }, [])
  // Email comes by itself, so without notifications there is nothing to ask.
  const mayTell = useMounted() && canPush() && ['UNPAID', 'PROCESSING'].includes(order.status_code)
  const path = token ? `/orders/track/${token}` : `/account-area/orders/${order.id}/view`
  return (
    <article className={styles.done}>
      <header className={styles.head}>
        <CircleCheck size={48} strokeWidth={1.5} aria-hidden />
        <h1 ref={heading} tabIndex={-1}>
          {words.thanks}
        </h1>
        <p>
          {orderingWords.orderNumber} <strong className={styles.number}>{order.number}</strong>
        </p>
        {order.shipping_address?.email && (
          <p className={styles.soft}>{words.confirmationTo(order.shipping_address.email)}</p>
        )}
        {order.due > 0 && <Alert kind="info">{walletWords.youPay(formatCedis(order.due))}</Alert>}
        <OrderingSteps at={4} />
      </header>
      <section>
        <h2>{orderWords.whatHappensNext}</h2>
        <NextSteps order={order} />
        {mayTell && <TellMe kind="READY" subject_id={order.id} />}
      </section>
      <section>
        <h2>{orderingWords.yourOrder}</h2>
        <OrderLines items={order.items} />
        <TotalsList totals={order} destination={destinationOf(order)} code={order.coupon_code} gift={order.gift} />
      </section>
      {token && order.shipping_address && <GuestAccount person={order.shipping_address} />}
      {token && (
        <p className={styles.soft}>
          {words.keptLink}
          <br />
          <Link to={path} className={styles.link}>
            {location.origin}
            {path}
          </Link>
        </p>
      )}
      <div className={styles.ways}>
        <ButtonLink to={path}>{words.seeOrder}</ButtonLink>
        <ButtonLink to="/shop" kind="secondary">
          {words.continueShopping}
        </ButtonLink>
      </div>
    </article>
  )
}
