import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, isDuplicate, select, selectOne } from '#api/db/database.ts'
import { notFound, refuseIfStale } from '#api/errors.ts'
import { keepLeaversSoon } from '#api/operations/leavers.ts'
import { readTill } from '#api/sync/list-tills.ts'
import { SEEN } from '#api/sync/seen-seqs.ts'
import { approveKey } from '#api/trust/enrol-key.ts'
import { MOST_AHEAD } from '#api/trust/sequence.ts'
import { keysOf } from '#api/trust/till-keys.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { Till, TillDetail, TillSequence } from '#sync/protocol/till.ts'

const COLUMNS = 'id, code, name, device_id, status_code'

/** The till of a device: created at its first visit, found at later ones. A code is never reused. */
export async function enrolTill({
  name,
  device_id,
}: {
  name: string
  device_id: string
}): Promise<{ till: Till & TillSequence; made: boolean }> {
  const known = await tillOfDevice(device_id)
  if (known) return { till: await withSequence(known), made: false }
  try {
    return { till: await addTill(name, device_id), made: true }
  } catch (error) {
    if (isDuplicate(error)) return enrolTill({ name, device_id }) // another tab or till was faster
    throw error
  }
}

const addTill = (name: string, device_id: string): Promise<Till & TillSequence> =>
  inTransaction(async () => {
    // A code lost in a restore stays taken: new tills count on above it.
    await execute(
      `INSERT INTO tills (code, name, device_id)
        SELECT CONCAT('T', GREATEST(COALESCE((SELECT MAX(id) FROM tills), 0), tills_until) + 1), :name, :device_id
    FROM shop_generation WHERE id = 1`,
      { name, device_id },
    )
    const till = (await tillOfDevice(device_id))!
    await recordChange({ subject: 'till', subject_id: till.id, action: 'add', became: till })
    return withSequence(till)
  })

/** @throws 404 */
export const findTill = async (id: number): Promise<TillDetail> => ({
  ...(await withSequence(await readTill(id))),
  keys: await keysOf(id),
})

/**
 * Renames a till, approves its key, revokes it or restores it. What a revoked till sends is booked with an exception.
 * @throws 404, 409 if it changed since it was read, 422 for another till's key
 */
export const changeTill = (
  id: number,
  { updated_at, approved_key_id, ...changes }: BodyOf<'PATCH /api/staff/tills/:id'>,
): Promise<TillDetail> =>
  inTransaction(async () => {
    const was = await selectOne<Till & { updated_at: Date }>(
      `SELECT ${COLUMNS}, updated_at FROM tills WHERE id = ? FOR UPDATE`,
      [id],
    )
    if (!was) throw notFound('Till')
    await refuseIfStale(updated_at, was.updated_at, async () => ({ till: await findTill(id) }))
    const became = { ...was, ...changes }
    await execute('UPDATE tills SET name = :name, status_code = :status_code WHERE id = :id', {
      id,
      name: became.name,
      status_code: became.status_code,
    })
    await recordChange({ subject: 'till', subject_id: id, action: 'change', was, became })
    if (became.status_code !== was.status_code) keepLeaversSoon()
    if (approved_key_id) await approveKey(id, approved_key_id)
    return findTill(id)
  })

const tillOfDevice = (device_id: string) =>
  selectOne<Till>(`SELECT ${COLUMNS} FROM tills WHERE device_id = ?`, [device_id])

const withSequence = async <T extends Till>(till: T): Promise<T & TillSequence> => ({
  ...till,
  ...(await sequenceOf(till.device_id)),
  last_number: await lastNumberOf(till.code),
})

const MOST_NAMED = 1000

/** The next seq of a device, and earlier ones that did not arrive. Quarantined ones did arrive. */
async function sequenceOf(device_id: string): Promise<{ last_seq: number; missing_seqs: number[] }> {
  const till = await selectOne<{ last_seq: number }>('SELECT last_seq FROM tills WHERE device_id = ?', [device_id])
  const { last_seq } = till!
  const gaps = await select<{ seq: number; missing: number }>(
    `
    WITH seen AS (${SEEN('s.device_id = :device_id')} UNION SELECT :last_seq + 1),
    steps AS (SELECT seq, CAST(seq AS SIGNED) - 1 - COALESCE(LAG(seq) OVER (ORDER BY seq), 0) AS missing FROM seen
      WHERE seq <= :last_seq + 1)
    SELECT seq, missing FROM steps WHERE missing > 0 ORDER BY seq`,
    { device_id, last_seq },
  )
  const missing_seqs: number[] = []
  for (const { seq, missing } of gaps)
    for (let lost = seq - missing; lost < seq && missing_seqs.length < MOST_NAMED; lost++) missing_seqs.push(lost)
  return { last_seq, missing_seqs }
}

/**
 * The receipt counter a till continues from, so that a device that lost its data reuses no number. Ignores a counter
 * far ahead of the rest, so that nobody can use up a till's numbers.
 */
async function lastNumberOf(code: string): Promise<number> {
  const row = await selectOne<{ last: number }>(
    `
    WITH counters AS (SELECT DISTINCT CAST(SUBSTRING(number, CHAR_LENGTH(:prefix) + 1) AS UNSIGNED) AS counter
      FROM orders
      WHERE number LIKE CONCAT(:prefix, '%') AND SUBSTRING(number, CHAR_LENGTH(:prefix) + 1) REGEXP '^[0-9]{1,15}$'),
    steps AS (SELECT counter, CAST(counter AS SIGNED) - COALESCE(LAG(CAST(counter AS SIGNED)) OVER (ORDER BY counter),
    0) AS step FROM counters),
    walked AS (SELECT counter, SUM(step > ${MOST_AHEAD + 1}) OVER (ORDER BY counter) AS jumps FROM steps)
    SELECT COALESCE(MAX(counter), 0) AS last FROM walked WHERE jumps = 0`,
    { prefix: `${code}-` },
  )
  return Number(row!.last)
}
