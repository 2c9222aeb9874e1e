import { useAtom, useAtomValue } from 'jotai'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import { useEffect, useEffectEvent, useState } from 'react'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { CardPart } from '../payment/card-box.tsx'
import { takeCardOff } from '../payment/card-tender.ts'
import { CartTotals } from './cart-totals.tsx'
import { cartUnkept, nextCart, openCart } from './cart-atom.ts'
import { CartLines } from './cart-lines.tsx'
import type { Unsold } from './checkout.ts'
import { countOf, isEmpty, leftOf, totalOf, type Cart, type Payment } from './open-cart.ts'
import { Parking } from './parking.tsx'
import { PayBar } from '../payment/pay-bar.tsx'
import { isPaying } from '../payment/pay-step.ts'
import { PaymentForm } from '../payment/payment-form.tsx'
import styles from './cart-panel.module.css'
import * as words from './cart-words.ts'

interface Props {
  /** Why the last Checkout failed, and the cart it left. */
  unsold: (Unsold & { cart: Cart }) | null
  busy: boolean
  onCheckOut: () => void
}

/** The open cart: its lines or its payment, the total, and Checkout. */
export function CartPanel({ unsold, busy, onCheckOut }: Props) {
  const [cart, change] = useAtom(openCart)
  const isUnkept = useAtomValue(cartUnkept)
  const [paying, setPaying] = useAtom(isPaying)
  const [isBack, setBack] = useState(false)
  const problem = unsold && isAbout(unsold, cart) ? unsold : null
  const pay = (payment: Partial<Payment>) => change({ do: 'pay', payment })
  const step = (open: boolean) => {
    setBack(!open)
    setPaying(open)
  }
  useEscape(paying, () => step(false))

  return (
    <section className={styles.panel} aria-label={words.cart}>
      <header className={styles.head}>
        <h2>{paying ? words.payment : words.sale}</h2>
        {paying ? (
          <Button type="button" kind="quiet" icon={<ArrowLeft size={20} aria-hidden />} onClick={() => step(false)}>
            {words.backToItems}
          </Button>
        ) : (
          <span className={styles.tools}>
            <Parking cart={cart} busy={busy} />
            <Reset cart={cart} busy={busy} />
          </span>
        )}
      </header>
      <div key={paying ? 'payment' : 'items'} className={styles.lines}>
        {paying ? (
          <PaymentForm
            cart={cart}
            total={totalOf(cart)}
            disabled={busy}
            refused={problem?.reason === 'invalid'}
            onChange={pay}
          />
        ) : cart.lines.length === 0 ? (
          <EmptyState title={words.empty} icon={<ShoppingBasket size={32} aria-hidden />}>
            {words.howToBegin}
          </EmptyState>
        ) : (
          <CartLines lines={cart.lines} disabled={busy} onChange={change} />
        )}
      </div>
      <div className={styles.foot}>
        <CartTotals cart={cart} withChange={!paying} />
        {!paying && cart.card && <CardPart cart={cart} total={totalOf(cart)} />}
        {!paying && <PayBar cart={cart} disabled={busy} isBack={isBack} onOpen={() => step(true)} onChange={pay} />}
        {isUnkept && <Alert kind="warn">{words.deviceFull}</Alert>}
        {problem && <Alert kind="bad">{problem.words}</Alert>}
        <Button
          type="button"
          size="till"
          wide
          className={styles.checkout ?? ''}
          busy={busy}
          aria-disabled={cart.lines.length === 0 || (cart.parts != null && leftOf(cart) !== 0) || undefined}
          aria-keyshortcuts="F9"
          onClick={onCheckOut}
        >
          {words.checkout} <kbd className={styles.key}>{words.checkoutKey}</kbd>
        </Button>
      </div>
    </section>
  )
}

/** A wrong input is no longer wrong once the cart changed; the rest stays until another cart comes. */
const isAbout = (unsold: Unsold & { cart: Cart }, cart: Cart) =>
  unsold.reason === 'invalid' ? unsold.cart === cart : unsold.cart.id === cart.id

/** Escape, unless it closes a dialog. */
function useEscape(isOn: boolean, press: () => void) {
  const onPress = useEffectEvent(press)
  useEffect(() => {
    if (!isOn) return
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key === 'Escape' && !(target instanceof Element && target.closest('dialog'))) onPress()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOn])
}

/** Empties the cart; asks first while it holds anything. */
function Reset({ cart, busy }: { cart: Cart; busy: boolean }) {
  const [isAsking, setAsking] = useState(false)
  function reset() {
    setAsking(false)
    if (cart.card) takeCardOff()
    nextCart()
  }
  return (
    <>
      <Button
        type="button"
        kind="quiet"
        icon={<RotateCcw size={20} aria-hidden />}
        disabled={busy}
        onClick={() => (isEmpty(cart) ? reset() : setAsking(true))}
      >
        {words.reset}
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title={words.emptyTitle}>
        <p>{words.emptied(countOf(cart), totalOf(cart))}</p>
        <DialogActions>
          <Button type="button" kind="secondary" size="till" onClick={() => setAsking(false)}>
            {words.keepIt}
          </Button>
          <Button type="button" kind="danger" size="till" onClick={reset}>
            {words.emptyTheCart}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
