import Heart from 'lucide-react/icons/heart'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { Button } from '#pwa/ui/button.tsx'
import * as words from '../goods-words.tsx'
import styles from './heart.module.css'
import { useIsMarked, wish } from './wishes.ts'

interface Marked {
  id: number
  name: string
  favorited: boolean
}

/** On a card: adds the product to the wishlist, or removes it. */
export function HeartButton({ product }: { product: Marked }) {
  const marked = useIsMarked(product)
  return (
    <button
      type="button"
      className={`${styles.heart} ${marked ? styles.marked : ''}`}
      aria-pressed={marked}
      aria-label={words.saveNamed(product.name)}
      title={marked ? words.removeFromWishlist : words.saveToWishlist}
      onClick={() => void toggle(product, !marked)}
    >
      <Heart size={20} aria-hidden />
    </button>
  )
}

/** The same with words, on the product's page. */
export function WishButton({ product }: { product: Marked }) {
  const marked = useIsMarked(product)
  return (
    <Button
      type="button"
      kind="quiet"
      className={marked ? styles.marked : ''}
      icon={<Heart size={20} aria-hidden />}
      onClick={() => void toggle(product, !marked)}
    >
      {marked ? words.removeFromWishlist : words.saveToWishlist}
    </Button>
  )
}

/** Adds a product to the wishlist or removes it, and reports a result that the screen does not show. */
export async function toggle({ id }: Pick<Marked, 'id'>, wanted: boolean): Promise<void> {
  try {
    if ((await wish(id, wanted)) === 'waits') say({ kind: 'info', words: words.wishWaits })
  } catch (error) {
    say({ kind: 'bad', words: messagesOf(error).join(' ') })
  }
}
