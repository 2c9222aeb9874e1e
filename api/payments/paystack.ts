import type { Payments } from '#api/env.ts'
import { askPaystack, type Ask } from '#api/payments/ask-paystack.ts'
import { PaymentDeclined } from '#api/payments/provider-errors.ts'
import {
  readInitialized,
  readCharge,
  pagesIn,
  readRefund,
  readRefunds,
  readTransaction,
  readTransactions,
} from '#api/payments/read-reply.ts'
import type { Charge, Initialized, ProviderRefund, ProviderTransaction } from '#api/payments/read-reply.ts'

/** Amounts are whole pesewas, ids text; `metadata.order_id` comes back with the transaction. */
export interface PaymentRequest {
  email: string
  amount: number
  reference: string
  metadata: { order_id: string } & Record<string, string>
  callback_url?: string
  channels?: ('card' | 'mobile_money')[]
}
export interface RefundRequest {
  /** The provider's id or our reference. */ transaction: string
  amount: number
  merchant_note?: string
  customer_note?: string
}
export interface WalletRequest extends Omit<PaymentRequest, 'callback_url' | 'channels'> {
  mobile_money: { phone: string; provider: 'mtn' | 'vod' | 'atl' }
}
/** `from` and `to` are ISO 8601; pages count from 1. */
export interface TransactionQuery {
  page?: number
  perPage?: number
  status?: 'success' | 'failed' | 'abandoned'
  from?: string
  to?: string
}

/**
 * Paystack's API. Retries reads without an answer, never writes: the caller must look up whether a payment or refund
 * happened. Every call ends within half a minute; never call inside a database transaction. Each throws PaymentDeclined
 * with the provider's words, ProviderUnreachable if certainly nothing was done, and NoAnswer if the outcome is unknown.
 */
export interface Paystack {
  initialize: (request: PaymentRequest) => Promise<Initialized>
  /** Null: the provider does not know the reference. */
  verify: (reference: string) => Promise<ProviderTransaction | null>
  fetch: (id: string) => Promise<ProviderTransaction | null>
  list: (query: TransactionQuery) => Promise<{ transactions: ProviderTransaction[]; pages: number }>
  charge: (request: WalletRequest) => Promise<Charge>
  /** Where a charge stands. Null: the provider does not know the reference. */
  findCharge: (reference: string) => Promise<Charge | null>
  /** Passes on the code that the payer's network asked for. A wrong one ends the charge. */
  submitCode: (reference: string, code: string) => Promise<Charge>
  refund: (request: RefundRequest) => Promise<ProviderRefund>
  /** Refunds of all transactions, by creation time. */
  listRefunds: (
    query: Pick<TransactionQuery, 'page' | 'perPage' | 'from' | 'to'>,
  ) => Promise<{ refunds: ProviderRefund[]; pages: number }>
  /** Every refund of a transaction, by the provider's id. Check these before resending a refund without an answer. */
  refundsOf: (transactionId: string) => Promise<ProviderRefund[]>
  fetchRefund: (id: string) => Promise<ProviderRefund | null>
}

/** A client for the provider named in the environment. */
export function paystack({ apiUrl, secretKey }: Pick<Payments, 'apiUrl' | 'secretKey'>, patience = {}): Paystack {
  const ask: Ask = askPaystack({ apiUrl, secretKey, ...patience })
  const path = encodeURIComponent
  return {
    initialize: async request =>
      readInitialized(
        await ask('POST', '/transaction/initialize', {
          ...request,
          currency: 'GHS',
          metadata: JSON.stringify(request.metadata),
        }),
      ),
    verify: reference =>
      orNull(async () => readTransaction((await ask('GET', `/transaction/verify/${path(reference)}`)).data)),
    fetch: id => orNull(async () => readTransaction((await ask('GET', `/transaction/${path(id)}`)).data)),
    list: async query => readTransactions(await ask('GET', `/transaction?${asked(query)}`)),
    listRefunds: async query => {
      const reply = await ask('GET', `/refund?${asked(query)}`)
      return { refunds: readRefunds(reply), pages: pagesIn(reply) }
    },
    charge: async request => readCharge(await ask('POST', '/charge', { ...request, currency: 'GHS' })),
    findCharge: reference => orNull(async () => readCharge(await ask('GET', `/charge/${path(reference)}`))),
    submitCode: async (reference, code) =>
      readCharge(await ask('POST', '/charge/submit_otp', { reference, otp: code })),
    refund: async request => readRefund((await ask('POST', '/refund', { ...request, currency: 'GHS' })).data),
    refundsOf: async id => readRefunds(await ask('GET', `/refund?transaction=${path(id)}`)),
    fetchRefund: id => orNull(async () => readRefund((await ask('GET', `/refund/${path(id)}`)).data)),
  }
}

const asked = (query: TransactionQuery) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()

/** The key's domain: test or live money. */
export const domainOf = (secretKey: string): 'test' | 'live' => (secretKey.startsWith('sk_live_') ? 'live' : 'test')

/** Some versions answer an unknown reference with 400, some with 404. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (
      error instanceof PaymentDeclined &&
      (error.code === 'transaction_not_found' ||
        error.status === 404 ||
        /^Transaction (reference )?(not found|is invalid)\.?$/.test(error.message))
    )
      return null
    throw error
  }
}
