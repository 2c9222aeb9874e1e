import { select } from '#api/db/database.ts'
import { HIGHEST_ID, inBatches } from '#api/lists/csv.ts'

interface Chosen {
  where: string
  values: Record<string, unknown>
}

/**
 * All rows of a statement that `conditionsOf` chose, the newest first, read as inBatches does. `id` is the column of
 * their ids, such as `e.id`.
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
