import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { Link } from '#pwa/ui/link.tsx'
import { Picture } from '#pwa/ui/picture.tsx'
import { productPath, type Product } from '#sync/protocol/shop/catalogue.ts'
import * as words from '../product/product-words.ts'
import { recentProducts, withRecent } from './recent-products.ts'
import styles from './recently-viewed.module.css'

/** The products viewed before this one; remembers this one too. */
export function RecentlyViewed({ product: { id, slug, name, images } }: { product: Product }) {
  const setRecent = useSetAtom(recentProducts)
  const image = images[0] ?? null
  useEffect(() => setRecent(known => withRecent(known, { id, slug, name, image })), [id, slug, name, image, setRecent])
  return <RecentTiles without={id} />
}

/** The products viewed last in this browser; `without`: the one that is shown already. */
export function RecentTiles({ without, className = '' }: { without?: number; className?: string | undefined }) {
  const others = useAtomValue(recentProducts).filter(({ id }) => id !== without)
  const mounted = useMounted()
  if (others.length === 0 || !mounted) return null
  return (
    <section className={`${styles.section} ${className}`}>
      <h2>{words.recentlyViewed}</h2>
      <ul className={`bare ${styles.row}`}>
        {others.map(other => (
          <li key={other.id}>
            <Link to={productPath(other)} className={styles.tile}>
              <Picture image={other.image ?? undefined} alt="" sizes="120px" />
              {other.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
