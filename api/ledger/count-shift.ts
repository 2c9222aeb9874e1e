import { execute, insertRow, selectOne } from '#api/db/database.ts'
import { TIME } from '#api/ledger/count-start.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'

/** The end of a shift as a count of its drawer; money in cedis. */
export interface CountedShift {
  shift_id: number
  closing_id: number
  device_id: string
  first_seq: number
  last_seq: number
  expected: number
  counted: number
}

/**
 * Records the end of a shift as the count of its drawer, once, or puts that count right for a further report. A count
 * whose difference was booked stays as it was booked. Call with the till locked.
 */
export async function countShift({ shift_id, closing_id, device_id, ...shift }: CountedShift): Promise<void> {
  const { first_seq, last_seq, expected, counted } = shift
  const end = await selectOne<{ till_id: number; user_id: number; note: string; at: string; opened: string }>(
    `SELECT k.id AS till_id, c.teller_id AS user_id, c.note, ${TIME('c.occurred_at')} AS at,
      ${TIME('s.occurred_at')} AS opened
    FROM shift_closings c JOIN shifts s ON s.id = :shift_id JOIN tills k ON k.device_id = :device_id
    WHERE c.id = :closing_id`,
    { closing_id, shift_id, device_id },
  )
  if (!end) return
  const { till_id, user_id, note, at, opened } = end
  const row = {
    counted,
    expected,
    remains: counted,
    since_last: sumCedis([counted, -expected]),
    from_seq: first_seq,
    to_seq: last_seq,
    from_at: opened,
    user_id,
    note,
    created_at: at,
  }
  const known = await selectOne<{ id: number }>('SELECT id FROM cash_counts WHERE shift_id = ?', [shift_id])
  if (known) {
    await execute(
      `UPDATE cash_counts SET counted = :counted, expected = :expected, remains = :remains, since_last = :since_last,
        from_seq = :from_seq, to_seq = :to_seq, from_at = :from_at,
        user_id = :user_id, note = :note, created_at = :created_at
      WHERE id = :id AND transaction_id IS NULL`,
      { ...row, id: known.id },
    )
    return
  }
  const previous = await selectOne<{ id: number }>(
    `SELECT id FROM cash_counts WHERE account_code = '${CASH}' AND till_id = :till_id AND created_at < :at
    ORDER BY created_at DESC, id DESC LIMIT 1`,
    { till_id, at },
  )
  const newest = await selectOne<{ id: number }>('SELECT COALESCE(MAX(id), 0) AS id FROM transactions')
  await insertRow('cash_counts', {
    ...row,
    shift_id,
    account_code: CASH,
    till_id,
    previous_id: previous?.id ?? null,
    last_entry_id: newest!.id,
  })
}
