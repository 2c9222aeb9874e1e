import Heart from 'lucide-react/icons/heart'
import { useAtomValue } from 'jotai'
import { isStranger } from '#pwa/lib/api-error.ts'
import { visitor } from '#pwa/lib/session.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { AsOf } from '#pwa/ui/as-of.tsx'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import page from '#pwa/ui/page.module.css'
import { Unread } from '#pwa/ui/unread.tsx'
import { useWishlist } from './gathered.ts'
import { ProductGrid } from './product-card.tsx'
import { wishes } from './wishes.ts'
import styles from './cart.module.css'

/** What somebody has marked, the latest first. */
export function Wishlist() {
  const { data, error, refetch } = useWishlist()
  const nobody = useAtomValue(visitor) === null
  const mounted = useMounted()
  const waiting = useAtomValue(wishes)
  if (isStranger(error)) throw error
  const unavailable = data?.reply.unavailable ?? 0
  const products = data?.reply.wishlist_items.data.map(({ product }) => product).filter(({ id }) => waiting[id] !== false) ?? (nobody && mounted ? [] : undefined)
  const shown = new Set(products?.map(({ id }) => id))
  const unsent = mounted ? Object.keys(waiting).length : 0
  const unseen = mounted ? Object.entries(waiting).filter(([id, wanted]) => wanted && !shown.has(Number(id))).length : 0
  return (
    <div className={page.page}>
      <header className={styles.head}><h1>Wishlist</h1></header>
      {data?.as_of && <AsOf at={data.as_of}>Prices may have changed. {unsent > 0 ? `${unsent === 1 ? 'One change waits' : `${unsent} changes wait`} here and will be sent.` : 'What you change is kept here and sent later.'}</AsOf>}
      {unseen > 0 && <p className={styles.hint}>{unseen === 1 ? 'One product' : `${unseen} products`} you marked without a connection will be here once the shop has heard of it.</p>}
      {products?.length === 0 && unseen > 0 ? null : products?.length === 0 ? (
        <EmptyState title="Your Wishlist Is Empty" icon={<Heart size={32} aria-hidden />} action={<ButtonLink to="/shop">Go to the shop</ButtonLink>}>
          Press the heart on anything you like, and find it here again.
        </EmptyState>
      ) : products || !error ? <ProductGrid products={products} expected={4} /> : <Unread what="Your wishlist" message={error.message} again={() => void refetch()} />}
      {unavailable > 0 && <p className={styles.hint}>{unavailable === 1 ? 'One product you saved is' : `${unavailable} products you saved are`} not for sale at present, and will be back here when for sale again.</p>}
    </div>
  )
}
