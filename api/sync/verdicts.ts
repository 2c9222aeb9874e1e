import { execute, insertRows, select } from '#api/db/database.ts'
import type { Arrival } from '#api/sync/arrival.ts'
import { CONTENT_VERSION } from '#api/sync/content.ts'
import { hasCardNumber, maskCardNumbers } from '#sync/protocol/card-number.ts'
import type { ErrorBody } from '#sync/protocol/errors.ts'
import { UUID, type Verdict } from '#sync/protocol/mutation.ts'

/** What is on record for an id: its verdict, or null where a sale has none. */
export interface Stored { content: string; verdict: string | null }

/** What is on record of some arrivals, all from one device: by id, and which of their seqs the device has used before. */
export interface OnRecord { stored: Map<string, Stored>; seqs: Set<number | null> }

/** Finds by mutation id and by sale id, in one round trip with the seqs. */
export async function findRecord(arrivals: readonly Arrival[]): Promise<OnRecord> {
  const uuids = arrivals.map(({ id }) => id).filter(id => UUID.test(id))
  if (uuids.length === 0) return { stored: new Map(), seqs: new Set() }
  const rows = await select<Stored & { id: string | null; seq: number | null }>(`
    SELECT sale_id AS id, '' AS content, NULL AS verdict, NULL AS seq FROM orders WHERE sale_id IN (:uuids)
    UNION ALL SELECT mutation_id, content, verdict, NULL FROM sync_verdicts WHERE mutation_id IN (:uuids)
    UNION ALL SELECT NULL, '', NULL, seq FROM sync_verdicts WHERE device_id = :device_id AND seq IN (:seqs)`,
  { uuids, device_id: arrivals[0]!.device_id, seqs: arrivals.map(({ seq }) => seq) })
  return {
    stored: new Map(rows.flatMap(({ id, content, verdict }) => id === null ? [] : [[id, { content, verdict }]])), // a verdict comes after, and so replaces, its order
    seqs: new Set(rows.flatMap(({ seq }) => seq === null ? [] : [seq])),
  }
}

/** Where a verdict comes from: a till's mutation, or a sale entered online, which has neither device nor sequence. */
export interface Source { id: string; device_id: string | null; seq: number | null; content: string }

/** Stores verdicts for ever; the primary key lets each id have one. */
export async function storeVerdicts(sources: readonly Source[], verdicts: readonly Verdict[]): Promise<void> {
  await insertRows('sync_verdicts', sources.map(({ id, device_id, seq, content }, i) =>
    ({ mutation_id: id, device_id, seq, content, content_version: CONTENT_VERSION, verdict: JSON.stringify(verdicts[i]) })))
}

/** Keeps what could not be booked, once per content, until staff resolve it; without the numbers of cards, whatever was sent. */
export const quarantine = ({ id, device_id, seq, skew_ms, content, frame }: Arrival, error: ErrorBody) =>
  execute(`INSERT INTO sync_quarantine (content, mutation_id, device_id, seq, skew_ms, mutation, error)
    VALUES (:content, :id, :device_id, :seq, :skew_ms, :mutation, :error) ON DUPLICATE KEY UPDATE content = sync_quarantine.content`,
  { content, id: unseen('', id), device_id, seq, skew_ms, mutation: JSON.stringify(frame, unseen), error: JSON.stringify(error) })

function unseen(_: string, value: unknown): unknown {
  const text = typeof value === 'number' || typeof value === 'string' && !UUID.test(value) ? String(value) : ''
  return hasCardNumber(text) ? maskCardNumbers(text) : value
}
