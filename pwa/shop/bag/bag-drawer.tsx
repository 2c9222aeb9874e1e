import { useSetAtom } from 'jotai'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { FreeDelivery } from '#pwa/delivery/free-delivery.tsx'
import { ButtonLink, IconButton } from '#pwa/ui/button.tsx'
import { Picture } from '#pwa/ui/picture.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import * as uiWords from '#pwa/ui/ui-words.ts'
import { useModal } from '#pwa/ui/use-modal.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { cartLineTotal, cartSubtotal, isForSale, piecesIn, type CartItem } from '#sync/protocol/shop/cart.ts'
import styles from './bag-drawer.module.css'
import * as cartWords from './cart-words.ts'
import { useCart } from './gathered.ts'
import * as words from './gathered-words.ts'
import { added, type Added } from './added.ts'

/** What was just added to the bag, with the ways on. Escape and a press beside it close it. */
export function BagDrawer({ shown: { variation_id, from } }: { shown: Added }) {
  const close = useSetAtom(added)
  const modal = useModal(true, () => close(null))
  const { ref: dialog } = modal
  const items = useCart().data?.reply.cart_items.data ?? []
  const item = items.find(({ product_variation_id }) => product_variation_id === variation_id)
  useEffect(() => {
    dialog.current?.querySelector<HTMLElement>('a')?.focus()
    return () => from.focus({ preventScroll: true })
  }, [dialog, from])
  return (
    <dialog
      {...modal}
      className={styles.drawer}
      aria-labelledby="added"
      onPointerDown={({ target }) => {
        if (target === dialog.current) close(null)
      }}
    >
      <div className={styles.inner}>
        <header className={styles.head}>
          <h2 id="added">{words.added}</h2>
          <IconButton label={uiWords.close} icon={<X size={20} />} onClick={() => close(null)} />
        </header>
        {item ? <Line item={item} /> : <Skeleton height={96} />}
        <FreeDelivery subtotal={cartSubtotal(items)} />
        <p className={styles.sum}>
          <span>
            {cartWords.subtotal} · {cartWords.pieces(piecesIn(items.filter(isForSale)))}
          </span>
          <strong>{formatCedis(cartSubtotal(items))}</strong>
        </p>
        <ButtonLink to="/checkout" wide onClick={() => close(null)}>
          {cartWords.checkout}
        </ButtonLink>
        <ButtonLink to="/cart" kind="secondary" wide onClick={() => close(null)}>
          {words.viewBag}
        </ButtonLink>
      </div>
    </dialog>
  )
}

function Line({ item }: { item: CartItem }) {
  const { product, size, colour } = item.product_variation
  return (
    <div className={styles.line}>
      <Picture image={product.images[0]} alt="" sizes="88px" />
      <div>
        <p className={styles.name}>{product.name}</p>
        <p className={styles.choice}>
          {size.name}
          {colour && (
            <>
              {' '}
              · <Swatch code={colour.code} size={14} /> {colour.name}
            </>
          )}{' '}
          · {cartWords.pieces(item.quantity)}
        </p>
        <p>{formatCedis(cartLineTotal(item))}</p>
      </div>
    </div>
  )
}
