import { join } from 'node:path'
import { withConnection } from '#api/db/connection.ts'
import { privateDatabaseUrl } from '#api/db/server.ts'
import type { Shop } from '#tests/support/server/server.ts'

/** Queries the private database of a running shop directly. */
export const sql = <Row extends object>({ dataDir }: Pick<Shop, 'dataDir'>, text: string): Promise<Row[]> =>
  withConnection(
    privateDatabaseUrl(join(dataDir, 'database')),
    async connection => (await connection.query(text))[0] as Row[],
  )

export interface Books {
  orders: number
  money: number
  stock: number
  doubled: object[]
  broken: string[]
}

/** Orders, Σ balances in cedis, Σ on hand; sale ids with more than one order; the broken audit rules. */
export async function booksOf(shop: Pick<Shop, 'dataDir'>): Promise<Books> {
  const [row] = await sql<{ orders: number; money: string; stock: string }>(
    shop,
    `SELECT (SELECT COUNT(*) FROM orders) AS orders,
    (SELECT SUM(balance) FROM accounts) AS money, (SELECT SUM(on_hand) FROM product_variations) AS stock`,
  )
  const doubled = await sql(
    shop,
    'SELECT sale_id FROM orders WHERE sale_id IS NOT NULL GROUP BY sale_id HAVING COUNT(*) > 1',
  )
  // Loaded late: with the kinds of mutation comes the database, whose address a test may still set.
  const { allRules } = await import('#api/audit/kind-rules.ts')
  const broken: string[] = []
  for (const [rule, question] of Object.entries(allRules))
    if ((await sql(shop, `${question} LIMIT 1`)).length > 0) broken.push(rule)
  return { orders: row!.orders, money: Number(row!.money), stock: Number(row!.stock), doubled, broken }
}

/** @throws {Error} with the broken audit rules */
export async function checkBooks(shop: Pick<Shop, 'dataDir'>): Promise<void> {
  const { broken } = await booksOf(shop)
  if (broken.length > 0) throw new Error(`The books are wrong: ${broken.join(', ')}`)
}
