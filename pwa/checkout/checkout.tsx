import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { useAtomValue } from 'jotai'
import { Outlet, useMatch } from 'react-router-dom'
import { isStranger } from '#pwa/lib/api-error.ts'
import { visitor } from '#pwa/session/session.ts'
import { OrderingSteps } from '#pwa/orders/ordering-steps.tsx'
import * as newsWords from '#pwa/shop/home/news-words.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { AsOf } from '#pwa/ui/as-of.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { isNews, isOrderable, type CartItem } from '#sync/protocol/shop/cart.ts'
import * as words from './checkout-words.ts'
import styles from './checkout.module.css'
import { useCheckout } from './use-checkout.ts'

/** The frame around the first two steps. An empty bag cannot be ordered. */
export function Checkout() {
  const { items, error, again, as_of } = useCheckout()
  const isReview = useMatch('/checkout/review') !== null
  const isNobody = useAtomValue(visitor) === null
  if (isStranger(error)) throw error
  const isEmpty = items ? items.length === 0 : isNobody
  return (
    <div className={page.page}>
      <header className={styles.head}>
        <h1>{words.checkout}</h1>
        <OrderingSteps at={isReview ? 2 : 1} />
      </header>
      {as_of !== null && <AsOf at={as_of}>{words.away}</AsOf>}
      {isEmpty ? (
        <EmptyState
          title={words.empty}
          icon={<ShoppingBag size={32} aria-hidden />}
          action={<ButtonLink to="/shop">{words.goToShop}</ButtonLink>}
        >
          {words.emptyMore}
        </EmptyState>
      ) : items ? (
        <>
          <Unbuyable items={items} />
          <Outlet />
        </>
      ) : error ? (
        <LoadError what={words.yourBag} message={error.message} again={again} />
      ) : (
        <Loader rows={6} height={64} />
      )}
    </div>
  )
}

/** Names the lines that the shop would refuse, before anybody fills in a form. */
function Unbuyable({ items }: { items: readonly CartItem[] }) {
  const wrong = items.filter(item => !isOrderable(item))
  if (wrong.length === 0) return null
  return (
    <div className={styles.note}>
      <Alert kind="warn" title={words.unbuyable}>
        <ul>
          {wrong.map(({ id, changes, product_variation: { product, size, colour } }) => (
            <li key={id}>
              <strong>{[product.name, size.name, colour?.name].filter(Boolean).join(', ')}</strong>:{' '}
              {changes
                .filter(change => !isNews(change))
                .map(newsWords.ofLine)
                .join(' ')}
            </li>
          ))}
        </ul>
        <ButtonLink to="/cart" kind="secondary">
          {words.changeBag}
        </ButtonLink>
      </Alert>
    </div>
  )
}
