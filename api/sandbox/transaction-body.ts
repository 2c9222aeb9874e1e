import { createHash } from 'node:crypto'
import type { SandboxTransaction } from '#api/sandbox/transactions.ts'

interface HistoryEntry {
  type: string
  message: string
  time: number
}

/** A transaction as verify and fetch show it, member by member. */
export function transactionBody(row: SandboxTransaction) {
  const created = row.created_at.toISOString()
  const paid = row.paid_at?.toISOString() ?? null
  return {
    id: row.id,
    domain: row.domain,
    status: row.status as string,
    reference: row.reference,
    receipt_number: null,
    amount: row.amount,
    message: null,
    gateway_response: row.gateway_response ?? 'The transaction was not completed',
    paid_at: paid,
    created_at: created,
    channel: row.channel ?? 'card',
    currency: row.currency,
    ip_address: row.ip_address,
    metadata: JSON.parse(row.metadata) as unknown,
    log: logOf(row),
    fees: row.fees,
    fees_split: null,
    authorization: JSON.parse(row.auth) as object,
    customer: { ...customerOf(row.email), risk_action: 'default', international_format_phone: null },
    plan: null,
    split: {},
    order_id: null,
    paidAt: paid,
    createdAt: created,
    requested_amount: row.amount,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: created,
    plan_object: {},
    subaccount: {},
  }
}

/** The same for a webhook, without what was asked for. */
export function webhookBody(row: SandboxTransaction) {
  const {
    id,
    domain,
    status,
    reference,
    amount,
    gateway_response,
    paid_at,
    created_at,
    channel,
    currency,
    ip_address,
    metadata,
    fees,
    authorization,
  } = transactionBody(row)
  return {
    id,
    domain,
    status,
    reference,
    amount,
    message: row.channel === 'mobile_money' ? 'madePayment' : null,
    gateway_response,
    paid_at,
    created_at,
    channel,
    currency,
    ip_address,
    metadata,
    log: null,
    fees,
    fees_split: null,
    authorization: { ...authorization, account_name: row.channel === 'mobile_money' ? 'BoJack Horseman' : null },
    customer: { ...customerOf(row.email), risk_action: 'allow' },
    plan: {},
    subaccount: {},
    subaccount_group: {},
    paidAt: paid_at,
  }
}

/** The same email is the same customer, without a table. */
export function customerOf(email: string) {
  const digest = createHash('sha256').update(email).digest()
  return {
    id: digest.readUInt32BE(0),
    first_name: null,
    last_name: null,
    email,
    customer_code: `CUS_${digest.toString('hex', 4, 12)}`,
    phone: null,
    metadata: null,
  }
}

export function logOf({ history, created_at, status, channel }: SandboxTransaction) {
  const entries = JSON.parse(history) as HistoryEntry[]
  if (entries.length === 0) return null
  return {
    start_time: Math.floor(created_at.getTime() / 1000),
    time_spent: entries.at(-1)!.time,
    attempts: entries.filter(({ type }) => type === 'action').length,
    errors: entries.filter(({ type }) => type === 'error').length,
    success: status === 'success',
    mobile: channel === 'mobile_money',
    input: [],
    history: entries,
  }
}

/** A transaction's history with one more line; `time` counts seconds since its start. */
export function withHistory(
  { history, created_at }: SandboxTransaction,
  now: number,
  ...lines: readonly (readonly [type: string, message: string])[]
): string {
  const time = Math.max(0, Math.round((now - created_at.getTime()) / 1000))
  return JSON.stringify([
    ...(JSON.parse(history) as HistoryEntry[]),
    ...lines.map(([type, message]) => ({ type, message, time })),
  ])
}
