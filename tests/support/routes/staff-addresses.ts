import type { RouteObject } from 'react-router-dom'
import type { RouteHandle } from '#pwa/browser/title.ts'
import { declared } from '#sync/protocol/declared.ts'
import { shiftFigures } from '#sync/protocol/shifts/figures.ts'
import { sql } from '#tests/support/people/books.ts'
import type { Shop } from '#tests/support/server/server.ts'

/** The table of a path's rows, for a screen of one of them. */
const TABLES: Record<string, string> = {
  'accounts/tenders': 'accounts',
  'cash-counts': 'cash_counts',
  'gift-cards': 'stored_values',
  ...Object.fromEntries(Object.entries(declared).map(([place, { plural }]) => [place, plural])),
  imports: 'product_imports',
  stock: 'product_variations',
  'stock/counts': 'stock_counts',
  'stock/receive': 'stock_receipts',
}
const TABS = ['details', 'prices', 'stock', 'images']

/** Every leaf of the routes with its title, such as 'orders/:id/view'. */
export const patternsOf = (routes: RouteObject[]): [pattern: string, title: string][] =>
  routes.flatMap(({ path = '', children, handle }) =>
    children ? patternsOf(children) : [[path, (handle as RouteHandle).title]],
  )

/** Sells a gift card for cash, as the owner: the demo shop has sold none. */
export async function sellGiftCard({ url }: Pick<Shop, 'url'>): Promise<void> {
  const send = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as { token: string }
  }
  const { token } = await send('/api/login', { email: 'owner@shop.test', password: 'Demo-1234' })
  await send('/api/staff/gift-cards', { amount: 50, account_code: 'CASH' }, token)
}

/** Puts a shift into the books that ended with a cedi too much: the demo shop keeps no shifts. */
export async function keepAShift(shop: Pick<Shop, 'dataDir'>): Promise<void> {
  const facts = `1, '6c0d1f8e-6a1b-4b53-9d53-0f6f3f0c2a11', 'T9', (SELECT MIN(id) FROM users), '2026-01-09 14:03:22'`
  const columns = 'shop_id, device_id, till_code, teller_id, occurred_at'
  const count = { counted: { note_2: 1 }, tenders: [] }
  const figures = shiftFigures(
    { float: { note_1: 1 }, sales: [], voids: [], moves: [], drawer_openings: 0, missing: 0 },
    count,
  )
  await sql(
    shop,
    `INSERT INTO shifts (${columns}, mutation_id, seq, float_pieces, float_amount)
    VALUES (${facts}, '5a3c1f8e-6a1b-4b53-9d53-0f6f3f0c2a99', 1, '{"note_1":1}', 1)`,
  )
  await sql(
    shop,
    `INSERT INTO shift_closings (${columns}, mutation_id, shift_mutation_id, seq, counted_pieces, tenders, note)
    VALUES (${facts}, UUID(), '5a3c1f8e-6a1b-4b53-9d53-0f6f3f0c2a99', 2, '{"note_2":1}', '[]', '')`,
  )
  await sql(
    shop,
    `INSERT INTO shift_reports (shift_id, closing_id, revision, expected, counted, figures)
    SELECT s.id, c.id, 1, 1, 2, '${JSON.stringify(figures)}' FROM shifts s JOIN shift_closings c
    ON c.shift_mutation_id = s.mutation_id`,
  )
}

/** A pattern with its parameters filled in from the demo shop. */
export async function addressesOf(shop: Pick<Shop, 'dataDir'>, pattern: string): Promise<string[]> {
  if (!pattern.includes(':')) return [`/staff/${pattern}`]
  const [place = ''] = pattern.split('/:')
  const [row] = await sql<{ id: number | null }>(shop, `SELECT MIN(id) AS id FROM ${TABLES[place] ?? place}`)
  const path = `/staff/${pattern.replace(':id', String(row?.id ?? 'missing'))}`
  return path.includes(':tab') ? TABS.map(tab => path.replace(':tab', tab)) : [path]
}
