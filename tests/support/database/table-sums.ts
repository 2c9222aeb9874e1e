import { select } from '#api/db/database.ts'
import { groupBy } from '#api/reports/group-by.ts'

/** One sum for each table, over the values of all its rows whatever their order: equal while they are. */
type TableSums = Record<string, string>

/**
 * Prepares to sum the tables of the shop as it is now, but those left out. Not by `CHECKSUM TABLE`: of a table with a
 * virtual column, MariaDB 10.11 gives several for the same rows.
 */
export async function prepareTableSums({ without = [] }: { without?: string[] } = {}): Promise<
  () => Promise<TableSums>
> {
  const columns = await select<{ name: string; column: string }>(
    `SELECT c.table_name AS name, c.column_name AS \`column\` FROM information_schema.columns c
     JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
     WHERE c.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position`,
  )
  const tables = groupBy(
    columns.filter(({ name }) => !without.includes(name)),
    ({ name }) => name,
  )
  const sums = [...tables].map(([name, all]) => {
    const values = all.map(({ column }) => `QUOTE(\`${column}\`)`).join()
    return `SELECT '${name}' AS name, CONCAT(COUNT(*), ' ', COALESCE(SUM(CRC32(CONCAT_WS(',', ${values}))), 0)) AS sum
      FROM \`${name}\``
  })
  return async () => {
    const rows = await select<{ name: string; sum: string }>(sums.join(' UNION ALL '))
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
  }
}
