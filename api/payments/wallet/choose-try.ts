import { attemptsOf, createAttempt, isOpen, type PaymentAttempt, type Wallet } from '#api/payments/attempts.ts'
import { lockShownToPay } from '#api/payments/start-payment.ts'
import { refuseTooManyPrompts } from '#api/payments/wallet/prompt-limits.ts'

/** `isNew`: nobody has asked the phone yet. */
export interface Chosen {
  id: number
  isNew: boolean
}

/**
 * The attempt to pay an order from a phone: the one that already asks this phone for this amount, else a new one,
 * stored before the provider hears of it. Call inside a transaction.
 * @param shown the total that the payer saw, in cedis
 * @throws 404, 409 if the order does not wait for payment or its total has changed, 429 after too many prompts
 */
export async function chooseTry(order_id: number, wallet: Wallet, shown: number | undefined): Promise<Chosen> {
  const amount = await lockShownToPay(order_id, shown)
  const made = await attemptsOf(order_id)
  const same = made.find(attempt => attempt.amount === amount && isFor(attempt, wallet) && stillAsks(attempt))
  if (same) return { id: same.id, isNew: false }
  await refuseTooManyPrompts(wallet.phone, order_id)
  return { id: (await createAttempt({ order_id, amount, last: made[0], wallet })).id, isNew: true }
}

const isFor = (attempt: PaymentAttempt, { network, phone, isByLink = false }: Wallet) =>
  attempt.network === network && attempt.phone === phone && attempt.by_link === Number(isByLink)

/** Not sent yet, or the payer can still answer it. */
export const stillAsks = (attempt: PaymentAttempt) =>
  isOpen(attempt) && (attempt.ends_at === null || attempt.ends_at.getTime() > Date.now())
