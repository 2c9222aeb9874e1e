import { select } from '#api/db/database.ts'
import { HIGHEST_ID, inBatches } from '#api/lists/csv.ts'

interface Chosen {
  where: string
  values: Record<string, unknown>
}

/**
 * All rows of a statement with `conditionsOf`, the newest first, read by inBatches. `id` is their id column, such as
 * `e.id`.
 */
export const newestFirst = <Row extends { id: number }>(
  statement: string,
  id: string,
  { where, values }: Chosen,
): AsyncGenerator<Row> =>
  inBatches(
    below =>
      select<Row>(`${statement} ${where ? `${where} AND` : 'WHERE'} ${id} < :below ORDER BY ${id} DESC LIMIT 1000`, {
        ...values,
        below,
      }),
    HIGHEST_ID,
  )
