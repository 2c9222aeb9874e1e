import { execute, insertRows, select } from '#api/db/database.ts'
import type { Arrival } from '#api/sync/arrival.ts'
import { CONTENT_VERSION } from '#api/sync/content.ts'
import type { ErrorBody } from '#sync/protocol/errors.ts'
import { UUID, type Verdict } from '#sync/protocol/mutation.ts'

/** What is on record for an id: its verdict, or null where a sale has none. */
export interface Stored { content: string; verdict: string | null }

/** Finds by mutation id and by sale id. */
export async function findStored(ids: readonly string[]): Promise<Map<string, Stored>> {
  const uuids = ids.filter(id => UUID.test(id))
  if (uuids.length === 0) return new Map()
  const rows = await select<Stored & { id: string }>(`
    SELECT sale_id AS id, '' AS content, NULL AS verdict FROM orders WHERE sale_id IN (:uuids)
    UNION ALL SELECT mutation_id, content, verdict FROM sync_verdicts WHERE mutation_id IN (:uuids)`, { uuids })
  return new Map(rows.map(row => [row.id, row])) // a verdict comes after, and so replaces, its order
}

/** Which of the arrivals' seqs this device has used before. All come from one device. */
export async function usedSeqs(arrivals: readonly Arrival[]): Promise<Set<number | null>> {
  if (arrivals.length === 0) return new Set()
  const rows = await select<{ seq: number }>('SELECT seq FROM sync_verdicts WHERE device_id = :device_id AND seq IN (:seqs)',
    { device_id: arrivals[0]!.device_id, seqs: arrivals.map(({ seq }) => seq) })
  return new Set(rows.map(({ seq }) => seq))
}

/** Where a verdict comes from: a till's mutation, or a sale entered online, which has neither device nor sequence. */
export interface Source { id: string; device_id: string | null; seq: number | null; content: string }

/** Stores verdicts for ever; the primary key lets each id have one. */
export const storeVerdicts = (sources: readonly Source[], verdicts: readonly Verdict[]) =>
  insertRows('sync_verdicts', sources.map(({ id, device_id, seq, content }, i) =>
    ({ mutation_id: id, device_id, seq, content, content_version: CONTENT_VERSION, verdict: JSON.stringify(verdicts[i]) })))

/** Keeps what could not be booked, once per content, until staff resolve it. */
export const quarantine = ({ id, device_id, seq, content, frame }: Arrival, error: ErrorBody) =>
  execute(`INSERT INTO sync_quarantine (content, mutation_id, device_id, seq, mutation, error)
    VALUES (:content, :id, :device_id, :seq, :mutation, :error) ON DUPLICATE KEY UPDATE content = sync_quarantine.content`,
  { content, id, device_id, seq, mutation: JSON.stringify(frame), error: JSON.stringify(error) })
