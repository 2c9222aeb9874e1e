import Heart from 'lucide-react/icons/heart'
import ShareIcon from 'lucide-react/icons/share-2'
import X from 'lucide-react/icons/x'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { TellMe } from '#pwa/alerts/tell-me.tsx'
import { isStranger } from '#pwa/lib/api-error.ts'
import { lazyPart } from '#pwa/lib/lazy-screen.ts'
import { visitor } from '#pwa/session/session.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { AsOf } from '#pwa/ui/as-of.tsx'
import { Button, ButtonLink, IconButton } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import page from '#pwa/ui/page.module.css'
import { LoadError } from '#pwa/ui/load-error.tsx'
import type { ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import type { UnavailableWish, WishlistItem } from '#sync/protocol/shop/wishlist.ts'
import { useWishlist } from './gathered.ts'
import { toggle } from './heart.tsx'
import * as newsWords from '../home/news-words.ts'
import { News } from '../home/news.tsx'
import { ProductGrid } from '../product-card.tsx'
import { takeWishesAsRead, wishes } from './wishes.ts'
import styles from './cart.module.css'
import * as words from './wishlist-words.ts'

/** The shopper's wishlist, the latest first. */
export function Wishlist() {
  const { data, error, refetch } = useWishlist()
  const nobody = useAtomValue(visitor) === null
  const mounted = useMounted()
  const waiting = useAtomValue(wishes)
  if (isStranger(error)) throw error
  const stillMarked = ({ product_id }: { product_id: number }) => waiting[product_id] !== false
  const items = data?.reply.wishlist_items.data.filter(stillMarked) ?? (nobody ? [] : undefined)
  const unavailable = data?.reply.unavailable_items.filter(stillMarked) ?? []
  const shown = new Set(items?.map(({ product_id }) => product_id))
  const unsent = mounted ? Object.keys(waiting).length : 0
  const unseen = mounted ? Object.entries(waiting).filter(([id, wanted]) => wanted && !shown.has(Number(id))).length : 0
  const isEmpty = items?.length === 0
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{words.wishlist}</h1>
        {items && items.length > 0 && <Share />}
      </header>
      {data?.as_of && <AsOf at={data.as_of}>{words.away(unsent)}</AsOf>}
      {unseen > 0 && <p className={styles.hint}>{words.unseen(unseen)}</p>}
      <Changes items={items ?? []} away={data?.as_of != null} />
      {isEmpty && unseen + unavailable.length === 0 && (
        <EmptyState
          title={words.empty}
          icon={<Heart size={32} aria-hidden />}
          action={<ButtonLink to="/shop">{words.toShop}</ButtonLink>}
        >
          {words.pressTheHeart}
        </EmptyState>
      )}
      {!items && error ? (
        <LoadError what={words.yourWishlist} message={error.message} again={() => void refetch()} />
      ) : (
        !isEmpty && <ProductGrid products={items?.map(({ product }) => product)} expected={4} footOf={priceAlertOf} />
      )}
      {unavailable.length > 0 && <Unavailable items={unavailable} />}
    </div>
  )
}

function Share() {
  const [shown, show] = useState<boolean | null>(null)
  return (
    <>
      <Button type="button" kind="secondary" icon={<ShareIcon size={20} aria-hidden />} onClick={() => show(true)}>
        {words.share}
      </Button>
      {shown !== null && <ShareWishlist open={shown} onClose={() => show(false)} />}
    </>
  )
}

const ShareWishlist = lazyPart(() => import('./share-wishlist.tsx'), 'ShareWishlist')

const priceAlertOf = ({ id, name }: ProductSummary) => <TellMe kind="PRICE" subject_id={id} name={name} />

function Changes({ items, away }: { items: readonly WishlistItem[]; away: boolean }) {
  const changed = items.filter(({ changes }) => changes.length > 0)
  return (
    <div className={styles.news}>
      <News count={changed.length} away={away} read={takeWishesAsRead}>
        <ul>
          {changed.map(({ id, product, changes }) => (
            <li key={id}>
              <strong>{product.name}</strong>: {changes.map(newsWords.ofWish).join(' ')}
            </li>
          ))}
        </ul>
      </News>
    </div>
  )
}

/** Saved products that cannot be bought now, by name, so that they can still be removed. */
const Unavailable = ({ items }: { items: readonly UnavailableWish[] }) => (
  <section className={styles.unavailable}>
    <h2>{words.notForSale}</h2>
    <p className={styles.hint}>{words.willBeBack}</p>
    <ul className="bare">
      {items.map(({ product_id, name }) => (
        <li key={product_id}>
          {name}
          <IconButton
            label={words.remove(name)}
            icon={<X size={20} aria-hidden />}
            onClick={() => void toggle({ id: product_id }, false)}
          />
        </li>
      ))}
    </ul>
  </section>
)
