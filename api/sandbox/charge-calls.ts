import type Router from '@koa/router'
import type { Context } from 'koa'
import { attemptPayment, authOfCard, authOfWallet, type Attempt, type Attempted } from '#api/sandbox/attempt.ts'
import {
  type Answers,
  type Instrument,
  instrumentNamed,
  instrumentOfCard,
  instrumentOfWallet,
  isNetwork,
  type Step,
} from '#api/sandbox/instruments.ts'
import { readPaymentRequest } from '#api/sandbox/read-request.ts'
import { answerPhones, answerPhonesSoon } from '#api/sandbox/phones.ts'
import { chargeRefused, invalidParameters, invalidReference, serverFault } from '#api/sandbox/refusals.ts'
import type { Sandbox } from '#api/sandbox/sandbox.ts'
import { answer, bodyOf } from '#api/sandbox/transaction-calls.ts'
import { transactionBody } from '#api/sandbox/transaction-body.ts'
import { openTransaction, type SandboxTransaction, transactionBy } from '#api/sandbox/transactions.ts'

const SUBMITTED = ['pin', 'otp', 'phone', 'birthday', 'address'] as const satisfies readonly Step[]

/** Paying without the pop-up. A wrong PIN or OTP ends the charge. */
export function addChargeCalls(router: Router, sandbox: Sandbox): void {
  router.post('/charge', async ctx => {
    if (sandbox.chaos.charge === 'down') throw serverFault()
    const body = bodyOf(ctx)
    const request = readPaymentRequest(body)
    const { instrument, auth } = meansOf(body, sandbox.now())
    const { reference } = await openTransaction(
      { ...request, domain: sandbox.domain, ip_address: ctx.ip },
      sandbox.now(),
    )
    await go(ctx, {
      column: 'reference',
      value: reference,
      instrument,
      auth,
      answers: typeof body.pin === 'string' ? { pin: body.pin } : {},
      ip: ctx.ip,
      oneChance: true,
      answersAfter: sandbox.chaos.phone_after,
    })
  })

  for (const step of SUBMITTED)
    router.post(`/charge/submit_${step}`, async ctx => {
      const { reference, ...given } = bodyOf(ctx)
      const row = typeof reference === 'string' ? await transactionBy('reference', reference, sandbox.now()) : null
      const instrument = instrumentNamed(row?.instrument ?? null)
      if (!row || !instrument || row.status !== 'abandoned') throw invalidReference()
      if (instrument.steps[row.steps_done]?.[0] !== step)
        throw invalidParameters(`This charge is not waiting for ${step}`)
      await go(ctx, {
        column: 'reference',
        value: row.reference,
        instrument,
        auth: JSON.parse(row.auth) as object,
        answers: { [step]: String(given[step] ?? '') },
        ip: ctx.ip,
        oneChance: true,
        answersAfter: sandbox.chaos.phone_after,
      })
    })

  router.get('/charge/:reference', async ctx => {
    await answerPhones(sandbox)
    const row = await transactionBy('reference', ctx.params.reference!, sandbox.now())
    if (!row) throw invalidReference()
    answer(ctx, 'Reference check successful', stepOf(row) ?? transactionBody(row))
  })

  async function go(ctx: Context, attempt: Attempt) {
    const attempted = await attemptPayment(attempt, sandbox.now())
    await sandbox.webhooks.send(attempted.events)
    if (attempted.row.answers_at !== null) answerPhonesSoon(sandbox)
    if (sandbox.chaos.charge === 'lost') throw serverFault()
    answer(ctx, 'Charge attempted', chargeBody(attempted, sandbox.base))
  }
}

const ASKED: Record<Step, readonly [status: string, words: string]> = {
  pin: ['send_pin', 'Please enter your card PIN'],
  otp: ['send_otp', 'Please enter the OTP sent to your mobile number'],
  phone: ['send_phone', 'Please enter your mobile phone number (at least 10 digits)'],
  birthday: ['send_birthday', 'Please enter your birthday'],
  address: ['send_address', 'Please enter your address'],
  bank: ['open_url', 'Please authenticate with your bank'],
  prompt: ['pay_offline', 'Please complete authorization process on your mobile phone'],
}
const VOUCHER = 'Please dial *110# to generate a voucher code. Then input the voucher'

/**
 * The body of a charge's reply: the transaction once it is paid, else the next question. @throws in the bank's words if
 * it was refused
 */
export function chargeBody({ row, outcome }: Attempted, base: string): object {
  if (outcome.kind === 'refused') throw chargeRefused(outcome.words, row.reference)
  if (outcome.kind === 'paid') return transactionBody(row)
  const [status, words] = ASKED[outcome.step]
  return {
    reference: row.reference,
    status,
    display_text: row.channel === 'mobile_money' && outcome.step === 'otp' ? VOUCHER : words,
    ...(outcome.step === 'bank' && { url: `${base}/checkout/${row.access_code}` }),
  }
}

/** What a charge still waits for; null if for nothing. */
function stepOf(row: SandboxTransaction): object | null {
  const step = instrumentNamed(row.instrument)?.steps[row.steps_done]?.[0]
  if (!step || (row.status !== 'abandoned' && row.status !== 'pending')) return null
  const [status, display_text] = ASKED[step]
  return { reference: row.reference, status, display_text }
}

/** A charge's means of payment: `card` or `mobile_money`. */
function meansOf(body: Record<string, unknown>, now: number): { instrument: Instrument; auth: object } {
  const { card, mobile_money } = body as { card?: Record<string, unknown>; mobile_money?: Record<string, unknown> }
  if (mobile_money) return walletOf(mobile_money)
  if (card) return cardOf({ number: card.number, cvv: card.cvv, month: card.expiry_month, year: card.expiry_year }, now)
  throw invalidParameters('Please choose a channel: card or mobile_money')
}

export function cardOf(
  { number, cvv, month, year }: Record<'number' | 'cvv' | 'month' | 'year', unknown>,
  now: number,
): { instrument: Instrument; auth: object } {
  const [expiry_month, expiry_year] = [Number(month), Number(year)]
  if (typeof number !== 'string' || !/^(\d[ -]?){12,19}$/.test(number))
    throw invalidParameters('"number" must be a card number')
  if (!/^\d{3,4}$/.test(String(cvv))) throw invalidParameters('"cvv" must be 3 or 4 digits')
  if (
    !Number.isInteger(expiry_month) ||
    expiry_month < 1 ||
    expiry_month > 12 ||
    !Number.isInteger(expiry_year) ||
    expiry_year < 0
  )
    throw invalidParameters('"expiry" must be MM/YY')
  return {
    instrument: instrumentOfCard({ number, cvv: String(cvv), expiry_month, expiry_year }, now),
    auth: authOfCard(number, { expiry_month, expiry_year }),
  }
}

export function walletOf({ phone, provider }: Record<string, unknown>): { instrument: Instrument; auth: object } {
  if (typeof phone !== 'string' || phone.replace(/\D/g, '').length < 9)
    throw invalidParameters('"phone" must be a mobile number')
  if (!isNetwork(provider)) throw invalidParameters('"provider" must be one of [mtn, vod, atl]')
  return { instrument: instrumentOfWallet(phone, provider), auth: authOfWallet(phone, provider) }
}

/** The payer's answers in a request. */
export function answersOf(body: Record<string, unknown>): Answers {
  const steps: readonly Step[] = [...SUBMITTED, 'bank', 'prompt']
  return Object.fromEntries(
    steps.flatMap(step => (body[step] === undefined || body[step] === '' ? [] : [[step, String(body[step])]])),
  )
}
