import { useAtom, useAtomValue } from 'jotai'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import { useState } from 'react'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { cartUnkept, nextCart, openCart } from './cart-atom.ts'
import { CartLines } from './cart-lines.tsx'
import { countOf, isEmpty, totalOf } from './open-cart.ts'
import { PaymentForm } from './payment-form.tsx'
import styles from './cart-panel.module.css'
import * as words from './cart-words.ts'

interface Props {
  /** The receipt number of this sale. */
  number: string
  /** Why the last Checkout failed. */
  problem: string | null
  busy: boolean
  onCheckOut: () => void
}

/** The open cart: its lines, its payment, and Checkout. */
export function CartPanel({ number, problem, busy, onCheckOut }: Props) {
  const [cart, change] = useAtom(openCart)
  const isUnkept = useAtomValue(cartUnkept)
  const [isAsking, setAsking] = useState(false)
  const total = totalOf(cart)
  const count = countOf(cart)

  function reset() {
    setAsking(false)
    nextCart()
  }

  return (
    <section className={styles.panel} aria-label={words.cart}>
      <header className={styles.head}>
        <h2>
          {words.sale} <span className={styles.number}>{number}</span>
        </h2>
        <Button
          type="button"
          kind="quiet"
          icon={<RotateCcw size={20} aria-hidden />}
          disabled={busy}
          onClick={() => (isEmpty(cart) ? reset() : setAsking(true))}
        >
          {words.reset}
        </Button>
      </header>
      <div className={styles.lines}>
        {cart.lines.length === 0 ? (
          <EmptyState title={words.empty} icon={<ShoppingBasket size={32} aria-hidden />}>
            {words.howToBegin}
          </EmptyState>
        ) : (
          <CartLines lines={cart.lines} disabled={busy} onChange={change} />
        )}
      </div>
      <div className={styles.foot}>
        <dl className={styles.totals}>
          <div>
            <dt>{words.subtotal(count)}</dt>
            <dd>{formatCedis(total)}</dd>
          </div>
          <div className={styles.total}>
            <dt>{words.totalLabel}</dt>
            <dd>{formatCedis(total)}</dd>
          </div>
        </dl>
        <PaymentForm cart={cart} total={total} disabled={busy} onChange={payment => change({ do: 'pay', payment })} />
        {isUnkept && <Alert kind="warn">{words.deviceFull}</Alert>}
        {problem && <Alert kind="bad">{problem}</Alert>}
        <Button
          type="button"
          size="till"
          wide
          className={styles.checkout ?? ''}
          busy={busy}
          aria-keyshortcuts="F9"
          onClick={onCheckOut}
        >
          {words.checkout} <kbd className={styles.key}>{words.checkoutKey}</kbd>
        </Button>
      </div>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title={words.emptyTitle}>
        <p>{words.emptied(count, total)}</p>
        <DialogActions>
          <Button type="button" kind="secondary" size="till" onClick={() => setAsking(false)}>
            {words.keepIt}
          </Button>
          <Button type="button" kind="danger" size="till" onClick={reset}>
            {words.emptyTheCart}
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  )
}
