import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { useAtomValue } from 'jotai'
import { ArrivalDate } from '#pwa/delivery/arrival-date.tsx'
import { FreeDelivery } from '#pwa/delivery/free-delivery.tsx'
import { isStranger } from '#pwa/lib/api-error.ts'
import { visitor } from '#pwa/session/session.ts'
import { OrderingSteps } from '#pwa/orders/ordering-steps.tsx'
import { WaitingOrder } from '#pwa/paying/waiting-order.tsx'
import { AsOf } from '#pwa/ui/as-of.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { cartSubtotal, isForSale, isNews, piecesIn, type CartItem } from '#sync/protocol/shop/cart.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { changeLine } from './bag.ts'
import { CartLine } from './cart-line.tsx'
import * as words from './cart-words.ts'
import styles from './cart.module.css'
import { useCart } from './gathered.ts'
import { News } from '../home/news.tsx'

/** The shopper's bag, at current prices. */
export function Cart() {
  const { data, error, refetch } = useCart()
  const nobody = useAtomValue(visitor) === null
  if (isStranger(error)) throw error
  const items = data?.reply.cart_items.data ?? (nobody ? [] : undefined)
  return (
    <div className={page.page}>
      <header className={styles.head}>
        <h1>{words.inYourBag}</h1>
        <OrderingSteps at={0} />
      </header>
      {data?.as_of && <AsOf at={data.as_of}>{words.away}</AsOf>}
      {items && items.length > 0 && data?.as_of === null && <WaitingOrder />}
      {items ? (
        <Bag items={items} away={data?.as_of != null} />
      ) : error ? (
        <LoadError what={words.yourBag} message={error.message} again={() => void refetch()} />
      ) : (
        <Loader rows={4} height={120} />
      )}
    </div>
  )
}

function Bag({ items, away }: { items: CartItem[]; away: boolean }) {
  if (items.length === 0)
    return (
      <EmptyState
        title={words.empty}
        icon={<ShoppingBag size={32} aria-hidden />}
        action={<ButtonLink to="/shop">{words.toShop}</ButtonLink>}
      >
        {words.waitsHere}
      </EmptyState>
    )
  return (
    <div className={styles.columns}>
      <div>
        <CartNews items={items} away={away} />
        <ul className="bare">
          {items.map(item => (
            <CartLine key={item.id} item={item} away={away} />
          ))}
        </ul>
        <div className={styles.delivery}>
          <FreeDelivery subtotal={cartSubtotal(items)} />
          <ArrivalDate />
        </div>
      </div>
      <Summary items={items} away={away} />
    </div>
  )
}

/** Names the lines that changed since last time; each line says how. */
function CartNews({ items, away }: { items: CartItem[]; away: boolean }) {
  const changed = items.filter(({ changes }) => changes.some(isNews))
  const names = changed.map(({ product_variation: { product } }) => product.name)
  return (
    <News count={changed.length} away={away} read={() => Promise.all(changed.map(({ id }) => changeLine(id)))}>
      <p>{words.seeBelow(names)}</p>
    </News>
  )
}

function Summary({ items, away }: { items: CartItem[]; away: boolean }) {
  const pieces = piecesIn(items.filter(isForSale))
  return (
    <aside className={styles.summary} aria-label={words.total}>
      <p className={styles.row}>
        <span>{words.pieces(pieces)}</span>
      </p>
      <p className={`${styles.row} ${styles.total}`} aria-live="polite">
        <span>{words.subtotal}</span>
        <span>{formatCedis(cartSubtotal(items))}</span>
      </p>
      <p className={styles.hint}>{words.delivery}</p>
      {away ? (
        <Button type="button" wide disabled>
          {words.checkout}
        </Button>
      ) : (
        <ButtonLink to="/checkout" wide>
          {words.checkout}
        </ButtonLink>
      )}
      <ButtonLink to="/shop" kind="quiet" wide>
        {words.goOn}
      </ButtonLink>
    </aside>
  )
}
