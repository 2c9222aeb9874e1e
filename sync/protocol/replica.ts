/** The copy of the shop that a till keeps, so that it can sell without a network. Names follow the tables. */
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

/** The order of tables in a pull: the small ones first, so that the till can sell from the first chunk of goods. */
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
  /** Ids of deleted rows, by table. */
  deleted: { [T in ReplicaTable]: number[] }
  /** More rows are ready: pull again at once with this watermark. */
  more: boolean
  /** The rows of this pull, over all its chunks. */
  total: number
}
