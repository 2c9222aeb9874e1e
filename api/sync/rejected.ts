import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { AppError, conflict } from '#api/errors.ts'
import { findException } from '#api/orders/exceptions.ts'
import { raiseException } from '#api/orders/raise-exception.ts'
import { recordSales, type Booked } from '#api/orders/record-sales.ts'
import { contentIn, REJECTED, rejectedKey } from '#api/orders/rejected-sales.ts'
import { resolveExceptions } from '#api/orders/resolve-exceptions.ts'
import { readArrival, type Arrival, type Frame } from '#api/sync/arrival.ts'
import type { Stored } from '#api/sync/verdicts.ts'
import { maskCardNumbers } from '#sync/protocol/card-number.ts'
import type { ErrorBody } from '#sync/protocol/errors.ts'
import type { ShopException } from '#sync/protocol/exception.ts'
import type { Verdict } from '#sync/protocol/mutation.ts'

const MOST_OF_A_NUMBER = 40

/** Tells staff, once for each content, of what a till sold and the shop could not book. */
export const tellOfRejected = (arrival: Arrival, { message, errors = {} }: ErrorBody): Promise<void> => raiseException({
  code: REJECTED, once_key: rejectedKey(arrival.device_id, arrival.content), order_id: null,
  detail: maskCardNumbers(`${labelOf(arrival)}: ${Object.values(errors).flat().join(' ') || message}`),
})

function labelOf({ sale, frame }: Arrival): string {
  if (sale) return `${sale.number} over ${sale.total.toFixed(2)}`
  const { number } = (frame.payload ?? {}) as { number?: unknown }
  return typeof number === 'string' && number !== '' ? number.slice(0, MOST_OF_A_NUMBER) : 'A sale without a number'
}

interface Kept { content: string; device_id: string; skew_ms: number | null; mutation: string; created_at: Date }

/**
 * Books a sale that was rejected, now that what stood against it is mended: under its own id and for its own day, so that its till hears
 * that it is accepted when it sends it again. What still cannot be booked stays as it is.
 * @throws 404, 409 where nothing waits to be booked or its id stands for another sale, 422 for what still stands against it
 */
export const bookRejected = (id: number, user_id: number): Promise<ShopException> => inTransaction(async () => {
  const { content, mutation, created_at, ...kept } = await keptBehind(id)
  const arrival = readArrival(JSON.parse(mutation) as Frame, { ...kept, received_at: created_at.getTime() })
  if (!arrival.sale) throw new AppError(422, arrival.error)
  await refuseOther(arrival.id, content)
  const [booked] = await recordSales([{ ...arrival, seq_reused: await isSeqReused(arrival) }], ([one]) => accept(arrival.id, content, one!))
  await execute('UPDATE exceptions SET order_id = ? WHERE id = ?', [booked!.order_id, id])
  await resolveExceptions({ ids: [id], note: `Booked as ${booked!.number}.` }, user_id)
  return findException(id)
})

async function keptBehind(id: number): Promise<Kept> {
  const waiting = await selectOne<{ once_key: string }>("SELECT once_key FROM exceptions WHERE id = ? AND code = ? AND status_code = 'OPEN' FOR UPDATE", [id, REJECTED])
  if (!waiting) {
    await findException(id)
    throw conflict('No sale waits to be booked here.')
  }
  return (await selectOne<Kept>('SELECT content, device_id, skew_ms, mutation, created_at FROM sync_quarantine WHERE content = ?', [contentIn(waiting.once_key)]))!
}

/** Only a verdict that rejected this very content may become another one. */
async function refuseOther(mutation_id: string, content: string): Promise<void> {
  const stored = await selectOne<Stored>('SELECT content, verdict FROM sync_verdicts WHERE mutation_id = ? FOR UPDATE', [mutation_id])
  const isRejected = stored?.verdict ? (JSON.parse(stored.verdict) as Verdict).status === 'rejected' : false
  if (!isRejected || stored!.content !== content) throw conflict('Another sale is on record under this id, so this one can only be noted.')
}

const isSeqReused = async ({ id, device_id, seq }: Arrival): Promise<boolean> =>
  (await select('SELECT 1 FROM sync_verdicts WHERE device_id = ? AND seq = ? AND mutation_id <> ? LIMIT 1', [device_id, seq, id])).length > 0

async function accept(id: string, content: string, booked: Booked): Promise<void> {
  const verdict: Verdict = { id, status: 'accepted', ...booked }
  await execute('UPDATE sync_verdicts SET verdict = ? WHERE mutation_id = ?', [JSON.stringify(verdict), id])
  await execute("UPDATE sync_quarantine SET status_code = 'RESOLVED' WHERE content = ?", [content])
}
