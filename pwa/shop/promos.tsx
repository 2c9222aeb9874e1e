import { Link } from 'react-router-dom'
import { useApi } from '#pwa/lib/use-api.ts'
import { pictureAt } from '#sync/protocol/catalogue.ts'
import styles from './promos.module.css'

const PROMOS = [
  { to: '/shop?category=4', categories: [4], title: 'Cargo pants', words: 'Room in every pocket. Shop cargo', look: styles.olive },
  { to: '/shop?category=6,7', categories: [6, 7], title: 'Crop tops and jackets', words: 'Short over long. Shop the pair', look: styles.clay },
  { to: '/shop?category=5', categories: [5], title: 'Dressed for the festive days', words: 'Look for the gold badges. Shop dresses', look: styles.night },
]

/** What the shop wants seen now, each with the banners of the categories it leads to. */
export function Promos() {
  const categories = useApi('GET /api/categories', { query: { per_page: 100 } }).data?.categories.data ?? []
  return (
    <section className={styles.promos} aria-label="Promotions">
      {PROMOS.map(({ to, title, words, look, categories: wanted }) => (
        <Link key={title} to={to} className={`${styles.promo} ${look}`}>
          <span className={styles.words}><strong>{title}</strong><span>{words}</span></span>
          <span className={styles.pictures}>
            {categories.filter(({ id }) => wanted.includes(id)).map(({ id, banner_image }) => banner_image && (
              <img key={id} src={pictureAt(banner_image.storage_link, 400)} alt="" width={400} height={500} loading="lazy" decoding="async" />
            ))}
          </span>
        </Link>
      ))}
    </section>
  )
}
