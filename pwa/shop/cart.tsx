import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { CHECKOUT_STEPS } from '#pwa/checkout/checkout-words.ts'
import { isStranger, messagesOf } from '#pwa/lib/api-error.ts'
import { formatCedis, formatCount } from '#pwa/lib/format.ts'
import { say } from '#pwa/lib/notice.ts'
import { visitor } from '#pwa/lib/session.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { WaitingOrder } from '#pwa/orders/waiting-order.tsx'
import { Alert } from '#pwa/ui/alert.tsx'
import { AsOf } from '#pwa/ui/as-of.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import { Unread } from '#pwa/ui/unread.tsx'
import { cartSubtotal, isForSale, piecesIn, type CartItem } from '#sync/protocol/cart.ts'
import { changeLine } from './bag.ts'
import { CartLine } from './cart-line.tsx'
import { isNews } from './cart-words.ts'
import styles from './cart.module.css'
import { useCart } from './gathered.ts'

/** What somebody means to buy, at present prices. */
export function Cart() {
  const { data, error, refetch } = useCart()
  const nobody = useAtomValue(visitor) === null
  const mounted = useMounted()
  if (isStranger(error)) throw error
  const items = data?.reply.cart_items.data ?? (nobody && mounted ? [] : undefined)
  return (
    <div className={page.page}>
      <header className={styles.head}>
        <h1>In Your Bag</h1>
        <Steps label="Steps to your order" steps={CHECKOUT_STEPS} at={0} />
      </header>
      {data?.as_of && <AsOf at={data.as_of}>Prices and stock may have changed. Your bag can be changed again when the network is back.</AsOf>}
      {items && items.length > 0 && data?.as_of === null && <WaitingOrder />}
      {items ? <Bag items={items} away={data?.as_of != null} /> : error ? <Unread what="Your bag" message={error.message} again={() => void refetch()} /> : <Loader rows={4} height={120} />}
    </div>
  )
}

function Bag({ items, away }: { items: CartItem[]; away: boolean }) {
  if (items.length === 0) return (
    <EmptyState title="Your Cart Is Empty" icon={<ShoppingBag size={32} aria-hidden />} action={<ButtonLink to="/shop">Go to the shop</ButtonLink>}>
      What you add to your shopping bag waits for you here.
    </EmptyState>
  )
  return (
    <div className={styles.columns}>
      <div>
        <News items={items} away={away} />
        <ul className="bare">{items.map(item => <CartLine key={item.id} item={item} away={away} />)}</ul>
      </div>
      <Summary items={items} away={away} />
    </div>
  )
}

/** Names what changed since last time, until somebody has read it. */
function News({ items, away }: { items: CartItem[]; away: boolean }) {
  const [busy, setBusy] = useState(false)
  const changed = items.filter(({ changes }) => changes.some(isNews))
  if (changed.length === 0) return null
  const read = async () => {
    setBusy(true)
    await Promise.all(changed.map(({ id }) => changeLine(id))).catch(error => say({ kind: 'bad', words: messagesOf(error).join(' ') }))
    setBusy(false)
  }
  const names = changed.map(({ product_variation: { product } }) => product.name).join(', ')
  return (
    <Alert kind="warn" title={changed.length === 1 ? 'One thing changed since you were last here' : `${changed.length} things changed since you were last here`}>
      <p>{names}: see below.</p>
      <Button kind="secondary" disabled={away} busy={busy} onClick={() => void read()}>Got it</Button>
    </Alert>
  )
}

function Summary({ items, away }: { items: CartItem[]; away: boolean }) {
  const pieces = piecesIn(items.filter(isForSale))
  return (
    <aside className={styles.summary} aria-label="Total">
      <p className={styles.row}><span>{formatCount(pieces)} {pieces === 1 ? 'piece' : 'pieces'}</span></p>
      <p className={`${styles.row} ${styles.total}`} aria-live="polite"><span>Subtotal</span><span>{formatCedis(cartSubtotal(items))}</span></p>
      <p className={styles.hint}>Delivery depends on where it goes; picking it up from the shop is free.</p>
      {away ? <Button type="button" wide disabled>Checkout</Button> : <ButtonLink to="/checkout" wide>Checkout</ButtonLink>}
      <ButtonLink to="/shop" kind="quiet" wide>Continue shopping</ButtonLink>
    </aside>
  )
}
