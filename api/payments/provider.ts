import { env } from '#api/env.ts'
import { paystack, type Paystack } from '#api/payments/paystack.ts'
import { NoAnswer, ProviderUnreachable } from '#api/payments/provider-errors.ts'

let client: { of: string; provider: Paystack } | null = null

/** The provider that takes the shop's payments. @throws ProviderUnreachable where nobody does */
export function provider(): Paystack {
  const payments = env.payments
  if (!payments) throw new ProviderUnreachable('Nobody takes payments.')
  const of = `${payments.apiUrl} ${payments.secretKey}`
  if (client?.of !== of) client = { of, provider: paystack(payments) }
  return client.provider
}

/** Whether an error says nothing of the payment asked about. */
export const isSilence = (error: unknown): error is NoAnswer | ProviderUnreachable =>
  error instanceof NoAnswer || error instanceof ProviderUnreachable
