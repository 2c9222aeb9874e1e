import Heart from 'lucide-react/icons/heart'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { Button } from '#pwa/ui/button.tsx'
import styles from './heart.module.css'
import { useIsMarked, wish } from './wishes.ts'

interface Marked { id: number; name: string; favorited: boolean }

/** On a card: marks the product, or takes it off the wishlist. */
export function HeartButton({ product }: { product: Marked }) {
  const marked = useIsMarked(product)
  return (
    <button
      type="button" className={`${styles.heart} ${marked ? styles.marked : ''}`} aria-pressed={marked} aria-label={`Save ${product.name} to wishlist`}
      title={marked ? 'Remove from Wishlist' : 'Save to Wishlist'} onClick={() => void toggle(product, !marked)}
    >
      <Heart size={20} aria-hidden />
    </button>
  )
}

/** The same with words, on the product's page. */
export function WishButton({ product }: { product: Marked }) {
  const marked = useIsMarked(product)
  return (
    <Button type="button" kind="quiet" className={marked ? styles.marked : ''} icon={<Heart size={20} aria-hidden />} onClick={() => void toggle(product, !marked)}>
      {marked ? 'Remove from Wishlist' : 'Save to Wishlist'}
    </Button>
  )
}

async function toggle({ id }: Marked, wanted: boolean): Promise<void> {
  try {
    if (await wish(id, wanted) === 'waits') say({ kind: 'info', words: 'No connection: this is kept here and sent to your wishlist later.' })
  } catch (error) {
    say({ kind: 'bad', words: messagesOf(error).join(' ') })
  }
}
