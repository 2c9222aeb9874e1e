import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useRef } from 'react'
import { NextSteps } from '#pwa/orders/next-steps.tsx'
import { OrderLines } from '#pwa/orders/order-lines.tsx'
import { TotalsList } from '#pwa/orders/totals-list.tsx'
import { changed } from '#pwa/shop/gathered.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import type { OwnOrder } from '#sync/protocol/order-view.ts'
import { destinationOf } from '#sync/protocol/shipping.ts'
import { CHECKOUT_STEPS, CHECKOUT_WORDS } from './checkout-words.ts'
import { forgetDraft } from './draft.ts'
import styles from './order-done.module.css'

/** The order is made: its number, what happens next, and the way back to it. */
export function OrderDone({ order, token }: { order: OwnOrder; token: string | null }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    forgetDraft()
    void changed('GET /api/cart')
    heading.current?.focus()
  }, [])
  const path = token ? `/orders/track/${token}` : `/account-area/orders/${order.id}/view`
  return (
    <article className={styles.done}>
      <header className={styles.head}>
        <CircleCheck size={48} strokeWidth={1.5} aria-hidden />
        <h1 ref={heading} tabIndex={-1}>{CHECKOUT_WORDS.thanks}</h1>
        <p>Order number <strong className={styles.number}>{order.number}</strong></p>
        {order.shipping_address?.email && <p className={styles.soft}>A confirmation goes to {order.shipping_address.email}.</p>}
        <Steps label="Steps to your order" steps={CHECKOUT_STEPS} at={4} />
      </header>
      <section>
        <h2>What happens next</h2>
        <NextSteps order={order} />
      </section>
      <section>
        <h2>Your order</h2>
        <OrderLines items={order.items} />
        <TotalsList totals={order} destination={destinationOf(order)} code={order.coupon_code} />
      </section>
      {token && <p className={styles.soft}>{CHECKOUT_WORDS.kept_link}<br /><Link to={path} className={styles.link}>{location.origin}{path}</Link></p>}
      <div className={styles.ways}>
        <ButtonLink to={path}>See your order</ButtonLink>
        <ButtonLink to="/shop" kind="secondary">Continue shopping</ButtonLink>
      </div>
    </article>
  )
}
