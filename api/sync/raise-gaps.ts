import { execute, inTransaction, select } from '#api/db/database.ts'
import { raiseException } from '#api/orders/raise-exception.ts'
import { GAP, gapKey, readGapKey } from '#api/orders/till-gaps.ts'

/** So long, in minutes, a number may be missing while later ones are here before staff are told. */
const PATIENCE_MINUTES = 60

interface Gap { device_id: string; code: string; first: number; last: number }

/**
 * Tells staff of sales that a till numbered and that never arrived though later ones did, once: what they have explained, or part of it,
 * is not asked again. What has arrived since closes by itself. Returns how many gaps are new.
 */
export async function raiseGaps(patience = PATIENCE_MINUTES): Promise<number> {
  const gaps = await findGaps(patience)
  const told = (await select<{ id: number; once_key: string; status_code: string }>('SELECT id, once_key, status_code FROM exceptions WHERE code = ?', [GAP]))
    .map(({ once_key, ...row }) => ({ ...row, ...readGapKey(once_key) }))
  const fresh = gaps.filter(gap => !told.some(known => known.device_id === gap.device_id && known.first <= gap.first && gap.last <= known.last))
  for (const { device_id, code, first, last } of fresh) await raiseException({
    code: GAP, once_key: gapKey(device_id, first, last), order_id: null,
    detail: last > first ? `${code}: ${last - first + 1} sales, numbers ${first} to ${last} of its sequence, have not arrived.` : `${code}: one sale, number ${first} of its sequence, has not arrived.`,
  })
  const filled = told.filter(({ status_code, ...known }) => status_code === 'OPEN' && !gaps.some(gap => gap.device_id === known.device_id && gap.first <= known.last && known.first <= gap.last))
  for (const { id } of filled) await inTransaction(() => execute("UPDATE exceptions SET status_code = 'RESOLVED', resolution = 'NOTED', note = 'All of it has arrived.', resolved_at = NOW(3) WHERE id = ? AND status_code = 'OPEN'", [id]))
  return fresh.length
}

/** What is missing before a number that has been here for a while. What is in quarantine did arrive. */
const findGaps = (patience: number) => select<Gap>(`
  WITH seen AS (SELECT device_id, seq, MIN(created_at) AS created_at FROM (
      SELECT device_id, seq, created_at FROM sync_verdicts WHERE device_id IS NOT NULL AND seq IS NOT NULL
      UNION ALL SELECT device_id, seq, created_at FROM sync_quarantine WHERE seq IS NOT NULL) arrived GROUP BY device_id, seq),
  steps AS (SELECT device_id, seq, created_at, COALESCE(LAG(seq) OVER (PARTITION BY device_id ORDER BY seq), 0) AS before_it FROM seen)
  SELECT s.device_id, t.code, s.before_it + 1 AS first, s.seq - 1 AS last FROM steps s JOIN tills t ON t.device_id = s.device_id
  WHERE s.seq - s.before_it > 1 AND s.created_at <= NOW(3) - INTERVAL :patience MINUTE ORDER BY s.device_id, s.seq LIMIT 1000`, { patience })
