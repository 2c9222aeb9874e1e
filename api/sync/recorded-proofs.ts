import { grantIn, type Arrival } from '#api/sync/prove-arrival.ts'
import { RESTORED, restoredFrom, type Restored } from '#api/trust/after-restore.ts'
import { linkFrom, NEAR, placesOf, type Link } from '#api/trust/chain.ts'
import { GRANTS, grantFrom, type HeldGrant } from '#api/trust/doubts.ts'

/** What signed arrivals are judged by, read after their till is locked. */
export interface Proofs {
  near: Link[]
  grants: Map<string, HeldGrant>
  generation: string
  restored: Restored
  isRevoked: boolean
  isApproved: boolean
  forked: boolean
}

/** The rest of a UNION that reads them; null if nothing is signed by a known key. */
export function proofsToRead(arrivals: readonly Arrival[]): { sql: string; values: Record<string, unknown> } | null {
  const key = arrivals[0]?.author?.key
  const links = arrivals.flatMap(({ link }) => link ?? [])
  if (!key || links.length === 0) return null
  return {
    sql: `${NEAR} UNION ALL ${GRANTS} UNION ALL ${STATE}`,
    values: { ...placesOf(key.id, links), named: [null, ...new Set(arrivals.map(({ frame }) => grantIn(frame)))] },
  }
}

const STATE = `SELECT 'state', g.generation, CONCAT(t.status_code, ' ', ${RESTORED}), k.forked_at IS NOT NULL, k.approved
  FROM till_keys k JOIN tills t ON t.id = k.till_id JOIN shop_generation g ON g.id = 1 WHERE k.id = :key`

interface Row {
  what: string
  id: string | null
  content: string
  verdict: string | null
  seq: number | null
}

export function proofsFrom(rows: readonly Row[]): Proofs {
  const state = rows.find(({ what }) => what === 'state')!
  const [status_code, ...restored] = state.content.split(' ')
  return {
    near: rows.filter(({ what }) => what === 'link').map(linkFrom),
    grants: new Map(rows.flatMap(({ what, id, content }) => (what === 'grant' ? [[id!, grantFrom(content)]] : []))),
    generation: state.id!,
    restored: restoredFrom(restored.join(' ')),
    isRevoked: status_code === 'REVOKED',
    isApproved: Boolean(state.seq),
    forked: state.verdict === '1',
  }
}
