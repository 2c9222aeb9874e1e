import { PICTURE_LINK, priceChargedOf } from '#api/catalogue/describe-products.ts'
import type { ReplicaTable } from '#sync/protocol/replica.ts'
import { ROLES, STAFF } from '#sync/protocol/roles.ts'
import { TILL_SETTINGS } from '#sync/protocol/settings.ts'

/** Where a replica's rows come from. */
export interface Source {
  from: string
  columns: string
  /** Condition for rows that belong on a till; tills are told to delete the rest. */
  there: string
  /**
   * The index by (updated_at, id), named because the server prefers a full scan after many changes. Small tables need
   * none.
   */
  index?: string
}

const staffRoles = Object.entries(ROLES)
  .filter(([, { id }]) => id >= STAFF)
  .map(([code]) => code)
const texts = (values: readonly string[]) => values.map(value => `'${value}'`).join(', ')

/** Of a product `t`. */
const FIRST_OF_COLOURS = `(SELECT CAST(JSON_OBJECTAGG(COALESCE(i.colour_code, ''), i.name) AS CHAR)
    FROM product_images i WHERE i.product_id = t.id AND i.name IS NOT NULL
      AND EXISTS (SELECT 1 FROM product_images c WHERE c.product_id = t.id AND c.colour_code IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM product_images e WHERE e.product_id = t.id AND e.name IS NOT NULL
        AND e.colour_code <=> i.colour_code AND (e.position < i.position OR e.position = i.position AND e.id < i.id)))`

export const SOURCES: Record<ReplicaTable, Source> = {
  settings: {
    from: 'settings t',
    columns: "t.id, t.name, COALESCE(t.value, '') AS value",
    there: `t.name IN (${texts(TILL_SETTINGS)})`,
  },
  accounts: {
    from: 'accounts t',
    columns: 't.id, t.code, t.name, t.kind, t.asks_reference, t.opens_drawer, t.place',
    there: 't.at_till',
  },
  tellers: {
    from: 'users t',
    columns: 't.id, t.name',
    there: `(t.status_code = 'ACTIVE' AND t.role_code IN (${texts(staffRoles)}))`,
    index: 'updated_at',
  },
  sizes: { from: 'sizes t', columns: 't.id, t.code, t.name', there: 'TRUE' },
  colours: { from: 'colours t', columns: 't.id, t.code, t.name', there: 'TRUE' },
  categories: { from: 'categories t', columns: 't.id, t.name, t.parent_id', there: 'TRUE' },
  search_words: { from: 'search_words t', columns: 't.id, t.word, t.means', there: 't.active' },
  products: {
    from: 'products t',
    columns: `t.id, t.name, t.slug, t.category_id, t.retail_price, t.discount, t.status_code,
      (SELECT ${PICTURE_LINK} FROM product_images i WHERE i.product_id = t.id AND i.name IS NOT NULL
        ORDER BY i.position, i.id LIMIT 1) AS picture, ${FIRST_OF_COLOURS} AS colour_pictures`,
    there: '(t.deleted_at IS NULL)',
    index: 'updated_at',
  },
  variations: {
    from: 'product_variations t',
    columns: `t.id, t.product_id, t.sku, t.barcode, t.size_code, t.colour_code,
      t.on_hand - t.reserved AS quantity_in_stock, t.retail_price, t.discount,
      (SELECT ${priceChargedOf('t')} FROM products p WHERE p.id = t.product_id) AS price`,
    there: '(SELECT p.deleted_at IS NULL FROM products p WHERE p.id = t.product_id)',
    index: 'updated_at',
  },
}
