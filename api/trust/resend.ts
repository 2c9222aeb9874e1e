import { selectOne } from '#api/db/database.ts'
import type { Link } from '#api/trust/chain.ts'

/**
 * The seq from which a key's mutations must be sent again: the one after the last before the first gap in its chain,
 * where a link names an unknown predecessor. `arrived`: what came just now; if it follows what is known, there is no
 * search, and the result is null. Null if the till asks. Without a gap the result is the seq after the last, because
 * only the till knows what comes next. A till that introduces itself is asked from the first sale that a backup held as
 * rejected: staff may have booked it after that backup, and the till must hear that it waits again.
 */
export async function findResend(
  key: number,
  arrived: readonly Link[] | null,
  isIntroduced = false,
): Promise<number | null> {
  const wanted = await firstGap(key, arrived)
  const rejected = arrived === null && isIntroduced ? await firstRejected(key) : null
  return wanted !== null && rejected !== null ? Math.min(wanted, rejected) : wanted
}

async function firstGap(key: number, arrived: readonly Link[] | null): Promise<number | null> {
  if (arrived && (await areKnown(key, predecessorsOf(arrived)))) return null
  const row = await selectOne<{ gap: number | null; last_whole: number | null; last: number | null }>(
    `
    WITH gaps AS (SELECT MIN(l.seq) AS gap FROM till_links l
      WHERE l.till_key_id = :key AND l.prev <> ''
        AND NOT EXISTS (SELECT 1 FROM till_links p WHERE p.till_key_id = l.till_key_id AND p.hash = l.prev)
        AND NOT EXISTS (SELECT 1 FROM till_links p WHERE p.till_key_id = l.till_key_id AND p.twin = l.prev))
    SELECT gap, (SELECT MAX(seq) FROM till_links WHERE till_key_id = :key AND seq < gap) AS last_whole,
      (SELECT MAX(seq) FROM till_links WHERE till_key_id = :key) AS last FROM gaps`,
    { key },
  )
  const { gap = null, last_whole = null, last = null } = row ?? {}
  if (gap === null) return arrived ? null : (last ?? 0) + 1
  return (last_whole ?? 0) + 1
}

async function firstRejected(key: number): Promise<number | null> {
  const row = await selectOne<{ seq: number | null }>(
    `SELECT MIN(q.seq) AS seq FROM sync_quarantine q JOIN shop_generation g ON g.id = 1
      WHERE q.status_code = 'OPEN' AND q.author_key = ? AND q.created_at < g.restored_at`,
    [key],
  )
  return row?.seq ?? null
}

/** Named predecessors that did not come along. */
function predecessorsOf(links: readonly Link[]): string[] {
  const hashes = new Set(links.flatMap(({ hash, twin }) => [hash, twin]))
  return [...new Set(links.flatMap(({ prev }) => (prev && !hashes.has(prev) ? [prev] : [])))]
}

async function areKnown(key: number, hashes: readonly string[]): Promise<boolean> {
  if (hashes.length === 0) return true
  const row = await selectOne<{ n: number }>(
    `SELECT COUNT(DISTINCT named) AS n FROM (
      SELECT hash AS named FROM till_links WHERE till_key_id = :key AND hash IN (:hashes)
      UNION ALL SELECT twin FROM till_links WHERE till_key_id = :key AND twin IN (:hashes)) known`,
    { key, hashes },
  )
  return row!.n === hashes.length
}
