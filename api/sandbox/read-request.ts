import {
  amountNoInteger,
  invalidAmount,
  invalidEmail,
  invalidParameters,
  unsupportedCurrency,
} from '#api/sandbox/refusals.ts'

const LEAST = 10
const CURRENCY = 'GHS'

export interface PaymentRequest {
  email: string
  amount: number
  currency: string
  reference: string | null
  metadata: string
  callback_url: string | null
}

/** The parameters of initialize and charge, checked in Paystack's order and with its messages. */
export function readPaymentRequest(body: Record<string, unknown>): PaymentRequest {
  const { email, currency = CURRENCY, reference, callback_url } = body
  if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 255) throw invalidEmail()
  const amount = readAmount(body.amount)
  if (amount < LEAST) throw invalidAmount()
  if (currency !== CURRENCY) throw unsupportedCurrency()
  if (reference !== undefined && (typeof reference !== 'string' || !/^[A-Za-z0-9.=-]{1,100}$/.test(reference)))
    throw invalidParameters('Reference must only contain alphanumeric characters and -.=')
  if (callback_url !== undefined && (typeof callback_url !== 'string' || !URL.canParse(callback_url)))
    throw invalidParameters('"callback_url" must be a valid uri')
  return {
    email,
    amount,
    currency,
    reference: reference ?? null,
    metadata: readMetadata(body.metadata),
    callback_url: callback_url ?? null,
  }
}

/** Whole pesewas, as a number or as digits. */
export function readAmount(amount: unknown): number {
  const value =
    typeof amount === 'string' && /^-?\d+(\.\d+)?$/.test(amount)
      ? amount.includes('.')
        ? NaN
        : Number(amount)
      : amount
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw amountNoInteger()
  if (value <= 0) throw invalidAmount()
  return value
}

/**
 * Metadata as it comes back, as JSON: JSON text is parsed, a plain object's numbers become text, and absent metadata is
 * ''.
 */
function readMetadata(metadata: unknown): string {
  if (metadata === undefined || metadata === null) return '""'
  if (typeof metadata === 'string') return isJson(metadata) ? metadata : JSON.stringify(metadata)
  return JSON.stringify(metadata, (_, value: unknown) => (typeof value === 'number' ? String(value) : value))
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
