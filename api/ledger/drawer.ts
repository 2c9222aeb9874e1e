import { selectOne } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'

/**
 * Whether the money of an entry `t`, with its order `o` if any, moved in the drawer of till `k`: the named till, else
 * the one that rang up the order.
 */
export const IS_IN_DRAWER = '(t.till_id = k.id OR t.till_id IS NULL AND o.till_code = k.code)'

/** The till whose drawer the money moves in; null if none is named. @throws 422 for an unknown till */
export async function drawerOf(till_id: number | null | undefined): Promise<{ id: number; name: string } | null> {
  if (!till_id) return null
  const till = await selectOne<{ id: number; name: string }>('SELECT id, name FROM tills WHERE id = ?', [till_id])
  if (!till) throw invalid({ till_id: ['This till does not exist.'] })
  return till
}
