import type { ProviderTransaction } from '#api/payments/read-reply.ts'
import { formatCedis, toCedis } from '#sync/protocol/money.ts'

/** What we asked the provider for: whole pesewas, and our key's domain (test or live). */
export interface Attempted {
  reference: string
  amount: number
  order_id: number
  domain: 'test' | 'live'
}

export interface Judgement {
  verdict: 'success' | 'pending' | 'failed' | 'mismatch'
  /** Why it is not a success, for staff; null for a success. */
  reason: string | null
}

const OVER = { failed: 'The payment failed', reversed: 'The payment was refunded' } as const

/** Whether a payment's outcome is final. An undocumented status is not. */
export const isFinal = (status: string) => status === 'success' || Object.hasOwn(OVER, status)

/**
 * Whether the provider's reply pays for our attempt. Null, an unknown reference, means that the attempt was never
 * opened. A success counts only if all of it is right; any other status never counts as paid, and only a final one
 * counts as failed.
 */
export function judge(reply: ProviderTransaction | null, attempt: Attempted): Judgement {
  if (reply === null) return { verdict: 'pending', reason: 'The provider has no record of this payment' }
  if (reply.reference !== attempt.reference)
    return mismatch(`reference ${reply.reference} instead of ${attempt.reference}`)
  if (!isFinal(reply.status)) return { verdict: 'pending', reason: `The payment is ${reply.status}` }
  if (reply.status !== 'success')
    return { verdict: 'failed', reason: reply.gateway_response || OVER[reply.status as keyof typeof OVER] }
  const wrong = wrongIn(reply, attempt)
  return wrong === null ? { verdict: 'success', reason: null } : mismatch(wrong)
}

function wrongIn(
  { currency, amount, requested_amount, domain, metadata }: ProviderTransaction,
  attempt: Attempted,
): string | null {
  if (currency !== 'GHS') return `currency ${currency} instead of GHS`
  if ((requested_amount ?? amount) !== attempt.amount)
    return `${cedis(requested_amount ?? amount)} instead of ${cedis(attempt.amount)}`
  if (amount < attempt.amount) return `only ${cedis(amount)} of ${cedis(attempt.amount)} are paid`
  if (domain !== attempt.domain) return `a ${domain} payment instead of a ${attempt.domain} one`
  const order_id = orderOf(metadata)
  return order_id === null || order_id === String(attempt.order_id)
    ? null
    : `order ${order_id} instead of ${attempt.order_id}`
}

const cedis = (pesewas: number) => formatCedis(toCedis(pesewas))

const mismatch = (what: string): Judgement => ({ verdict: 'mismatch', reason: `The provider says ${what}` })

/**
 * The order id in the metadata, as text. The metadata may be an object, an object as text, or empty in several ways.
 */
function orderOf(metadata: unknown): string | null {
  const value = typeof metadata === 'string' ? parsed(metadata) : metadata
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, 'order_id')) return null
  const { order_id } = value as { order_id: unknown }
  return order_id === null || order_id === '' ? null : String(order_id)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
