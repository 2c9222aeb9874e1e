import { selectOne } from '#api/db/database.ts'
import { raiseException } from '#api/exceptions/raise-exception.ts'
import { isSealed } from '#api/seal/seal-key.ts'
import { readSealHeader, type SealAt, type SealHead } from '#sync/protocol/signed.ts'

const FRESH_MS = 60_000
const MOST_KNOWN = 100
/** Heads found in the books, and when they were checked: a busy till shows the same one with every push. */
const known = new Map<string, number>()

/** The same for a push with sales, which must not wait for the database: a check less than a minute old counts. */
export async function compareRecentHead(header: string, till_id: number): Promise<SealAt | null> {
  const shown = Date.now() - (known.get(header) ?? 0) < FRESH_MS ? readSealHeader(header) : null
  return shown ? { seq: shown.seq, hash: shown.hash } : compareHead(header, till_id)
}

/**
 * Compares a till's stored head with the books, and tells staff if they do not have it. Somebody who rewrites the books
 * and their seal cannot reach what tills remember. Null if the till shows none, or one from before a restore.
 */
export async function compareHead(header: string, till_id: number): Promise<SealAt | null> {
  const shown = readSealHeader(header)
  if (!shown) return null
  const { generation, seq, hash } = shown
  const now = await selectOne<{ hash: Buffer | null; code: string }>(
    `SELECT (SELECT hash FROM seals WHERE id = :seq) AS hash, (SELECT code FROM tills WHERE id = :till_id) AS code
      FROM shop_generation WHERE id = 1 AND generation = :generation`,
    { seq, till_id, generation },
  )
  if (!now) return null
  const there = now.hash?.toString('base64url') ?? null
  if (known.size >= MOST_KNOWN) known.clear()
  if (there === hash) known.set(header, Date.now())
  else await tell(shown, { till: now.code, till_id, isGone: there === null })
  return { seq, hash: there }
}

/** Once per link and till, because a till shows its head with every push. */
const tell = (
  { generation, ...head }: SealHead & { generation: string },
  { till, till_id, isGone }: { till: string; till_id: number; isGone: boolean },
): Promise<void> => {
  const isOurs = isSealed(head)
  return raiseException({
    code: 'SEAL_BROKEN',
    once_key: `SEAL_BROKEN ${till_id} ${generation}${isOurs ? ` ${head.seq}` : ''}`,
    order_id: null,
    detail: `Till ${till} keeps link ${head.seq} of the seal${isOurs ? ', signed by this shop' : ', signed by a key that this server does not know'}. The database has ${isGone ? 'no such link' : 'another link in its place'}.`,
  })
}
