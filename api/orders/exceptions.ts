import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { conflict, notFound } from '#api/errors.ts'
import { paged, windowOf } from '#api/http/paginate.ts'
import type { Endpoints, Page, ShopException } from '#sync/protocol/endpoints.ts'

type Row = Omit<ShopException, 'created_at' | 'resolved_at'> & { created_at: Date; resolved_at: Date | null }
const SELECT = `SELECT e.id, e.code, e.order_id, o.number, e.product_variation_id,
  CONCAT_WS(' · ', p.name, s.name, c.name) AS item, e.detail, e.status_code, e.note, e.created_at, e.resolved_at
  FROM exceptions e JOIN orders o ON o.id = e.order_id
  LEFT JOIN product_variations v ON v.id = e.product_variation_id LEFT JOIN products p ON p.id = v.product_id
  LEFT JOIN sizes s ON s.code = v.size_code LEFT JOIN colours c ON c.code = v.colour_code`

/** Oddities of booked sales, the newest first. */
export async function listExceptions(query: Endpoints['GET /api/staff/exceptions']['query']): Promise<Page<ShopException>> {
  const values = { ...windowOf(query), status: query.status_code ?? null, code: query.code ?? null }
  const where = 'WHERE e.status_code = COALESCE(:status, e.status_code) AND e.code = COALESCE(:code, e.code)'
  const rows = await select<Row>(`${SELECT} ${where} ORDER BY e.id DESC LIMIT :limit OFFSET :offset`, values)
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM exceptions e ${where}`, values)
  return paged(rows.map(exceptionFrom), count!.n, query)
}

/** Closes an exception, with a word of what was done about it. @throws 404, 409 where somebody closed it before */
export const resolveException = (id: number, note: string, user_id: number): Promise<ShopException> => inTransaction(async () => {
  const done = await execute("UPDATE exceptions SET status_code = 'RESOLVED', note = ?, resolved_by = ?, resolved_at = NOW(3) WHERE id = ? AND status_code = 'OPEN'", [note, user_id, id])
  const row = await selectOne<Row>(`${SELECT} WHERE e.id = ?`, [id])
  if (!row) throw notFound('Exception')
  if (done === 0) throw conflict('Somebody has resolved this already.')
  return exceptionFrom(row)
})

const exceptionFrom = (row: Row): ShopException => ({ ...row, item: row.item || null, created_at: row.created_at.toJSON(), resolved_at: row.resolved_at?.toJSON() ?? null })
