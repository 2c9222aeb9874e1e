import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SignedIn } from '#pwa/session/session.ts'
import { Button } from '#pwa/ui/button.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { openCart } from './cart/cart-atom.ts'
import { CartPanel } from './cart/cart-panel.tsx'
import { checkOut, type Unsold } from './cart/checkout.ts'
import styles from './counter-screen.module.css'
import { said, selling } from './counter.ts'
import { countOf, totalOf, type Cart } from './cart/open-cart.ts'
import { isPaying } from './payment/pay-step.ts'
import { ProductPanel } from './goods/product-panel.tsx'
import { WhichDialog } from './goods/which-dialog.tsx'
import * as tillWords from './till-words.ts'

/** The sale screen: goods on the left, the cart on the right; on a phone two tabs above one total. */
export function Counter({ teller }: { teller: SignedIn }) {
  const [tab, setTab] = useState<'search' | 'cart'>('search')
  const [unsold, setUnsold] = useState<(Unsold & { cart: Cart }) | null>(null)
  const pay = useSetAtom(isPaying)
  const busy = useAtomValue(selling)
  const store = useStore()

  async function sell() {
    setUnsold(null)
    const outcome = await checkOut(teller)
    if (!outcome) return
    const cart = store.get(openCart)
    setUnsold({ ...outcome, cart })
    setTab('cart')
    if (outcome.reason === 'invalid' && cart.lines.length > 0) pay(true)
  }
  useCheckoutKey(() => void sell())
  /** The cart's tab shows its items, 'To payment' the payment. */
  function show(next: 'search' | 'cart') {
    setTab(next)
    pay(false)
  }
  function toPayment() {
    setTab('cart')
    pay(true)
  }

  return (
    <div className={styles.counter} data-tab={tab}>
      <Tabs tab={tab} onTab={show} />
      <div className={styles.search}>
        <ProductPanel />
      </div>
      <div className={styles.cart}>
        <CartPanel unsold={unsold} busy={busy} onCheckOut={() => void sell()} />
      </div>
      <PhoneFoot tab={tab} busy={busy} onPay={toPayment} onCheckOut={() => void sell()} />
      <SaidAloud />
      <WhichDialog />
    </div>
  )
}

function Tabs({ tab, onTab }: { tab: 'search' | 'cart'; onTab: (tab: 'search' | 'cart') => void }) {
  const count = countOf(useAtomValue(openCart))
  return (
    <nav className={styles.tabs} aria-label={tillWords.searchOrCart}>
      <button type="button" aria-pressed={tab === 'search'} onClick={() => onTab('search')}>
        {tillWords.search}
      </button>
      <button type="button" aria-pressed={tab === 'cart'} onClick={() => onTab('cart')}>
        {tillWords.cart}
        {count > 0 && ` · ${count}`}
      </button>
    </nav>
  )
}

/** On a phone the total stays visible; the payment is reviewed before the sale. */
function PhoneFoot({
  tab,
  busy,
  onPay,
  onCheckOut,
}: {
  tab: 'search' | 'cart'
  busy: boolean
  onPay: () => void
  onCheckOut: () => void
}) {
  const cart = useAtomValue(openCart)
  const total = totalOf(cart)
  const isIdle = cart.lines.length === 0 || undefined
  return (
    <div className={styles.foot}>
      <p>
        <span>{tillWords.totalLabel}</span> <strong>{formatCedis(total)}</strong>
      </p>
      {tab === 'search' ? (
        <Button type="button" size="till" aria-disabled={isIdle} onClick={onPay}>
          {tillWords.toPayment}
        </Button>
      ) : (
        <Button type="button" size="till" busy={busy} aria-disabled={isIdle} onClick={onCheckOut}>
          {tillWords.checkout}
        </Button>
      )}
    </div>
  )
}

/** The till's last message: visible below the goods, and announced at once to a screen reader. */
function SaidAloud() {
  const words = useAtomValue(said)
  return (
    <p
      className={`${styles.said} ${words?.kind === 'bad' ? styles.bad : ''}`}
      role={words?.kind === 'bad' ? 'alert' : 'status'}
    >
      {words && <span key={words.at}>{words.words}</span>}
    </p>
  )
}

/** F9 completes the sale from any focus; holding it down sells once. */
function useCheckoutKey(press: () => void) {
  const onPress = useEffectEvent(press)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F9') return
      event.preventDefault()
      if (!event.repeat) onPress()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
