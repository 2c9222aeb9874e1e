import { execute, selectOne } from '#api/db/database.ts'
import { KEPT_MS } from '#sync/protocol/signed.ts'

/** How far apart the time of a mutation and its arrival may be for one that was sent as it was signed, in ms. */
const AT_ONCE_MS = 10 * 60_000

/**
 * What a till may still send again. `at`: when a backup was last restored, in epoch milliseconds. `fresh_from`: the
 * first place in the till's chain that is known to be signed after that.
 */
export interface Restored {
  at: number | null
  fresh_from: number | null
}

export const NEVER_RESTORED: Restored = { at: null, fresh_from: null }

/** The first fresh place of till `t` after the restore of `g`, in SQL; what an earlier restore left is void. */
export const FRESH_FROM = 'IF(t.fresh_at > g.restored_at, t.fresh_from, NULL)'

/** Both for a UNION, as one text. `restoredFrom` reads it. */
export const RESTORED = `CONCAT(COALESCE(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', g.restored_at) DIV 1000, ''), ' ',
  COALESCE(${FRESH_FROM}, ''))`

export function restoredFrom(text: string): Restored {
  const [at = '', fresh_from = ''] = text.split(' ')
  return { at: at === '' ? null : Number(at), fresh_from: fresh_from === '' ? null : Number(fresh_from) }
}

/** What the till of a device may still send again, for mutations that come without a proof. */
export async function restoredFor(device_id: string): Promise<Restored> {
  const row = await selectOne<{ restored: string }>(
    `SELECT ${RESTORED} AS restored FROM shop_generation g LEFT JOIN tills t ON t.device_id = :device_id WHERE g.id = 1`,
    { device_id },
  )
  return restoredFrom(row!.restored)
}

/** A proved mutation. Times are epoch milliseconds by the server's clock. */
interface Place {
  seq: number
  occurred_at: number
  received_at: number
  /** When the grant that it names was given; null without one. */
  granted_at: number | null
}

/**
 * Notes the first place that a till signed after the restore: it was sent as it was signed, or names a grant that is
 * younger. What stands behind it in the chain is younger too, whatever it says. Call once the till is locked.
 */
export async function noteFresh(till_id: number, places: readonly Place[], restored: Restored): Promise<Restored> {
  const { at, fresh_from } = restored
  if (at === null) return restored
  const fresh = places.filter(place => isFresh(place, at)).map(({ seq }) => seq)
  const first = Math.min(fresh_from ?? Infinity, ...fresh)
  if (first === (fresh_from ?? Infinity)) return restored
  await execute(
    'UPDATE tills SET fresh_from = :first, fresh_at = NOW(3), updated_at = updated_at WHERE id = :till_id',
    { first, till_id },
  )
  return { at, fresh_from: first }
}

const isFresh = ({ occurred_at, received_at, granted_at }: Place, at: number): boolean =>
  received_at <= at + KEPT_MS &&
  ((occurred_at > at && Math.abs(received_at - occurred_at) <= AT_ONCE_MS) || (granted_at !== null && granted_at > at))

/** Whether a mutation may be one that the backup lacks and the till sends again. */
export const mayBeResend = (
  { seq, occurred_at, received_at }: { seq: number | null; occurred_at: number; received_at: number },
  { at, fresh_from }: Restored,
): boolean =>
  at !== null &&
  occurred_at <= at &&
  received_at <= at + KEPT_MS &&
  (seq === null || fresh_from === null || seq < fresh_from)
