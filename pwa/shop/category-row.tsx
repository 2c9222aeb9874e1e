import { Link } from 'react-router-dom'
import { useApi } from '#pwa/lib/use-api.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { pictureAt } from '#sync/protocol/catalogue.ts'
import styles from './home.module.css'

/** The categories as a row of round pictures that scrolls. */
export function CategoryRow() {
  const { data } = useApi('GET /api/categories', { query: { per_page: 100 } })
  return (
    <div className={styles.row}>
      {data
        ? data.categories.data.map(({ id, name, icon_image }) => (
          <Link key={id} to={`/shop?category=${id}`} className={styles.category}>
            <span className={styles.round}>
              {icon_image ? <img src={pictureAt(icon_image.storage_link, 160)} alt="" width={84} height={84} loading="lazy" /> : name.charAt(0)}
            </span>
            {name}
          </Link>
        ))
        : Array.from({ length: 8 }, (_, index) => <Skeleton key={index} width={84} height={84} radius="50%" />)}
    </div>
  )
}
