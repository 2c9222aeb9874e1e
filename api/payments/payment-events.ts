import { createHash } from 'node:crypto'
import { execute, insertRow, isDuplicate, select } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'

/**
 * Keeps a signed webhook as it came; the same bytes again are kept once. What it says is not believed: of a success only the
 * reference is used, and the provider asked.
 */
export async function keepEvent(body: Buffer): Promise<void> {
  try {
    await insertRow('payment_events', { digest: createHash('sha256').update(body).digest('hex'), ...nameOf(body), body })
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}

const AT_ONCE = 50
const MOST_ATTEMPTS = 20

/**
 * Hands the reference of each success that nobody has dealt with yet to `onChargeSuccess`, oldest first. What it throws leaves
 * the event for the next run; other events are only kept.
 */
export async function settleEvents(onChargeSuccess: (reference: string) => Promise<void>): Promise<void> {
  const waiting = await select<{ id: number; event: string; reference: string | null }>(
    'SELECT id, event, reference FROM payment_events WHERE settled_at IS NULL AND attempts < ? ORDER BY id LIMIT ?', [MOST_ATTEMPTS, AT_ONCE])
  for (const { id, event, reference } of waiting) {
    await execute('UPDATE payment_events SET attempts = attempts + 1 WHERE id = ?', [id])
    try {
      if (event === 'charge.success' && reference !== null) await onChargeSuccess(reference)
    } catch (error) {
      log.warn({ event: id, error: { name: (error as Error).name } }, 'payment event waits')
      continue
    }
    await execute('UPDATE payment_events SET settled_at = NOW(3) WHERE id = ?', [id])
  }
}

/** What can be made out of a webhook; a body that is not as documented is kept without a name. */
function nameOf(body: Buffer): { event: string; reference: string | null } {
  const { event, data } = parsed(body) as { event?: unknown; data?: { reference?: unknown; transaction_reference?: unknown } | null }
  const reference = data?.reference ?? data?.transaction_reference
  return { event: typeof event === 'string' ? event.slice(0, 60) : '', reference: typeof reference === 'string' && /^[A-Za-z0-9.=_-]{1,100}$/.test(reference) ? reference : null }
}

function parsed(body: Buffer): object {
  try {
    return Object(JSON.parse(body.toString('utf8'))) as object
  } catch {
    return {}
  }
}
