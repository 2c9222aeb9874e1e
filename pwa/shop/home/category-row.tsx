import { useApi } from '#pwa/lib/use-api.ts'
import { Link } from '#pwa/ui/link.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { LoadError } from '#pwa/ui/load-error.tsx'
import { pictureAt, type Facets } from '#sync/protocol/shop/catalogue.ts'
import * as words from './home-words.ts'
import styles from './home.module.css'

/** A scrolling row of round pictures: the categories with products, or all if that is unknown. */
export function CategoryRow({ present }: { present: Facets['categories'] | null | undefined }) {
  const { data, isLoadingError, error, refetch } = useApi('GET /api/categories', { query: { per_page: 100 } })
  if (isLoadingError)
    return <LoadError what={words.theCategories} message={error.message} again={() => void refetch()} />
  const shown =
    present !== undefined &&
    data?.categories.data.filter(
      ({ id }) => !present || present.some(category => category.id === id && category.count > 0),
    )
  return (
    <div className={styles.row}>
      {shown
        ? shown.map(({ id, name, icon_image }) => (
            <Link key={id} to={`/shop?category=${id}`} className={styles.category}>
              <span className={styles.round}>
                {icon_image ? (
                  <img src={pictureAt(icon_image.storage_link, 160)} alt="" width={84} height={84} loading="lazy" />
                ) : (
                  name.charAt(0)
                )}
              </span>
              {name}
            </Link>
          ))
        : Array.from({ length: 8 }, (_, index) => (
            <span key={index} className={styles.category}>
              <Skeleton width={84} height={84} radius="50%" />
              <Skeleton width={64} height={32} />
            </span>
          ))}
    </div>
  )
}
