import { setTimeout as sleep } from 'node:timers/promises'
import { execute, inTransaction, insertRow, select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { conflict, paymentsUnavailable, providerSilent, unavailable } from '#api/errors.ts'
import { raiseException } from '#api/exceptions/raise-exception.ts'
import { lockPurchase, purchaseBy, type PurchaseRow } from '#api/payments/gifts/purchases.ts'
import { giftReceiptLetter } from '#api/mail/gift-letters.ts'
import { queueMail } from '#api/mail/queue-mail.ts'
import { payerDomain } from '#api/payments/attempts.ts'
import { judge } from '#api/payments/judge.ts'
import { domainOf } from '#api/payments/paystack.ts'
import { isSilence, provider } from '#api/payments/provider.ts'
import type { ProviderTransaction } from '#api/payments/read-reply.ts'
import { readShop } from '#api/shop/read-shop.ts'
import { enterBoth, owedMore, setExpiry } from '#api/stored-value/owe.ts'
import { changeValue } from '#api/stored-value/stored-values.ts'
import { toPesewas } from '#sync/protocol/money.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'

/** What a card is called until its code goes out. */
const NO_CODE = '----'

/**
 * Opens a purchase's payment at the provider, or returns the open one. Call outside any transaction.
 * @throws 409 if it is paid, 503 if there is no provider or it does not answer
 */
export async function startGiftPayment(id: number, back: string): Promise<Payment> {
  if (!env.payments) throw paymentsUnavailable()
  for (let tries = 0; tries < 5; tries++) {
    const row = await claim(id)
    if (row.access_code !== null) return paymentOf(row)
    const payment = await open(row, back)
    if (payment) return payment
    await sleep(100)
  }
  throw unavailable()
}

/** A payment whose access code was lost can no longer be paid: the next one gets a reference of its own. */
const claim = (id: number): Promise<PurchaseRow> =>
  inTransaction(async () => {
    const row = (await lockPurchase(id))!
    if (row.status_code === 'PAID') throw conflict('This gift card is paid already.')
    if (row.access_code !== null) return row
    const stamp = Math.max(Date.now(), Number(row.reference?.split('-')[2] ?? 0) + 1)
    const reference = `gift-${id}-${stamp}`
    await execute('UPDATE gift_purchases SET reference = ? WHERE id = ?', [reference, id])
    return { ...row, reference }
  })

/** Null if another call was faster. */
async function open(row: PurchaseRow, back: string): Promise<Payment | null> {
  const { id, reference, amount } = row
  const email = `gift-${id}@${payerDomain(env.shopUrl)}`
  try {
    const opened = await provider().initialize({
      email,
      amount: toPesewas(amount),
      reference: reference!,
      callback_url: back,
      metadata: { order_id: '', cancel_action: back },
    })
    const isOurs = await execute(
      'UPDATE gift_purchases SET access_code = ?, authorization_url = ? WHERE id = ? AND reference = ? AND access_code IS NULL',
      [opened.access_code, opened.authorization_url, id, reference],
    )
    return isOurs === 1 ? paymentOf({ ...row, ...opened }) : null
  } catch (error) {
    if (isSilence(error)) throw providerSilent()
    throw error
  }
}

function paymentOf({ id, reference, amount, access_code, authorization_url }: PurchaseRow): Payment {
  const { provider: name, publicKey } = env.payments!
  return {
    provider: name,
    public_key: publicKey,
    reference: reference!,
    amount: toPesewas(amount),
    currency: 'GHS',
    email: `gift-${id}@${payerDomain(env.shopUrl)}`,
    access_code: access_code!,
    authorization_url: authorization_url!,
  }
}

/**
 * Acts on what the provider says of a gift card's payment, once. Returns whether the reference is a gift card's. Call
 * outside any transaction.
 */
export async function settlePurchase(reference: string, told: ProviderTransaction | null): Promise<boolean> {
  const found = await purchaseBy(reference)
  if (!found) return false
  if (found.status_code === 'PAID') return true
  const attempt = { reference, amount: toPesewas(found.amount), order_id: 0, domain: domainOf(env.payments!.secretKey) }
  const { verdict, reason } = judge(told, attempt)
  if (verdict === 'mismatch')
    await raiseException({
      code: 'PAYMENT_MISMATCH',
      once_key: `PAYMENT_MISMATCH ${reference}`,
      order_id: null,
      detail: `Payment ${reference} of a gift card: ${reason}.`,
    })
  if (verdict === 'success') await inTransaction(() => sell(found.id, told!))
  return true
}

/** The money is here: the shop owes the card from now on. It is not a sale. Call inside a transaction. */
export async function sell(id: number, told: Pick<ProviderTransaction, 'id'>): Promise<void> {
  const row = (await lockPurchase(id))!
  if (row.status_code === 'PAID') return
  const stored_value_id = await insertRow('stored_values', { code_end: NO_CODE, note: `Website ${row.reference}` })
  await setExpiry(stored_value_id)
  await changeValue({ stored_value_id, reason: 'ISSUE', amount: row.amount, user_id: null })
  await execute(
    `UPDATE gift_purchases SET status_code = 'PAID', paid_at = NOW(3), stored_value_id = ?, provider_transaction_id = ?
    WHERE id = ?`,
    [stored_value_id, told.id, id],
  )
  await queueMail({
    once_key: `gift-${id}-receipt`,
    to: row.buyer_email,
    letter: giftReceiptLetter(await readShop(), row),
  })
  const description = `Gift card ${stored_value_id} sold on the website`
  await enterBoth(owedMore(row.amount, { description, user_id: null }), 'PAYSTACK', null)
}

/** Open payments of gift cards that are due to be asked about: young ones each minute, older ones less often. */
export const duePurchases = () =>
  select<{ id: number; reference: string }>(
    `SELECT id, reference FROM gift_purchases WHERE status_code = 'UNPAID' AND access_code IS NOT NULL
    AND created_at > NOW(3) - INTERVAL 4 DAY AND COALESCE(checked_at, created_at) < NOW(3)
      - INTERVAL GREATEST(50, TIMESTAMPDIFF(SECOND, created_at, NOW(3)) / 60) SECOND ORDER BY id LIMIT 50`,
  )
