import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { LeftNote } from '#sync/protocol/endpoints/notes.ts'
import type { Page } from '#sync/protocol/page.ts'

interface Row {
  id: number
  text: string
  teller_id: number
  teller_name: string
  code: string | null
  occurred_at: Date
  reader: string | null
  read_at: Date | null
}

const SELECT = `SELECT n.id, n.text, n.teller_id, u.name AS teller_name, t.code, n.occurred_at, r.name AS reader,
  n.read_at
  FROM till_notes n JOIN users u ON u.id = n.teller_id LEFT JOIN tills t ON t.device_id = n.device_id
  LEFT JOIN users r ON r.id = n.read_by`

/** Cashiers' notes to the manager, the newest first. */
export async function listNotes(query: QueryOf<'GET /api/staff/notes'>): Promise<Page<LeftNote>> {
  const where = query.unread ? 'WHERE n.read_at IS NULL' : ''
  const rows = await select<Row>(`${SELECT} ${where} ORDER BY n.id DESC LIMIT :limit OFFSET :offset`, windowOf(query))
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM till_notes n ${where}`)
  return paged(rows.map(noteFrom), count!.n, query)
}

/** Marks a note as read; the first reader stays. @throws 404 */
export const readNote = (id: number, user_id: number): Promise<LeftNote> =>
  inTransaction(async () => {
    const read = await execute('UPDATE till_notes SET read_by = ?, read_at = NOW(3) WHERE id = ? AND read_at IS NULL', [
      user_id,
      id,
    ])
    const row = await selectOne<Row>(`${SELECT} WHERE n.id = ?`, [id])
    if (!row) throw notFound('Note')
    if (read > 0)
      await recordChange({
        subject: 'note',
        subject_id: id,
        action: 'read',
        was: { read: false },
        became: { read: true },
      })
    return noteFrom(row)
  })

const noteFrom = ({ id, text, teller_id, teller_name, code, occurred_at, reader, read_at }: Row): LeftNote => ({
  id,
  text,
  teller: { id: teller_id, name: teller_name },
  till_code: code,
  occurred_at: occurred_at.toJSON(),
  read_by: reader,
  read_at: read_at?.toJSON() ?? null,
})
