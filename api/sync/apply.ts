import { inTransaction, isDuplicate, isLockFailure, isLost } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { recordSales } from '#api/orders/record-sales.ts'
import type { Arrival } from '#api/sync/arrival.ts'
import { tellOfRejected } from '#api/sync/rejected.ts'
import { findRecord, quarantine, storeVerdicts, type Stored } from '#api/sync/verdicts.ts'
import type { ErrorBody } from '#sync/protocol/errors.ts'
import { UUID, type Verdict } from '#sync/protocol/mutation.ts'

/**
 * Gives each mutation its verdict, in order: together in one transaction where all goes well, else one by one, so that
 * a bad one never changes another's verdict. A verdict is returned only after its COMMIT.
 * @throws after trying all of them, where one met locks to the last try or a fault of ours; what was committed stands
 */
export async function applyAll(arrivals: readonly Arrival[]): Promise<Verdict[]> {
  const verdicts = new Map<Arrival, Verdict>()
  try {
    for (const [arrival, verdict] of await inTransaction(() => applyTogether(arrivals.filter(({ sale }) => sale)))) verdicts.set(arrival, verdict)
  } catch (error) {
    if (isLockFailure(error) || isLost(error)) throw error
  }
  const failures: unknown[] = []
  for (const arrival of arrivals.filter(arrival => !verdicts.has(arrival))) {
    try {
      verdicts.set(arrival, await applyOne(arrival))
    } catch (error) {
      if (isLost(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures.find(isLockFailure) ?? failures[0]
  return arrivals.map(arrival => verdicts.get(arrival)!)
}

/** In the transaction around it: replays what is on record and books the rest. Leaves out what conflicts. */
async function applyTogether(arrivals: readonly Arrival[]): Promise<Map<Arrival, Verdict>> {
  const { stored, seqs } = await findRecord(arrivals)
  const fresh = arrivals.filter(({ id }) => !stored.has(id))
  const sales = fresh.map(arrival => {
    if (!arrival.sale) throw new AppError(422, arrival.error)
    const seq_reused = seqs.has(arrival.seq)
    seqs.add(arrival.seq)
    return { ...arrival, seq_reused }
  })
  const verdicts = new Map<Arrival, Verdict>()
  await recordSales(sales, booked => {
    const accepted = fresh.map(({ id }, i): Verdict => ({ id, status: 'accepted', ...booked[i]! }))
    fresh.forEach((arrival, i) => verdicts.set(arrival, accepted[i]!))
    return storeVerdicts(fresh, accepted)
  })
  for (const arrival of arrivals) {
    const verdict = replayOf(arrival, stored.get(arrival.id))
    if (verdict) verdicts.set(arrival, verdict)
  }
  return verdicts
}

/** The verdict on record, where it was given to the same content. */
const replayOf = ({ content }: Arrival, stored: Stored | undefined): Verdict | null =>
  stored?.verdict && stored.content === content ? JSON.parse(stored.verdict) as Verdict : null

/** A twin that was faster leaves a duplicate error; the next run finds the twin's verdict. */
async function applyOne(arrival: Arrival, tries = 1): Promise<Verdict> {
  try {
    return await bookOrReject(arrival)
  } catch (error) {
    if (isDuplicate(error) && tries < 3) return applyOne(arrival, tries + 1)
    throw error
  }
}

async function bookOrReject(arrival: Arrival): Promise<Verdict> {
  try {
    const verdicts = await inTransaction(() => applyTogether([arrival]))
    return verdicts.get(arrival) ?? await reject(arrival, { message: 'This sale is on record with other content.', code: 'conflict' })
  } catch (error) {
    if (error instanceof AppError) return reject(arrival, error.body)
    throw error
  }
}

/** After the rollback, in a transaction of its own. A conflict leaves the verdict on record as it is. */
const reject = (arrival: Arrival, error: ErrorBody): Promise<Verdict> => inTransaction(async () => {
  const verdict: Verdict = { id: arrival.id, status: 'rejected', error }
  await quarantine(arrival, error)
  await tellOfRejected(arrival, error)
  if (error.code !== 'conflict' && UUID.test(arrival.id)) await storeVerdicts([arrival], [verdict])
  return verdict
})
