import { randomUUID } from 'node:crypto'
import { quoted, rows, withConnection, withoutLimits } from '#api/db/connection.ts'

/**
 * How many ids to skip after a restore, by table. Customers, tills and the payment provider know ids that the backup
 * lacks; new rows must not reuse them.
 */
const SKIPPED = { orders: 100_000, users: 100_000, products: 100_000, product_variations: 100_000, tills: 100 } as const

/** Gives a restored database a new generation id, so that tills resend what it lacks. */
export const beginGeneration = (url: string): Promise<void> =>
  withConnection(url, async connection => {
    await withoutLimits(connection)
    const begin: Record<string, number> = {}
    for (const [table, skipped] of Object.entries(SKIPPED)) {
      const [last] = await rows<{ last: number }>(
        connection,
        `SELECT GREATEST(COALESCE((SELECT MAX(id) FROM ${quoted(table)}), 0) + 1,
          COALESCE((SELECT AUTO_INCREMENT FROM information_schema.tables
      WHERE table_schema = DATABASE() AND table_name = ?), 1)) AS last`,
        [table],
      )
      begin[table] = Number(last!.last) + skipped
      await connection.query(`ALTER TABLE ${quoted(table)} AUTO_INCREMENT = ${begin[table]}`)
    }
    await connection.query(
      'UPDATE shop_generation SET generation = ?, restored_at = NOW(3), tills_until = ? WHERE id = 1',
      [randomUUID(), begin.tills! - 1],
    )
  })
