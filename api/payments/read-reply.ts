import Joi from 'joi'
import type { Envelope } from '#api/payments/ask-paystack.ts'
import { NoAnswer } from '#api/payments/provider-errors.ts'

/** A transaction from the provider: amounts in pesewas; `amount` includes fees the payer bore. */
export interface ProviderTransaction {
  id: string
  reference: string
  status: string
  domain: string
  amount: number
  /** The amount we asked for; null if the provider does not say. */
  requested_amount: number | null
  currency: string
  metadata: unknown
  channel: string | null
  gateway_response: string | null
  paid_at: string | null
}
export interface Initialized {
  authorization_url: string
  access_code: string
  reference: string
}
/** `status`: success, failed, or the payer's next step, which `display_text` describes. */
export interface Charge {
  reference: string
  status: string
  display_text: string | null
}
export interface ProviderRefund {
  id: string
  transaction_id: string | null
  amount: number
  currency: string
  status: RefundStatus
}
export type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'

const id = () =>
  Joi.alternatives(Joi.string().pattern(/^\d{1,20}$/), Joi.number().integer().min(0))
    .custom(String)
    .required()
const pesewas = () => Joi.number().integer().min(0)
const words = () => Joi.string().allow('', null).default(null)

const transaction = Joi.object<ProviderTransaction>({
  id: id(),
  reference: Joi.string().required(),
  status: Joi.string().required(),
  domain: Joi.string().required(),
  amount: pesewas().required(),
  requested_amount: pesewas().allow(null).default(null),
  currency: Joi.string().required(),
  metadata: Joi.any().default(null),
  channel: words(),
  gateway_response: words(),
  paid_at: words(),
})
const initialized = Joi.object<Initialized>({
  authorization_url: Joi.string().uri().required(),
  access_code: Joi.string().required(),
  reference: Joi.string().required(),
})
const charge = Joi.object<Charge>({
  reference: Joi.string().required(),
  status: Joi.string().required(),
  display_text: words(),
})
const refund = Joi.object<Omit<ProviderRefund, 'transaction_id'> & { transaction: unknown }>({
  id: id(),
  amount: pesewas().required(),
  currency: Joi.string().required(),
  status: Joi.string().valid('pending', 'processing', 'processed', 'failed', 'needs-attention').required(),
  transaction: Joi.any(),
})

export const readTransaction = (data: unknown): ProviderTransaction => read(transaction, data)
export const readInitialized = ({ data }: Envelope): Initialized => read(initialized, data)
export const readCharge = ({ data }: Envelope): Charge => read(charge, data)

export const readTransactions = (reply: Envelope) => ({
  transactions: read(Joi.array<ProviderTransaction[]>().items(transaction), reply.data),
  pages: pagesIn(reply),
})

export const pagesIn = ({ meta }: Envelope): number =>
  read(Joi.object<{ pageCount: number }>({ pageCount: Joi.number().integer().min(0).default(1) }), meta ?? {}).pageCount

/** A refund's `transaction` is an object on creation, and a number on reading. */
export function readRefund(data: unknown): ProviderRefund {
  const { transaction: named, ...rest } = read(refund, data)
  const transaction_id = typeof named === 'object' && named !== null ? (named as { id?: unknown }).id : named
  return {
    ...rest,
    transaction_id: transaction_id === undefined || transaction_id === null ? null : String(transaction_id),
  }
}

export const readRefunds = ({ data }: Envelope): ProviderRefund[] => read(Joi.array<unknown[]>(), data).map(readRefund)

/** An undocumented reply counts as no answer. */
function read<T>(rules: Joi.Schema<T>, data: unknown): T {
  const { value, error } = rules.validate(data, { stripUnknown: { objects: true }, presence: 'optional' })
  if (error || value === undefined)
    throw new NoAnswer(`A reply that is not as documented: ${error?.message ?? 'empty'}.`)
  return value as T
}
