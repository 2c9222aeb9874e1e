import { randomUUID } from 'node:crypto'
import { quoted, rows, withConnection, withoutLimits } from '#api/db/connection.ts'

/**
 * How many ids to skip after a restore, by table. Customers, tills and the payment provider know ids that the backup
 * lacks; new rows must not reuse them.
 */
const SKIPPED = { orders: 100_000, users: 100_000, products: 100_000, product_variations: 100_000, tills: 100 } as const

type NextIds = Partial<Record<string, number>>

/** The next id of each of those tables; none of a table that is not there. */
export const nextIds = (url: string): Promise<NextIds> =>
  withConnection(url, async connection => {
    await withoutLimits(connection)
    const next: NextIds = {}
    const there = await rows<{ name: string; next: number }>(
      connection,
      `SELECT table_name AS name, COALESCE(AUTO_INCREMENT, 1) AS next FROM information_schema.tables
        WHERE table_schema = DATABASE() AND table_name IN (?)`,
      [Object.keys(SKIPPED)],
    )
    for (const { name, next: counter } of there) {
      const [last] = await rows<{ id: number }>(connection, `SELECT COALESCE(MAX(id), 0) AS id FROM ${quoted(name)}`)
      next[name] = Math.max(Number(counter), Number(last!.id) + 1)
    }
    return next
  })

/**
 * Gives a restored database a new generation id, so that tills resend what it lacks. `replaced`: the next ids of the
 * database in whose place it is. A backup that is restored twice would otherwise give out the same ids twice.
 */
export const beginGeneration = async (url: string, replaced: NextIds): Promise<void> => {
  const restored = await nextIds(url)
  await withConnection(url, async connection => {
    await withoutLimits(connection)
    const begin: Record<string, number> = {}
    for (const [table, skipped] of Object.entries(SKIPPED)) {
      begin[table] = Math.max((restored[table] ?? 1) + skipped, replaced[table] ?? 1)
      await connection.query(`ALTER TABLE ${quoted(table)} AUTO_INCREMENT = ${begin[table]}`)
    }
    await connection.query(
      'UPDATE shop_generation SET generation = ?, restored_at = NOW(3), tills_until = ? WHERE id = 1',
      [randomUUID(), begin.tills! - 1],
    )
  })
}
