import { useApi } from '#pwa/lib/use-api.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Alert } from '#pwa/ui/alert.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Picture } from '#pwa/ui/picture.tsx'
import { pictureAt } from '#sync/protocol/shop/catalogue.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { Announcements, announcementsOf } from './announcements.tsx'
import { CategoryRow } from './category-row.tsx'
import { readFilters } from '../list/filters.ts'
import * as words from './home-words.ts'
import styles from './home.module.css'
import { KeptProducts } from '../bag/kept-products.tsx'
import { ShelvesAsOf } from '../list/shelves-as-of.tsx'
import { ProductGrid } from '../product-card.tsx'
import { UnreadGoods } from '../bag/unread-goods.tsx'

const LOOKS = [styles.olive, styles.clay, styles.night].map(String)

export function Home() {
  const shop = useShop()
  const newest = useApi('GET /api/products', {
    query: { per_page: 3, order_column: 'products.created_at', order_direction: 'desc' },
  })
  const explore = useApi('GET /api/products', {
    query: { per_page: 4, order_column: 'products.views', order_direction: 'desc' },
  })
  const isAllUnread = newest.isError && explore.isError
  const star = explore.data?.products.data[0]
  return (
    <>
      <Announcements lines={shop && announcementsOf(shop)} />
      <section className={styles.hero}>
        <div className={styles.inner}>
          <div className={styles.words}>
            <h1>{shop ? shop.hero.title || shop.name : '\u00A0'}</h1>
            <p>{shop ? shop.hero.words || shop.tagline : '\u00A0'}</p>
            <ButtonLink to="/shop" className={styles.action}>
              {words.shopAll}
            </ButtonLink>
          </div>
          <Picture
            image={star?.images[0]}
            alt={star?.name ?? ''}
            sizes="(min-width: 720px) 420px, 90vw"
            first
            className={styles.blank}
          />
        </div>
      </section>
      {isAllUnread && (
        <div className={styles.section}>
          <Alert kind="warn" title={words.unread}>
            {words.fillsItself}
          </Alert>
          <KeptProducts />
        </div>
      )}
      <ShelvesAsOf replies={[newest.data, explore.data]} className={styles.section} />
      <section className={styles.section}>
        <div className={styles.title}>
          <h2>{words.categories}</h2>
          <Link to="/collections">{words.allCollections}</Link>
        </div>
        <CategoryRow present={explore.isError ? null : explore.data?.facets.categories} />
      </section>
      <section className={styles.section}>
        <div className={styles.title}>
          <h2>{words.newArrivals}</h2>
          <Link to="/shop">{words.allNew}</Link>
        </div>
        {newest.isLoadingError && !isAllUnread ? (
          <UnreadGoods what={words.whatIsNew} error={newest.error} again={newest.refetch} />
        ) : (
          <ProductGrid products={newest.data?.products.data} expected={3} three />
        )}
      </section>
      {shop && shop.promos.length > 0 && (
        <section className={`${styles.section} ${styles.promos}`} aria-label={words.promotions}>
          {shop.promos.map((promo, index) => (
            <Promo key={promo.title} {...promo} look={LOOKS[index % LOOKS.length]!} />
          ))}
        </section>
      )}
      <section className={styles.section}>
        <div className={styles.title}>
          <h2>{words.explore}</h2>
          <Link to="/shop?sort=popularity">{words.mostViewed}</Link>
        </div>
        {explore.isLoadingError && !isAllUnread ? (
          <UnreadGoods what={words.whatIsViewed} error={explore.error} again={explore.refetch} />
        ) : (
          <ProductGrid products={explore.data?.products.data} expected={4} />
        )}
      </section>
    </>
  )
}

/** A promotion with a link; for a category, with the category's picture. */
function Promo({ title, words: line, link, look }: ShopInfo['promos'][number] & { look: string }) {
  const { data } = useApi('GET /api/categories', { query: { per_page: 100 } })
  const [id] = readFilters(new URLSearchParams(link.split('?')[1])).categories
  const picture = data?.categories.data.find(category => category.id === id)?.banner_image
  return (
    <Link to={link} className={`${styles.promo} ${look} ${picture ? styles.pictured : ''}`}>
      <h3>{title}</h3>
      <span>{line}</span>
      {picture && (
        <img
          src={pictureAt(picture.storage_link, 400)}
          alt=""
          width={400}
          height={500}
          loading="lazy"
          decoding="async"
        />
      )}
    </Link>
  )
}
