import { atomWithStorage } from 'jotai/utils'
import type { ProductImage } from '#sync/protocol/shop/catalogue.ts'

/** A product viewed in this browser, as it was then; without its price, which may have changed. */
export interface RecentProduct {
  id: number
  slug: string
  name: string
  image: ProductImage | null
}

const MOST = 9

/** The products viewed last, the latest first. Only this browser knows them. */
export const recentProducts = atomWithStorage<RecentProduct[]>('recent_products', [], undefined, { getOnInit: true })

export const withRecent = (
  known: readonly RecentProduct[],
  { id, slug, name, image }: RecentProduct,
): RecentProduct[] => [{ id, slug, name, image }, ...known.filter(other => other.id !== id)].slice(0, MOST)
