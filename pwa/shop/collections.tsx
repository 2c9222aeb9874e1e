import { Link } from 'react-router-dom'
import { useApi } from '#pwa/lib/use-api.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { PICTURE_WIDTHS, pictureAt, type Category } from '#sync/protocol/catalogue.ts'
import styles from './collections.module.css'

/** Every category as a tile; one leads to its own products and those of the categories in it. */
export function Collections() {
  const { data, isError, error, refetch } = useApi('GET /api/categories', { query: { per_page: 100 } })
  return (
    <div className={page.page}>
      <div className={page.head}><h1>Collections</h1></div>
      {isError && !data && (
        <Alert kind="bad" title="The collections could not be read.">
          <p>{error.message}</p>
          <Button kind="secondary" onClick={() => void refetch()}>Try again</Button>
        </Alert>
      )}
      <ul className={`bare ${styles.grid}`} aria-busy={!data && !isError}>
        {data ? data.categories.data.map((category, index) => <li key={category.id}><Tile category={category} first={index < 4} /></li>)
          : !isError && Array.from({ length: 12 }, (_, tile) => <li key={tile}><Skeleton ratio="4 / 3" radius="var(--radius-card)" /></li>)}
      </ul>
    </div>
  )
}

function Tile({ category: { id, name, description, banner_image }, first }: { category: Category; first: boolean }) {
  const link = banner_image?.storage_link
  return (
    <Link to={`/shop?category=${id}`} className={styles.tile}>
      {link && (
        <img
          src={pictureAt(link, 800)} srcSet={PICTURE_WIDTHS.map(width => `${pictureAt(link, width)} ${width}w`).join(', ')} sizes="(min-width: 1080px) 300px, (min-width: 720px) 31vw, 92vw"
          alt="" width={800} height={600} loading={first ? 'eager' : 'lazy'} decoding="async"
        />
      )}
      <span className={styles.words}><strong>{name}</strong>{description && <span>{description}</span>}</span>
    </Link>
  )
}
