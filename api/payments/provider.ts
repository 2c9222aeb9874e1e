import { env } from '#api/env.ts'
import { paystack, type Paystack } from '#api/payments/paystack.ts'
import { NoAnswer, ProviderUnreachable } from '#api/payments/provider-errors.ts'

let client: { of: string; provider: Paystack } | null = null

/** The shop's payment provider. @throws ProviderUnreachable if none is set up */
export function provider(): Paystack {
  const payments = env.payments
  if (!payments) throw new ProviderUnreachable('Nobody takes payments.')
  const of = `${payments.apiUrl} ${payments.secretKey}`
  if (client?.of !== of) client = { of, provider: paystack(payments) }
  return client.provider
}

/** Whether an error says nothing about the payment asked about. */
export const isSilence = (error: unknown): error is NoAnswer | ProviderUnreachable =>
  error instanceof NoAnswer || error instanceof ProviderUnreachable
