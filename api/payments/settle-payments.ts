import { log } from '#api/http/log.ts'
import { confirm } from '#api/payments/confirm.ts'
import { settleEvents, type PaymentEvent } from '#api/payments/payment-events.ts'
import { raiseDispute } from '#api/payments/raise-dispute.ts'
import { followRefunds } from '#api/payments/send-refunds.ts'

let round: Promise<void> | null = null
let again = false

/**
 * Processes waiting webhooks, one round at a time: a call during a round gets one more round after it. Resolves when
 * everything stored before the call was processed.
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

/** The same in the background, for callers that cannot wait. */
export function settlePaymentsSoon(): void {
  settlePayments().catch((error: Error) => log.error({ error: { name: error.name } }, 'payment events wait'))
}

async function settle(told: PaymentEvent): Promise<void> {
  const { event, reference } = told
  if (event === 'charge.success') await confirm(reference)
  if (event.startsWith('refund.')) await followRefunds(reference)
  if (event.startsWith('charge.dispute.')) await raiseDispute(told)
}
