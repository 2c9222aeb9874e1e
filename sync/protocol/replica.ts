import type { TenderRow } from './tender/tender.ts'

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
    /**
     * The names of the first picture of each colour, and of all colours under '', as JSON; null: no picture has a
     * colour. Older copies lack it.
     */
    colour_pictures?: string | null
  }
  variations: {
    id: number
    product_id: number
    sku: string
    barcode: string | null
    size_code: string
    colour_code: string | null
    quantity_in_stock: number
    /** Its own; null: the product's. Copies from before variants had prices lack these three. */
    retail_price?: number | null
    discount?: number | null
    /** What is charged for one piece, in cedis. */
    price?: number
  }
  categories: { id: number; name: string; parent_id: number | null }
  /** The shop's own words beside the trade's, as `TradeWord`s. Servers and copies from before lack them. */
  search_words: { id: number; word: string; means: string }
  sizes: { id: number; code: string; name: string }
  colours: { id: number; code: string; name: string }
  accounts: { id: number } & TenderRow
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
  'search_words',
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
