import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SignedIn } from '#pwa/session/session.ts'
import { Button } from '#pwa/ui/button.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { openCart } from './cart/cart-atom.ts'
import { CartPanel } from './cart/cart-panel.tsx'
import { checkOut, type Unsold } from './cart/checkout.ts'
import styles from './counter-screen.module.css'
import { said, selling } from './counter.ts'
import { countOf, totalOf } from './cart/open-cart.ts'
import { ProductPanel } from './cart/product-panel.tsx'
import * as tillWords from './till-words.ts'

interface Props {
  teller: SignedIn
  number: string
}

/** The sale screen: goods on the left, the cart on the right; on a phone two tabs above one total. */
export function Counter({ teller, number }: Props) {
  const [tab, setTab] = useState<'search' | 'cart'>('search')
  const [unsold, setUnsold] = useState<Unsold | null>(null)
  const busy = useAtomValue(selling)

  async function sell() {
    setUnsold(null)
    const outcome = await checkOut(teller)
    setUnsold(outcome)
    if (outcome) setTab('cart')
  }
  useCheckoutKey(() => void sell())

  return (
    <div className={styles.counter} data-tab={tab}>
      <Tabs tab={tab} onTab={setTab} />
      <div className={styles.search}>
        <ProductPanel />
      </div>
      <div className={styles.cart}>
        <CartPanel number={number} problem={unsold?.words ?? null} busy={busy} onCheckOut={() => void sell()} />
      </div>
      <PhoneFoot tab={tab} busy={busy} onCart={() => setTab('cart')} onCheckOut={() => void sell()} />
      <SaidAloud />
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
  onCart,
  onCheckOut,
}: {
  tab: 'search' | 'cart'
  busy: boolean
  onCart: () => void
  onCheckOut: () => void
}) {
  const total = totalOf(useAtomValue(openCart))
  return (
    <div className={styles.foot}>
      <p>
        <span>{tillWords.totalLabel}</span> <strong>{formatCedis(total)}</strong>
      </p>
      {tab === 'search' ? (
        <Button type="button" size="till" onClick={onCart}>
          {tillWords.toPayment}
        </Button>
      ) : (
        <Button type="button" size="till" busy={busy} onClick={onCheckOut}>
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
