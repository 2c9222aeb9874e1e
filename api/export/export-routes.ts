import Joi from 'joi'
import { ownTable } from '#api/export/own-table.ts'
import { readProducts, type Exported } from '#api/export/read-products.ts'
import { shopifyTable } from '#api/export/shopify-table.ts'
import { wooTable } from '#api/export/woo-table.ts'
import { csvRoute, type Table } from '#api/lists/csv.ts'
import { productFilter } from '#api/products/product-filter.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { FormatCode } from '#sync/protocol/staff/import-report.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const TABLES: Record<FormatCode, (products: AsyncIterable<Exported>) => Table> = {
  own: ownTable,
  shopify: shopifyTable,
  woocommerce: wooTable,
}

export const exportRoutes = [
  csvRoute(
    'GET /api/staff/products/csv',
    {
      summary: "The listed products as this shop's own CSV file, which can be imported again.",
      access: STAFF,
      file: 'products',
      query: Joi.object<QueryOf<'GET /api/staff/products/csv'>, true>(productFilter),
    },
    ({ query }) => ownTable(readProducts(query)),
  ),

  csvRoute(
    'GET /api/staff/products/export',
    {
      summary: 'Products as a CSV file for this shop, Shopify or WooCommerce. Importing it again changes nothing.',
      access: STAFF,
      file: 'products',
      query: Joi.object<QueryOf<'GET /api/staff/products/export'>, true>({
        ...productFilter,
        format: Joi.string<FormatCode>().valid('own', 'shopify', 'woocommerce').default('own'),
      }),
    },
    ({ query }) => TABLES[query.format ?? 'own'](readProducts(query)),
  ),
]
