import { setTimeout as sleep } from 'node:timers/promises'
import { execute } from '#api/db/database.ts'
import { paymentsUnavailable, providerSilent, unavailable } from '#api/errors.ts'
import { env } from '#api/env.ts'
import { attemptBy, claimOpening, markAttempt, type PaymentAttempt } from '#api/payments/attempts.ts'
import { confirm } from '#api/payments/confirm.ts'
import { isSilence, provider } from '#api/payments/provider.ts'
import { PaymentDeclined, ProviderUnreachable } from '#api/payments/provider-errors.ts'
import type { Charge } from '#api/payments/read-reply.ts'
import { APPROVAL_SECONDS, CODE_SECONDS } from '#sync/protocol/shop/wallet.ts'

const PATIENCE_MS = 12_000

/**
 * Asks a stored attempt's phone for its amount, once: under its reference the provider takes one charge, so a double
 * press, a replay or a lost answer never asks twice. Call outside any transaction.
 * @throws 503 if there is no provider or it does not answer; calling again goes on with the same attempt
 */
export async function askPhone(id: number): Promise<void> {
  if (!env.payments) throw paymentsUnavailable()
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const attempt = (await attemptBy('id', id))!
    if (attempt.status_code !== 'CREATED') return
    if (await claimOpening(attempt)) return send(attempt)
    if (Date.now() > until) throw unavailable()
    await sleep(100)
  }
}

async function send(attempt: PaymentAttempt): Promise<void> {
  const { order_id, reference, amount, email, phone, network } = attempt
  const request = { email, amount, reference, metadata: { order_id: String(order_id) } }
  await note(attempt, () =>
    provider().charge({ ...request, mobile_money: { phone: phone!.replace(/^\+233/, '0'), provider: network! } }),
  )
}

/**
 * Passes on the code from the payer's network, once per question: a wrong code ends the charge.
 * @throws 503 if the provider was not reached; the code can be sent again
 */
export async function passOnCode(attempt: PaymentAttempt, code: string): Promise<boolean> {
  const claimed = await execute(
    "UPDATE payment_attempts SET step = NULL WHERE id = ? AND step = 'code' AND status_code IN ('OPENED', 'PENDING')",
    [attempt.id],
  )
  if (claimed === 0) return false
  try {
    await note(attempt, () => provider().submitCode(attempt.reference, code))
  } catch (error) {
    await execute("UPDATE payment_attempts SET step = 'code' WHERE id = ? AND step IS NULL", [attempt.id])
    throw error
  }
  return true
}

/** Does a call about a charge, and stores what it says. After a lost answer, asks what became of the charge. */
async function note(attempt: PaymentAttempt, call: () => Promise<Charge>): Promise<void> {
  const charge = await call().catch(error => afterFailure(attempt, error))
  if (charge === null) {
    await execute('UPDATE payment_attempts SET opening_until = NULL WHERE id = ?', [attempt.id])
    throw providerSilent()
  }
  if (charge.status === 'failed') {
    await markAttempt(attempt.id, 'FAILED', charge.display_text)
    return
  }
  const next = STEPS[charge.status] ?? null
  await execute(
    `UPDATE payment_attempts SET status_code = 'PENDING', step = :next, opening_until = NULL,
      ends_at = NOW(3) + INTERVAL :seconds SECOND
    WHERE id = :id AND status_code IN ('CREATED', 'OPENED', 'PENDING')`,
    { id: attempt.id, next, seconds: SECONDS[next ?? 'none'] },
  )
  if (charge.status === 'success') await confirmIfAnswered(attempt.reference)
}

const SECONDS = { prompt: APPROVAL_SECONDS, code: CODE_SECONDS, none: 0 }

/**
 * What the payer has to do, by the charge's status. After any other status the phone is not waited for, but the attempt
 * stays open: only the provider's "failed" means that nothing was taken.
 */
const STEPS: Record<string, 'prompt' | 'code'> = {
  pay_offline: 'prompt',
  pending: 'prompt',
  processing: 'prompt',
  ongoing: 'prompt',
  success: 'prompt',
  send_otp: 'code',
}

/** What the charge came to, null if it was certainly not made or nobody can say. */
async function afterFailure({ reference }: PaymentAttempt, error: unknown): Promise<Charge | null> {
  if (error instanceof ProviderUnreachable) return null
  if (error instanceof PaymentDeclined && error.code !== 'duplicate_reference')
    return { reference, status: 'failed', display_text: error.message }
  if (!(error instanceof PaymentDeclined) && !isSilence(error)) throw error
  try {
    return await provider().findCharge(reference)
  } catch (again) {
    if (isSilence(again) || again instanceof PaymentDeclined) return null
    throw again
  }
}

/** Without an answer the attempt stays open, and is asked about again. */
async function confirmIfAnswered(reference: string): Promise<void> {
  await confirm(reference).catch((error: unknown) => {
    if (!isSilence(error)) throw error
  })
}
