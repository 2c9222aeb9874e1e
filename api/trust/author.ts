import type { KeyObject } from 'node:crypto'
import { selectOne } from '#api/db/database.ts'
import { publicKeyOf } from '#api/trust/p256.ts'

/** The key that signs a push. `id`: its row. */
export interface AuthorKey {
  id: number
  key_id: string
  key: KeyObject
  approved: boolean
}

/** The till that numbered a push's mutations, with its key if the push is signed. */
export interface Author {
  till_id: number
  device_id: string
  isRevoked: boolean
  /** The last seq it continues from. */
  last_seq: number
  /** Unsigned mutations above this seq do not count; null while the till has no key. */
  unsigned_until: number | null
  /** Seen within the last minute. */
  isSeenLately: boolean
  key: AuthorKey | null
}

interface Row {
  till_id: number
  device_id: string
  status_code: string
  last_seq: number
  unsigned_until: number | null
  is_seen_lately: number
  id: number | null
  key_id: string
  x: string
  y: string
  approved: number
}

const COLUMNS = `t.id AS till_id, t.device_id, t.status_code, t.last_seq, t.unsigned_until,
  COALESCE(t.seen_at >= NOW(3) - INTERVAL 1 MINUTE, FALSE) AS is_seen_lately`

/** The till of a device that sends unsigned mutations; null without one. */
export async function readUnsignedAuthor(device_id: string): Promise<Author | null> {
  const row = await selectOne<Row>(`SELECT ${COLUMNS}, NULL AS id FROM tills t WHERE t.device_id = ?`, [device_id])
  return row && authorFrom(row)
}

/** The till of a key, by the key's id or row; null without one. */
export async function readAuthor(key: string | number): Promise<Author | null> {
  const row = await selectOne<Row>(
    `SELECT ${COLUMNS}, k.id, k.key_id, k.x, k.y, k.approved FROM till_keys k JOIN tills t ON t.id = k.till_id
      WHERE ${typeof key === 'number' ? 'k.id' : 'k.key_id'} = ?`,
    [key],
  )
  return row && authorFrom(row)
}

const authorFrom = ({
  till_id,
  device_id,
  status_code,
  last_seq,
  unsigned_until,
  is_seen_lately,
  id,
  key_id,
  approved,
  ...point
}: Row): Author => ({
  till_id,
  device_id,
  last_seq,
  unsigned_until,
  isRevoked: status_code === 'REVOKED',
  isSeenLately: Boolean(is_seen_lately),
  key: id === null ? null : { id, key_id, key: publicKeyOf(point)!, approved: Boolean(approved) },
})
