/** What a till keeps of the shop so that it can sell without a network. Names follow the tables. */
export interface ReplicaRows {
  products: {
    id: number
    name: string
    slug: string
    category_id: number
    retail_price: number
    discount: number
    status_code: 'LIVE' | 'INACTIVE'
    picture: string | null
  }
  variations: {
    id: number
    product_id: number
    sku: string
    barcode: string | null
    size_code: string
    colour_code: string | null
    quantity_in_stock: number
  }
  categories: { id: number; name: string; parent_id: number | null }
  sizes: { id: number; code: string; name: string }
  colours: { id: number; code: string; name: string }
  accounts: { id: number; code: string; name: string }
  settings: { id: number; name: string; value: string }
  tellers: { id: number; name: string }
}
export type ReplicaTable = keyof ReplicaRows

/** The order in which tables travel: the small ones first, so that the first chunk of goods can be sold. */
export const REPLICA_TABLES = [
  'settings',
  'accounts',
  'tellers',
  'sizes',
  'colours',
  'categories',
  'products',
  'variations',
] as const satisfies ReplicaTable[]

export interface PullReply {
  /** Opaque; sent back as `since`. */
  watermark: string
  changes: { [T in ReplicaTable]: ReplicaRows[T][] }
  /** Ids of rows that are gone, by table. */
  deleted: { [T in ReplicaTable]: number[] }
  /** There is more to fetch at once, with this watermark. */
  more: boolean
  /** How many rows this pull comes to in all its chunks. */
  total: number
}
