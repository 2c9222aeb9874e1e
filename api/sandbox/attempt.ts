import { inTransaction, sqlTime } from '#api/db/database.ts'
import {
  type Answers,
  type Instrument,
  isAsleep,
  localPhone,
  type Network,
  NETWORKS,
  type Outcome,
  play,
} from '#api/sandbox/instruments.ts'
import { invalidReference, transactionNotFound } from '#api/sandbox/refusals.ts'
import { webhookBody, withHistory } from '#api/sandbox/transaction-body.ts'
import {
  changeTransaction,
  lockTransaction,
  type SandboxTransaction,
  transactionBy,
} from '#api/sandbox/transactions.ts'
import type { Event } from '#api/sandbox/webhooks.ts'

const OFFLINE_MS = 180_000
const FEE = 0.0195

export interface Attempt {
  column: 'access_code' | 'reference'
  value: string
  instrument: Instrument
  answers: Answers
  /** The card or wallet details a receipt may show. */
  auth: object
  ip: string
  /** A wrong PIN or OTP ends the transaction; the pop-up then allows another card. */
  oneChance: boolean
  /** After how long the phone answers a prompt by itself, in ms; null: only by the page. */
  answersAfter: number | null
}
export interface Attempted {
  row: SandboxTransaction
  outcome: Outcome
  events: Event[]
}

/**
 * One attempt to pay, with all answers so far. Two at once wait for each other, and only one pays. @throws if the
 * transaction is already over
 */
export const attemptPayment = (attempt: Attempt, now: number): Promise<Attempted> =>
  inTransaction(async () => {
    const row = await lockTransaction(attempt.column, attempt.value)
    if (!row) throw transactionNotFound()
    if (row.status !== 'abandoned' && row.status !== 'pending') throw invalidReference()
    const continues = row.instrument === attempt.instrument.name && attempt.oneChance
    const outcome = play(attempt.instrument, attempt.answers, continues ? row.steps_done : 0)
    await changeTransaction(row.id, {
      ...changesOf(attempt, outcome, { row, now }),
      channel: attempt.instrument.channel,
      auth: JSON.stringify(attempt.auth),
      ip_address: attempt.ip,
      instrument: attempt.instrument.name,
    })
    const after = (await transactionBy('id', row.id, now))!
    return {
      row: after,
      outcome,
      events:
        outcome.kind === 'paid' ? [{ event: 'charge.success', domain: row.domain, data: webhookBody(after) }] : [],
    }
  })

const NAMES = { card: 'card', mobile_money: 'mobile money' } as const

function changesOf(
  { instrument, oneChance, answersAfter }: Attempt,
  outcome: Outcome,
  { row, now }: { row: SandboxTransaction; now: number },
) {
  const tried = ['action', `Attempted to pay with ${NAMES[instrument.channel]}`] as const
  if (outcome.kind === 'ask') {
    const offline = outcome.step === 'prompt'
    return {
      status: offline ? ('pending' as const) : ('abandoned' as const),
      steps_done: outcome.done,
      offline_until: offline ? sqlTime(now + OFFLINE_MS) : null,
      answers_at: offline && answersAfter !== null && !isAsleep(instrument) ? sqlTime(now + answersAfter) : null,
      ...(outcome.done === 0 && { history: withHistory(row, now, tried) }),
    }
  }
  const first = row.steps_done === 0 && instrument.steps.length === 0 ? [tried] : []
  if (outcome.kind === 'refused')
    return {
      status: oneChance && outcome.afterSteps ? ('failed' as const) : ('abandoned' as const),
      steps_done: 0,
      offline_until: null,
      answers_at: null,
      gateway_response: outcome.words,
      history: withHistory(row, now, ...first, ['error', `Error: ${outcome.words}`]),
    }
  return {
    status: 'success' as const,
    offline_until: null,
    answers_at: null,
    gateway_response: instrument.channel === 'card' ? 'Successful' : 'Approved',
    fees: Math.round(row.amount * FEE),
    paid_at: sqlTime(now),
    history: withHistory(row, now, ...first, ['success', `Successfully paid with ${NAMES[instrument.channel]}`]),
  }
}

/** What is kept of a card: its first and last digits, never the number. */
export function authOfCard(
  number: string,
  { expiry_month, expiry_year }: { expiry_month: number; expiry_year: number },
) {
  const digits = number.replace(/\D/g, '')
  const brand = digits.startsWith('4')
    ? 'visa'
    : digits.startsWith('5078') || digits.startsWith('5060')
      ? 'verve'
      : 'mastercard'
  return {
    authorization_code: `AUTH_${suffix(digits)}`,
    bin: digits.slice(0, 6),
    last4: digits.slice(-4),
    exp_month: String(expiry_month).padStart(2, '0'),
    exp_year: String((expiry_year % 100) + 2000),
    channel: 'card',
    card_type: `${brand} `,
    bank: 'TEST BANK',
    country_code: 'GH',
    brand,
    reusable: true,
    signature: `SIG_${suffix(digits)}${suffix(digits)}`,
    account_name: null,
  }
}

export function authOfWallet(phone: string, provider: Network) {
  const local = localPhone(phone)
  return {
    authorization_code: `AUTH_${suffix(local)}`,
    bin: local.slice(0, 3).padEnd(6, 'X'),
    last4: `X${local.slice(-3)}`,
    exp_month: '12',
    exp_year: '9999',
    channel: 'mobile_money',
    card_type: '',
    bank: `${NETWORKS[provider]} Mobile Money`,
    country_code: 'GH',
    brand: `${NETWORKS[provider]} mobile money`,
    reusable: false,
    signature: null,
    account_name: null,
  }
}

/** Made of digits that may be shown, so that it reveals no others. */
const suffix = (digits: string) =>
  (Number(`${digits.slice(0, 6)}${digits.slice(-4)}`) % 3_656_158_440_062_976).toString(36).padStart(10, '0').slice(-10)
