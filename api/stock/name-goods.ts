import { select } from '#api/db/database.ts'
import { ITEM_NAME, STOCK_COLUMNS, STOCK_FROM } from '#api/stock/stock-rows.ts'
import { articleOf, articlesOf, readingsOf } from '#sync/protocol/ean.ts'
import type { StockRow } from '#sync/protocol/staff/stock.ts'

/** How goods may be identified. */
export interface Named {
  variation_id?: number
  barcode?: string
  sku?: string
}
export interface Goods {
  id: number
  item: string
  sku: string
  barcode: string | null
}

/**
 * Variations with this barcode, in any form a scanner reads, or this SKU. The goods of a UPC-E's long form only if none
 * has the code as it is.
 */
export async function scanned(code: string): Promise<StockRow[]> {
  const rows = await select<StockRow>(
    `SELECT ${STOCK_COLUMNS} FROM ${STOCK_FROM}
      WHERE v.id IN (SELECT id FROM product_variations WHERE sku = :code UNION SELECT id FROM product_variations
        WHERE barcode IN (:readings)) ORDER BY v.id LIMIT 10`,
    { code, readings: readingsOf(code) },
  )
  const itself = rows.filter(
    ({ sku, barcode }) => sku.toLowerCase() === code.toLowerCase() || articleOf(barcode ?? '') === articleOf(code),
  )
  return itself.length > 0 ? itself : rows
}

/** Finds goods by barcode or SKU; for each the goods, or a sentence why there are none. */
export async function findGoods(all: readonly Named[]): Promise<(Goods | string)[]> {
  const rows = await select<Goods>(
    `SELECT v.id, v.sku, v.barcode, ${ITEM_NAME} AS item FROM ${STOCK_FROM}
    WHERE v.id IN (SELECT id FROM product_variations WHERE id IN (:ids) UNION SELECT id FROM product_variations
      WHERE sku IN (:skus) UNION SELECT id FROM product_variations WHERE barcode IN (:barcodes))`,
    {
      ids: [0, ...all.flatMap(({ variation_id }) => variation_id ?? [])],
      skus: ['', ...all.flatMap(({ sku }) => sku ?? [])],
      barcodes: ['', ...all.flatMap(({ barcode }) => (barcode ? readingsOf(barcode) : []))],
    },
  )
  const byId = new Map(rows.map(row => [row.id, row]))
  const bySku = new Map(rows.map(row => [row.sku.toLowerCase(), row]))
  const byBarcode = new Map<string, Goods[]>()
  for (const row of rows) {
    const article = articleOf(row.barcode ?? '')
    const sharing = byBarcode.get(article)
    if (sharing) sharing.push(row)
    else byBarcode.set(article, [row])
  }
  return all.map(({ variation_id, barcode, sku }) => {
    if (variation_id !== undefined) return byId.get(variation_id) ?? 'This product does not exist.'
    if (sku !== undefined) return bySku.get(sku.toLowerCase()) ?? `No product has the SKU ${sku}.`
    const [article] = articlesOf(barcode ?? '').filter(each => byBarcode.has(each))
    const [first, second] = byBarcode.get(article ?? '') ?? []
    if (second) return `More than one product has the barcode ${barcode}. Use the SKU.`
    return first ?? `No product has the barcode ${barcode}.`
  })
}
