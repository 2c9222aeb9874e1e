import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { Link } from '#pwa/ui/link.tsx'
import { Picture } from '#pwa/ui/picture.tsx'
import { productPath } from '#sync/protocol/shop/catalogue.ts'
import * as words from '../goods-words.tsx'
import { recentProducts } from '../home/recent-products.ts'
import styles from '../home/recently-viewed.module.css'

/** What works offline: the products stored on this device, the bag and the wishlist. */
export function KeptProducts() {
  const recent = useAtomValue(recentProducts)
  const ids = useKeptIds()
  const kept = recent.filter(({ id }) => ids.has(id))
  return (
    <section className={styles.section}>
      <h2>{words.stillHere}</h2>
      <p>
        <words.WhatIsKept hasGoods={kept.length > 0} />
      </p>
      {kept.length > 0 && (
        <ul className={`bare ${styles.row}`}>
          {kept.map(product => (
            <li key={product.id}>
              <Link to={productPath(product)} className={styles.tile}>
                <Picture image={product.image ?? undefined} alt="" sizes="120px" />
                {product.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The products that the service worker has stored. */
function useKeptIds(): ReadonlySet<number> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    void keptIds().then(setIds)
  }, [])
  return ids
}

async function keptIds(): Promise<Set<number>> {
  if (typeof caches === 'undefined' || !(await caches.has('catalogue'))) return new Set()
  const requests = await (await caches.open('catalogue')).keys()
  return new Set(requests.flatMap(({ url }) => /\/api\/products\/(\d+)$/.exec(url)?.[1] ?? []).map(Number))
}
