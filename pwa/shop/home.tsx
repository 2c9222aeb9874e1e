import { Link } from 'react-router-dom'
import { useApi } from '#pwa/lib/use-api.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Alert } from '#pwa/ui/alert.tsx'
import { Announcements } from './announcements.tsx'
import { CategoryRow } from './category-row.tsx'
import styles from './home.module.css'
import { Picture } from './picture.tsx'
import { ProductGrid } from './product-card.tsx'
import { Promos } from './promos.tsx'

const ANNOUNCEMENTS = ['WELCOME!', 'UP TO 50% DISCOUNTS ON PRODUCTS', 'FREE DELIVERY FOR ORDERS ABOVE GHS 2000', 'DELIVERIES START ON 25 AUGUST 2025']

export function Home() {
  const announcements = useShop()?.announcements
  const newest = useApi('GET /api/products', { query: { per_page: 3, order_column: 'products.created_at', order_direction: 'desc' } })
  const explore = useApi('GET /api/products', { query: { per_page: 4, order_column: 'products.views', order_direction: 'desc' } })
  const star = explore.data?.products.data[0]
  return (
    <>
      <Announcements words={announcements?.length ? announcements : ANNOUNCEMENTS} />
      <section className={styles.hero}>
        <div className={styles.inner}>
          <div className={styles.words}>
            <h1>Denim that keeps its word.</h1>
            <p>Jeans and clothes cut for Ghana, priced in cedis. Pick them up from the shop, or have a rider bring them.</p>
            <ButtonLink to="/shop" className={styles.action}>Shop all</ButtonLink>
          </div>
          <Picture image={star?.images[0]} alt={star?.name ?? ''} sizes="(min-width: 720px) 420px, 90vw" first className={styles.blank} />
        </div>
      </section>
      {newest.isError && explore.isError && (
        <div className={styles.section}><Alert kind="warn" title="The shelves could not be read.">Check the network; this page fills itself when it is back.</Alert></div>
      )}
      <section className={styles.section} aria-label="Categories"><CategoryRow /></section>
      <section className={styles.section}>
        <div className={styles.title}><h2>New arrivals</h2><Link to="/shop">All new</Link></div>
        <ProductGrid products={newest.data?.products.data} expected={3} three />
      </section>
      <div className={styles.section}><Promos /></div>
      <section className={styles.section}>
        <div className={styles.title}><h2>Explore</h2><Link to="/shop?sort=popularity">Most viewed</Link></div>
        <ProductGrid products={explore.data?.products.data} expected={4} />
      </section>
    </>
  )
}
