import { select, selectOne } from '#api/db/database.ts'
import type { ChainHead } from '#sync/protocol/signed.ts'
import type { TillKey } from '#sync/protocol/till.ts'

/** A key as it is stored. */
export interface KeyRow {
  id: number
  till_id: number
  key_id: string
  x: string
  y: string
  approved: number
  forked_at: Date | null
}

/** The last mutation in a key's chain up to the till's seq, without those that jumped ahead of a gap. */
const HEAD = (what: string) =>
  `(SELECT l.${what} FROM till_links l JOIN tills t ON t.id = k.till_id
    WHERE l.till_key_id = k.id AND l.seq <= t.last_seq ORDER BY l.seq DESC, l.created_at DESC LIMIT 1)`

/** The keys of a till, the newest first. */
export async function keysOf(till_id: number): Promise<TillKey[]> {
  const rows = await select<
    KeyRow & {
      older: string | null
      user_id: number | null
      user_name: string
      created_at: Date
      seq: number | null
      hash: string | null
    }
  >(
    `
    SELECT k.*, o.key_id AS older, u.id AS user_id, u.name AS user_name, ${HEAD('seq')} AS seq, ${HEAD('hash')} AS hash
    FROM till_keys k LEFT JOIN till_keys o ON o.id = k.cosigned_by LEFT JOIN users u ON u.id = k.enrolled_by
    WHERE k.till_id = ? ORDER BY k.id DESC`,
    [till_id],
  )
  return rows.map(({ key_id, approved, older, forked_at, user_id, user_name, created_at, seq, hash }) => ({
    key_id,
    approved: Boolean(approved),
    cosigned_by: older,
    forked: forked_at !== null,
    enrolled_by: user_id === null ? null : { id: user_id, name: user_name },
    created_at: created_at.toJSON(),
    chain: { seq: seq ?? 0, hash: hash ?? '' },
  }))
}

export async function chainOf(key: number): Promise<ChainHead> {
  const row = await selectOne<{ seq: number | null; hash: string | null }>(
    `SELECT ${HEAD('seq')} AS seq, ${HEAD('hash')} AS hash FROM till_keys k WHERE k.id = ?`,
    [key],
  )
  return { seq: row?.seq ?? 0, hash: row?.hash ?? '' }
}

export const findKey = (key_id: string) =>
  selectOne<KeyRow>('SELECT id, till_id, key_id, x, y, approved, forked_at FROM till_keys WHERE key_id = ?', [key_id])
