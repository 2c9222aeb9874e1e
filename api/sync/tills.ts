import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, isDuplicate, select, selectOne } from '#api/db/database.ts'
import { notFound, stale } from '#api/errors.ts'
import { readTill } from '#api/sync/list-tills.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { StaffTill, Till, TillSequence } from '#sync/protocol/till.ts'

const COLUMNS = 'id, code, name, device_id, status_code'

/** The till of a device: made at its first visit, found at every other. A code is given once and never again. */
export async function enrolTill({ name, device_id }: { name: string; device_id: string }): Promise<{ till: Till & TillSequence; made: boolean }> {
  const known = await tillOfDevice(device_id)
  if (known) return { till: await withSequence(known), made: false }
  try {
    return { till: await addTill(name, device_id), made: true }
  } catch (error) {
    if (isDuplicate(error)) return enrolTill({ name, device_id }) // its other tab, or another till, was faster
    throw error
  }
}

const addTill = (name: string, device_id: string): Promise<Till & TillSequence> => inTransaction(async () => {
  await execute("INSERT INTO tills (code, name, device_id) SELECT CONCAT('T', COALESCE(MAX(id), 0) + 1), :name, :device_id FROM tills", { name, device_id })
  const till = (await tillOfDevice(device_id))!
  await recordChange({ subject: 'till', subject_id: till.id, action: 'add', became: till })
  return withSequence(till)
})

/** @throws 404 */
export const findTill = async (id: number): Promise<StaffTill & TillSequence> => withSequence(await readTill(id))

/**
 * Renames a till, takes it out of service or lets it in again: what it sends while it is out is booked with an exception.
 * @throws 404, 409 where it is another than the one that was read
 */
export const changeTill = (id: number, { updated_at, ...changes }: BodyOf<'PATCH /api/staff/tills/:id'>): Promise<StaffTill & TillSequence> => inTransaction(async () => {
  const was = await selectOne<Till & { updated_at: Date }>(`SELECT ${COLUMNS}, updated_at FROM tills WHERE id = ? FOR UPDATE`, [id])
  if (!was) throw notFound('Till')
  if (updated_at && Date.parse(updated_at) !== was.updated_at.getTime()) throw stale({ till: await findTill(id) })
  const became = { ...was, ...changes }
  await execute('UPDATE tills SET name = :name, status_code = :status_code WHERE id = :id', { id, name: became.name, status_code: became.status_code })
  await recordChange({ subject: 'till', subject_id: id, action: 'change', was, became })
  return findTill(id)
})

const tillOfDevice = (device_id: string) => selectOne<Till>(`SELECT ${COLUMNS} FROM tills WHERE device_id = ?`, [device_id])

const withSequence = async <T extends Till>(till: T): Promise<T & TillSequence> =>
  ({ ...till, ...await sequenceOf(till.device_id), last_number: await lastNumberOf(till.code) })

const MOST_NAMED = 1000

/** The last number of a device that arrived, and those before it that did not. What is in quarantine did arrive. */
async function sequenceOf(device_id: string): Promise<{ last_seq: number; missing_seqs: number[] }> {
  const gaps = await select<{ seq: number; missing: number; last_seq: number }>(`
    WITH seen AS (SELECT seq FROM sync_verdicts WHERE device_id = :device_id AND seq IS NOT NULL
                  UNION SELECT seq FROM sync_quarantine WHERE device_id = :device_id AND seq IS NOT NULL),
    steps AS (SELECT seq, seq - 1 - COALESCE(LAG(seq) OVER (ORDER BY seq), 0) AS missing, MAX(seq) OVER () AS last_seq FROM seen)
    SELECT seq, missing, last_seq FROM steps WHERE missing > 0 OR seq = last_seq ORDER BY seq`, { device_id })
  const missing_seqs: number[] = []
  for (const { seq, missing } of gaps)
    for (let lost = seq - missing; lost < seq && missing_seqs.length < MOST_NAMED; lost++) missing_seqs.push(lost)
  return { last_seq: gaps.at(-1)?.last_seq ?? 0, missing_seqs }
}

/** The highest receipt counter that arrived under a till's code, so that a device that lost its memory does not reuse numbers. */
async function lastNumberOf(code: string): Promise<number> {
  const row = await selectOne<{ last: number }>(`SELECT COALESCE(MAX(CAST(SUBSTRING(number, CHAR_LENGTH(:prefix) + 1) AS UNSIGNED)), 0) AS last
    FROM orders WHERE number LIKE CONCAT(:prefix, '%')`, { prefix: `${code}-` })
  return Number(row!.last)
}
