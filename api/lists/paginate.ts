import type { Page } from '#sync/protocol/page.ts'

interface Asked {
  page?: number
  per_page?: number
}

/** The window of a list as LIMIT and OFFSET. */
export const windowOf = ({ page = 1, per_page = 12 }: Asked) => ({ limit: per_page, offset: (page - 1) * per_page })

type Cut = ReturnType<typeof windowOf>

/**
 * A page's rows, each with the total count, and the reply made of them. A page past the end has no row with the count,
 * so asks for the first of all; that is `any`, undefined only in an empty list.
 */
export async function pageCounted<Row extends { all_rows: number }, Shown>(
  query: Asked,
  read: (window: Cut) => Promise<Row[]>,
  shown: (row: Row) => Shown,
): Promise<{ rows: Page<Shown>; any: Row | undefined }> {
  const rows = await read(windowOf(query))
  const any = rows[0] ?? ((query.page ?? 1) > 1 ? (await read({ limit: 1, offset: 0 }))[0] : undefined)
  return { rows: paged(rows.map(shown), any?.all_rows ?? 0, query), any }
}

/** A list reply; a page past the end is empty, and there is always a first page. */
export const paged = <Row>(data: Row[], total: number, { page = 1, per_page = 12 }: Asked): Page<Row> => ({
  data,
  total,
  last_page: Math.max(1, Math.ceil(total / per_page)),
  current_page: page,
  per_page,
})
