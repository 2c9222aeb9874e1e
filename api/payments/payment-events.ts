import { createHash } from 'node:crypto'
import { execute, insertRow, isDuplicate, select } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'
import { isSilence } from '#api/payments/provider.ts'

/** What we use of a webhook. We do not trust its content, but ask the provider about the reference. */
export interface PaymentEvent {
  event: string
  reference: string
  /** When a dispute must be answered, as the provider writes it. */
  due?: string
}

/** Stores a signed webhook unchanged; the same bytes only once. */
export async function keepEvent(body: Buffer): Promise<void> {
  const { event, reference } = factsOf(body)
  try {
    await insertRow('payment_events', {
      digest: createHash('sha256').update(body).digest('hex'),
      event,
      reference,
      body,
    })
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}

const AT_ONCE = 50
const MOST_ATTEMPTS = 20

/**
 * Passes each open event that names a payment to `settle`: the least tried first, then the oldest. If that throws, the
 * event waits for the next run, and a silent provider ends this one. Other events are only stored.
 */
export async function settleEvents(settle: (event: PaymentEvent) => Promise<void>): Promise<void> {
  const waiting = await select<{ id: number; event: string; reference: string | null; body: Buffer }>(
    'SELECT id, event, reference, body FROM payment_events WHERE settled_at IS NULL AND attempts < ? ORDER BY attempts, id LIMIT ?',
    [MOST_ATTEMPTS, AT_ONCE],
  )
  for (const { id, event, reference, body } of waiting) {
    await execute('UPDATE payment_events SET attempts = attempts + 1 WHERE id = ?', [id])
    try {
      if (reference !== null) await settle({ event, reference, ...dueIn(body) })
    } catch (error) {
      log.warn({ event: id, error: { name: (error as Error).name } }, 'payment event waits')
      if (isSilence(error)) return
      continue
    }
    await execute('UPDATE payment_events SET settled_at = NOW(3) WHERE id = ?', [id])
  }
}

/** What can be read from a webhook; an undocumented body is stored without a name. */
function factsOf(body: Buffer): { event: string; reference: string | null } {
  const { event, data } = parsed(body)
  const reference = data?.reference ?? data?.transaction_reference ?? data?.transaction?.reference
  return {
    event: typeof event === 'string' ? event.slice(0, 60) : '',
    reference: typeof reference === 'string' && /^[A-Za-z0-9.=_-]{1,100}$/.test(reference) ? reference : null,
  }
}

const dueIn = (body: Buffer): Pick<PaymentEvent, 'due'> => {
  const due = parsed(body).data?.dueAt
  return typeof due === 'string' ? { due } : {}
}

/** Refunds name their payment differently from charges, and disputes contain the whole payment. */
interface Told {
  event?: unknown
  data?: {
    reference?: unknown
    transaction_reference?: unknown
    transaction?: { reference?: unknown } | null
    dueAt?: unknown
  } | null
}

function parsed(body: Buffer): Told {
  try {
    return Object(JSON.parse(body.toString('utf8'))) as Told
  } catch {
    return {}
  }
}
