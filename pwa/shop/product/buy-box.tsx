import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { say, type Notice } from '#pwa/lib/notice.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Stepper } from '#pwa/ui/stepper.tsx'
import type { Product, Variation } from '#sync/protocol/shop/catalogue.ts'
import { useAddToBag } from '../bag/bag.ts'
import styles from './buy-box.module.css'
import * as goodsWords from '../goods-words.tsx'
import { WishButton } from '../bag/heart.tsx'
import * as words from './product-words.ts'

const ADDED: Notice = { words: words.added, link: { to: '/cart', words: words.viewBag } }

interface Props {
  product: Product
  variation: Variation | null
}

/** The quantity, and where it goes: into the bag, straight to checkout, or on the wishlist. */
export function BuyBox({ product, variation }: Props) {
  const { add, busy, errors } = useAddToBag()
  const [wanted, want] = useState(1)
  const navigate = useNavigate()
  const left = Math.max(0, variation?.quantity_in_stock ?? 0)
  const quantity = Math.min(wanted, Math.max(1, left))
  const addition = { product_variation_id: variation?.id ?? 0, quantity }
  const toBag = async () => {
    if ((await add(addition)).length === 0) say(ADDED)
  }
  const buyNow = async () => {
    if ((await add(addition)).length === 0) void navigate('/checkout')
  }
  return (
    <section className={styles.box} aria-label={words.buy}>
      <ErrorList messages={errors} />
      {left > 0 && (
        <div className={styles.quantity}>
          <span aria-hidden>{words.quantity}</span>
          <Stepper label={words.quantity} value={quantity} most={left} onChange={want} />
        </div>
      )}
      <div className={styles.buttons}>
        <Button
          type="button"
          busy={busy}
          disabled={left === 0}
          icon={<ShoppingBag size={20} aria-hidden />}
          onClick={() => void toBag()}
        >
          {left > 0 ? words.addToBag : goodsWords.soldOut}
        </Button>
        {left > 0 && (
          <Button type="button" kind="secondary" disabled={busy} onClick={() => void buyNow()}>
            {words.buyNow}
          </Button>
        )}
        <WishButton product={product} />
      </div>
    </section>
  )
}

/** A button that adds one piece to the bag, for narrow places. */
export function AddOneButton({ variation }: Pick<Props, 'variation'>) {
  const { add, busy } = useAddToBag()
  const left = variation?.quantity_in_stock ?? 0
  const toBag = async () => {
    const wrong = await add({ product_variation_id: variation!.id })
    say(wrong.length === 0 ? ADDED : { kind: 'bad', words: wrong.join(' ') })
  }
  return (
    <Button type="button" busy={busy} busyLabel={words.adding} disabled={left <= 0} onClick={() => void toBag()}>
      {left > 0 ? words.addToBag : goodsWords.soldOut}
    </Button>
  )
}
