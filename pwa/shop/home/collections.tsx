import { useState } from 'react'
import { useThrift } from '#pwa/browser/thrift.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { Link } from '#pwa/ui/link.tsx'
import { widthsOf } from '#pwa/ui/picture.tsx'
import page from '#pwa/ui/page.module.css'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import type { Category } from '#sync/protocol/shop/catalogue.ts'
import styles from './collections.module.css'
import * as words from '../goods-words.tsx'
import { UnreadGoods } from '../bag/unread-goods.tsx'

/** Every category as a tile; each links to its products, including those of the categories below it. */
export function Collections() {
  const { data, isError, error, refetch } = useApi('GET /api/categories', { query: { per_page: 100 } })
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.collections}</h1>
      </div>
      {isError && !data && <UnreadGoods what={words.theCollections} error={error} again={refetch} />}
      <ul className={`bare ${styles.grid}`} aria-busy={!data && !isError}>
        {data
          ? data.categories.data.map((category, index) => (
              <li key={category.id}>
                <Tile category={category} first={index < 4} />
              </li>
            ))
          : !isError &&
            Array.from({ length: 12 }, (_, tile) => (
              <li key={`waiting-${tile}`}>
                <Skeleton ratio="4 / 3" radius="var(--radius-card)" />
              </li>
            ))}
      </ul>
    </div>
  )
}

function Tile({ category: { id, name, description, banner_image }, first }: { category: Category; first: boolean }) {
  const link = banner_image?.storage_link
  const isThrifty = useThrift()
  const [atFirst] = useState(isThrifty)
  return (
    <Link to={`/shop?category=${id}`} className={styles.tile}>
      {link && (
        <img
          {...widthsOf(link, first ? atFirst : isThrifty)}
          sizes="(min-width: 1080px) 300px, (min-width: 720px) 31vw, 92vw"
          alt=""
          width={800}
          height={600}
          loading={first ? 'eager' : 'lazy'}
          decoding="async"
        />
      )}
      <span className={styles.words}>
        <strong>{name}</strong>
        {description && <span>{description}</span>}
      </span>
    </Link>
  )
}
