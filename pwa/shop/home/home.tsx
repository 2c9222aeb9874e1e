import { useApi } from '#pwa/lib/use-api.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Alert } from '#pwa/ui/alert.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Picture } from '#pwa/ui/picture.tsx'
import { pictureAt, type ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { Announcements, announcementsOf } from './announcements.tsx'
import { CategoryRow } from './category-row.tsx'
import { Entrances } from './entrances.tsx'
import { RecentTiles } from './recently-viewed.tsx'
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
  const shown = [...(newest.data?.products.data ?? []), ...(explore.data?.products.data ?? [])]
  const reduced = shown.find(({ discount }) => discount > 0)?.images[0]?.file
  const star = explore.data?.products.data[0]
  return (
    <>
      <Announcements lines={shop && announcementsOf(shop)} />
      <Hero shop={shop} star={star} />
      <Entrances places={shop?.entrances} />
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
          <Link to="/new">{words.allNew}</Link>
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
            <Promo key={promo.title} {...promo} look={LOOKS[index % LOOKS.length]!} reduced={reduced} />
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
      <RecentTiles className={styles.section} />
    </>
  )
}

/** The head of the page, with the picture of the product looked at most. */
const Hero = ({ shop, star }: { shop: ShopInfo | undefined; star: ProductSummary | undefined }) => (
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
)

interface PromoProps {
  look: string
  /** The picture of a reduced product. */
  reduced: { storage_link: string } | undefined
}

/** A promotion with a link, and the picture of its category, or of a product on sale. */
function Promo({ title, words: line, link, look, reduced }: ShopInfo['promos'][number] & PromoProps) {
  const { data } = useApi('GET /api/categories', { query: { per_page: 100 } })
  const [path, search] = link.split('?')
  const { categories, discounted, shelf } = readFilters(new URLSearchParams(search), path)
  const banner = data?.categories.data.find(category => category.id === categories[0])?.banner_image
  const picture = banner ?? (discounted || shelf === 'sale' ? reduced : undefined)
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
