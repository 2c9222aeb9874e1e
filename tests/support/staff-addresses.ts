import type { RouteObject } from 'react-router-dom'
import type { RouteHandle } from '#pwa/browser/title.ts'
import { declared } from '#sync/protocol/declared.ts'
import { sql } from '#tests/support/books.ts'
import type { Shop } from '#tests/support/server.ts'

/** The table of a path's rows, for a screen of one of them. */
const TABLES: Record<string, string> = {
  'cash-counts': 'cash_counts',
  ...Object.fromEntries(Object.entries(declared).map(([place, { plural }]) => [place, plural])),
  imports: 'product_imports',
  stock: 'product_variations',
  'stock/counts': 'stock_counts',
  'stock/receive': 'stock_receipts',
}
const TABS = ['details', 'stock', 'images']

/** Every leaf of the routes with its title, such as 'orders/:id/view'. */
export const patternsOf = (routes: RouteObject[]): [pattern: string, title: string][] =>
  routes.flatMap(({ path = '', children, handle }) =>
    children ? patternsOf(children) : [[path, (handle as RouteHandle).title]],
  )

/** A pattern with its parameters filled in from the demo shop. */
export async function addressesOf(shop: Pick<Shop, 'dataDir'>, pattern: string): Promise<string[]> {
  if (!pattern.includes(':')) return [`/staff/${pattern}`]
  const [place = ''] = pattern.split('/:')
  const [row] = await sql<{ id: number | null }>(shop, `SELECT MIN(id) AS id FROM ${TABLES[place] ?? place}`)
  const path = `/staff/${pattern.replace(':id', String(row?.id ?? 'missing'))}`
  return path.includes(':tab') ? TABS.map(tab => path.replace(':tab', tab)) : [path]
}
