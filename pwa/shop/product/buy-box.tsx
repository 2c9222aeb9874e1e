import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { say } from '#pwa/lib/notice.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { PayMarks } from '#pwa/shell/pay-marks.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Stepper } from '#pwa/ui/stepper.tsx'
import type { Product, Variation } from '#sync/protocol/shop/catalogue.ts'
import { useAddToBag } from '../bag/bag.ts'
import { TellMe } from '#pwa/alerts/tell-me.tsx'
import { showAdded } from '../bag/show-added.ts'
import styles from './buy-box.module.css'
import * as goodsWords from '../goods-words.tsx'
import { WishButton } from '../bag/heart.tsx'
import * as words from './product-words.ts'

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
  const [isWrong, setWrong] = useState(false)
  const box = useRef<HTMLElement>(null)
  const buy = async (then: () => unknown) => {
    if (isWrong) return box.current?.querySelector('input')?.focus()
    if ((await add(addition)).length === 0) then()
  }
  return (
    <section ref={box} className={styles.box} aria-label={words.buy}>
      <ErrorList messages={errors} />
      {left > 0 && (
        <div className={styles.quantity}>
          <span aria-hidden>{words.quantity}</span>
          <Stepper
            label={words.quantity}
            value={quantity}
            most={left}
            tooMany={goodsWords.onlyLeft}
            onChange={want}
            onWrong={setWrong}
          />
        </div>
      )}
      <div className={styles.buttons}>
        <Button
          type="button"
          busy={busy}
          disabled={left === 0}
          icon={<ShoppingBag size={20} aria-hidden />}
          onClick={({ currentTarget }) => void buy(() => showAdded(addition.product_variation_id, currentTarget))}
        >
          {left > 0 ? words.addToBag : goodsWords.soldOut}
        </Button>
        {left > 0 && (
          <Button type="button" kind="secondary" disabled={busy} onClick={() => void buy(() => navigate('/checkout'))}>
            {words.buyNow}
          </Button>
        )}
        <WishButton product={product} />
      </div>
      {variation && left === 0 && <TellMe kind="STOCK" subject_id={variation.id} />}
      <div className={styles.pay}>
        <p>{words.payWith}</p>
        <PayMarks />
      </div>
    </section>
  )
}

/** A button that adds one piece to the bag, for narrow places. */
export function AddOneButton({ variation }: Pick<Props, 'variation'>) {
  const { add, busy } = useAddToBag()
  const left = variation?.quantity_in_stock ?? 0
  const toBag = async (from: HTMLElement) => {
    const { id } = variation!
    const wrong = await add({ product_variation_id: id })
    if (wrong.length === 0) showAdded(id, from)
    else say({ kind: 'bad', words: wrong.join(' ') })
  }
  return (
    <Button
      type="button"
      busy={busy}
      busyLabel={words.adding}
      disabled={left <= 0}
      onClick={({ currentTarget }) => void toBag(currentTarget)}
    >
      {left > 0 ? words.addToBag : goodsWords.soldOut}
    </Button>
  )
}
