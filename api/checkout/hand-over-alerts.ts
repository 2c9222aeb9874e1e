import { execute, selectOne } from '#api/db/database.ts'
import { ownerKey } from '#api/http/owner.ts'

/** Moves what was asked for in the earlier session of the same person or browser to the new one. */
export async function handOverAlerts(earlier: string, session_id: string, user_id: number): Promise<void> {
  const was = await selectOne<{ user_id: number | null }>('SELECT user_id FROM sessions WHERE id = ?', [earlier])
  if (!was || (was.user_id !== null && was.user_id !== user_id)) return
  await execute('UPDATE alert_contacts SET session_id = ? WHERE session_id = ?', [session_id, earlier])
  await execute(
    `UPDATE IGNORE alerts SET user_id = :user_id, session_id = NULL, owner_key = :owner_key
      WHERE session_id = :earlier`,
    { user_id, owner_key: ownerKey({ user_id, session_id: null }), earlier },
  )
  await execute('DELETE FROM alerts WHERE session_id = ?', [earlier])
}
