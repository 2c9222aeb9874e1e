import { log } from '#api/http/log.ts'
import { confirm } from '#api/payments/confirm.ts'
import { settleEvents, type PaymentEvent } from '#api/payments/payment-events.ts'
import { raiseDispute } from '#api/payments/raise-dispute.ts'
import { followRefunds } from '#api/payments/send-refunds.ts'

let round: Promise<void> | null = null
let again = false

/**
 * Deals with the webhooks that wait, one round at a time: whoever asks for another while one runs gets one more after
 * it. Resolves when all that was kept before the call was looked at.
 */
export function settlePayments(): Promise<void> {
  if (round) again = true
  round ??= rounds().finally(() => {
    round = null
  })
  return round
}

async function rounds(): Promise<void> {
  do {
    again = false
    await settleEvents(settle)
  } while (again)
}

/** The same in the background, for who has no time to wait. */
export function settlePaymentsSoon(): void {
  settlePayments().catch((error: Error) => log.error({ error: { name: error.name } }, 'payment events wait'))
}

async function settle(told: PaymentEvent): Promise<void> {
  const { event, reference } = told
  if (event === 'charge.success') await confirm(reference)
  if (event.startsWith('refund.')) await followRefunds(reference)
  if (event.startsWith('charge.dispute.')) await raiseDispute(told)
}
