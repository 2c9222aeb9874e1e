import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { useAtomValue } from 'jotai'
import { Outlet, useMatch } from 'react-router-dom'
import { isStranger } from '#pwa/lib/api-error.ts'
import { visitor } from '#pwa/lib/session.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { AsOf } from '#pwa/ui/as-of.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import { Unread } from '#pwa/ui/unread.tsx'
import { CHECKOUT_STEPS, CHECKOUT_WORDS } from './checkout-words.ts'
import styles from './checkout.module.css'
import { useCheckout } from './use-checkout.ts'

/** What stands around the first two steps. Without goods in the bag there is nothing to order. */
export function Checkout() {
  const { items, error, again, as_of } = useCheckout()
  const isReview = useMatch('/checkout/review') !== null
  const isNobody = useAtomValue(visitor) === null
  const mounted = useMounted()
  if (isStranger(error)) throw error
  const isEmpty = items ? items.length === 0 : isNobody && mounted
  return (
    <div className={page.page}>
      <header className={styles.head}>
        <h1>Checkout</h1>
        <Steps label="Steps to your order" steps={CHECKOUT_STEPS} at={isReview ? 2 : 1} />
      </header>
      {as_of !== null && <AsOf at={as_of}>{CHECKOUT_WORDS.away}</AsOf>}
      {isEmpty ? (
        <EmptyState title={CHECKOUT_WORDS.empty} icon={<ShoppingBag size={32} aria-hidden />} action={<ButtonLink to="/shop">Go to the shop</ButtonLink>}>
          {CHECKOUT_WORDS.empty_more}
        </EmptyState>
      ) : items ? <Outlet /> : error ? <Unread what="Your bag" message={error.message} again={again} /> : <Loader rows={6} height={64} />}
    </div>
  )
}
