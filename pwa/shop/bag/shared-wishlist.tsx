import Heart from 'lucide-react/icons/heart'
import { useParams } from 'react-router-dom'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import page from '#pwa/ui/page.module.css'
import { ProductGrid } from '../product-card.tsx'
import * as words from './share-words.ts'

/** Somebody's wishlist by its link. */
export function SharedWishlist() {
  const { token = '' } = useParams()
  const { data, error, refetch } = useApi('GET /api/wishlist/shared/:token', { params: { token } }, { page: true })
  const title = data && words.wishlistOf(data.first_name)
  useTitle(title)
  if (!data && error)
    return (
      <div className={page.page}>
        <LoadError what={words.shared} message={error.message} again={() => void refetch()} />
      </div>
    )
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{title ?? words.wishlistOf(null)}</h1>
      </div>
      {data?.products.length === 0 ? (
        <EmptyState
          title={words.nothing}
          icon={<Heart size={32} aria-hidden />}
          action={<ButtonLink to="/shop">{words.toShop}</ButtonLink>}
        />
      ) : (
        <ProductGrid products={data?.products} expected={4} />
      )}
    </div>
  )
}
