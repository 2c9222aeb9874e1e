import { useAtom, useAtomValue } from 'jotai'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import { useState } from 'react'
import { formatCount } from '#pwa/lib/format.ts'
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

interface Props {
  /** The receipt number this sale will have. */
  number: string
  /** Why the last Checkout sold nothing. */
  problem: string | null
  busy: boolean
  onCheckOut: () => void
}

/** The open cart: its lines, how it is paid, and Checkout. */
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
    <section className={styles.panel} aria-label="Cart">
      <header className={styles.head}>
        <h2>
          Sale <span className={styles.number}>{number}</span>
        </h2>
        <Button
          type="button"
          kind="quiet"
          icon={<RotateCcw size={20} aria-hidden />}
          disabled={busy}
          onClick={() => (isEmpty(cart) ? reset() : setAsking(true))}
        >
          Reset
        </Button>
      </header>
      <div className={styles.lines}>
        {cart.lines.length === 0 ? (
          <EmptyState title="The cart is empty" icon={<ShoppingBasket size={32} aria-hidden />}>
            Scan an item, or find it and press Add.
          </EmptyState>
        ) : (
          <CartLines lines={cart.lines} disabled={busy} onChange={change} />
        )}
      </div>
      <div className={styles.foot}>
        <dl className={styles.totals}>
          <div>
            <dt>
              Sub-total · {formatCount(count)} {count === 1 ? 'item' : 'items'}
            </dt>
            <dd>{formatCedis(total)}</dd>
          </div>
          <div className={styles.total}>
            <dt>TOTAL</dt>
            <dd>{formatCedis(total)}</dd>
          </div>
        </dl>
        <PaymentForm cart={cart} total={total} disabled={busy} onChange={payment => change({ do: 'pay', payment })} />
        {isUnkept && (
          <Alert kind="warn">
            This device is full: the open cart would not survive a reload. Finished sales are safe.
          </Alert>
        )}
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
          Checkout <kbd className={styles.key}>F9</kbd>
        </Button>
      </div>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title="Empty this cart?">
        <p>
          {formatCount(count)} {count === 1 ? 'item' : 'items'} for {formatCedis(total)} will be taken out. Finished
          sales are not touched.
        </p>
        <DialogActions>
          <Button type="button" kind="secondary" size="till" onClick={() => setAsking(false)}>
            Keep it
          </Button>
          <Button type="button" kind="danger" size="till" onClick={reset}>
            Empty the cart
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  )
}
