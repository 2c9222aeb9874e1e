import { selectOne } from '#api/db/database.ts'

/**
 * The first seq that is wanted again of what a key signed: the one after the last before the first gap in its chain. After a gap comes what
 * names a predecessor that is not known. `prevs`: what those name that arrived just now; nobody looks for a gap where they follow what is
 * known, and null is returned. Where nothing arrived and there is no gap, it is the seq after the last: what comes there only the till knows.
 */
export async function findResend(key: number, prevs: readonly (string | null)[]): Promise<number | null> {
  const named = [...new Set(prevs)].flatMap(prev => prev ? [prev] : [])
  if (prevs.length > 0 && await areKnown(key, named)) return null
  const row = await selectOne<{ gap: number | null; last_whole: number | null; last: number | null }>(`
    WITH gaps AS (SELECT MIN(l.seq) AS gap FROM till_links l WHERE l.till_key_id = :key AND l.prev <> '' AND NOT EXISTS (SELECT 1 FROM till_links p WHERE p.till_key_id = l.till_key_id AND p.hash = l.prev))
    SELECT gap, (SELECT MAX(seq) FROM till_links WHERE till_key_id = :key AND seq < gap) AS last_whole, (SELECT MAX(seq) FROM till_links WHERE till_key_id = :key) AS last FROM gaps`, { key })
  const { gap = null, last_whole = null, last = null } = row ?? {}
  if (gap === null) return prevs.length > 0 ? null : (last ?? 0) + 1
  return (last_whole ?? 0) + 1
}

async function areKnown(key: number, hashes: readonly string[]): Promise<boolean> {
  if (hashes.length === 0) return true
  const row = await selectOne<{ n: number }>('SELECT COUNT(*) AS n FROM till_links WHERE till_key_id = :key AND hash IN (:hashes)', { key, hashes })
  return row!.n === hashes.length
}
