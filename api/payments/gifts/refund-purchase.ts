import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { conflict, invalid } from '#api/errors.ts'
import { addEntries, raiseBalances, type Entry } from '#api/ledger/ledger.ts'
import { giftRefundedLetter } from '#api/mail/gift-letters.ts'
import { queueMail } from '#api/mail/queue-mail.ts'
import { lockPurchase, type PurchaseRow } from '#api/payments/gifts/purchases.ts'
import { readShop } from '#api/shop/read-shop.ts'
import { enterBoth, owedMore } from '#api/stored-value/owe.ts'
import { changeValue, lockValue } from '#api/stored-value/stored-values.ts'
import { formatCedis, sumCedis, toCedis, toPesewas } from '#sync/protocol/money.ts'
import { LEAST_BY_PROVIDER } from '#sync/protocol/shop/refund.ts'
import type { OnlinePayment } from '#sync/protocol/staff/gift-card.ts'

/** The purchase that a card came from, locked; null for a card that was not bought online. Lock it before the card. */
export async function lockPurchaseOf(stored_value_id: number): Promise<PurchaseRow | null> {
  const found = await selectOne<{ id: number }>(
    "SELECT id FROM gift_purchases WHERE stored_value_id = ? AND status_code = 'PAID'",
    [stored_value_id],
  )
  return found && lockPurchase(found.id)
}

/**
 * Queues what is left on a card, in cedis, to go back the way it came. Call with purchase and card locked, in the
 * transaction that voids the card.
 * @throws 409 if the provider did not take its money, 422 on `account_code` for more than came, or too little
 */
export async function queueGiftRefund(purchase: PurchaseRow | null, left: number): Promise<void> {
  if (!purchase) throw conflict('The payment provider can only refund a card that was bought on the website.')
  const { sum } = (await selectOne<{ sum: number }>(
    "SELECT COALESCE(SUM(amount), 0) AS sum FROM gift_refunds WHERE gift_purchase_id = ? AND status_code <> 'FAILED'",
    [purchase.id],
  ))!
  const most = sumCedis([purchase.amount, -toCedis(Number(sum))])
  if (left < LEAST_BY_PROVIDER)
    throw invalid({ account_code: [`The payment provider refunds at least ${formatCedis(LEAST_BY_PROVIDER)}.`] })
  if (left > most)
    throw invalid({
      account_code: [
        `Only ${formatCedis(most)} came through the payment provider. Deduct the rest from the card first.`,
      ],
    })
  await insertRow('gift_refunds', {
    gift_purchase_id: purchase.id,
    amount: toPesewas(left),
    reason: `Gift card ${purchase.stored_value_id}`,
  })
}

interface News {
  id: number
  gift_purchase_id: number
  status: 'SENT' | 'PROCESSED' | 'FAILED' | 'NEEDS_ATTENTION'
  /** In pesewas. */
  amount: number
}

/**
 * Follows the provider's status, in the transaction that stores it, with the purchase locked. The ledger has the money
 * from when the provider accepts it. If it could not be carried out the card is valid again, because the shop still has
 * the money.
 */
export async function followGiftRefund({ id, gift_purchase_id, status, amount }: News): Promise<void> {
  const card = (await lockPurchase(gift_purchase_id))!.stored_value_id!
  const isOut = status !== 'FAILED'
  const turned = await execute('UPDATE gift_refunds SET booked = :now WHERE id = :id AND booked <> :now', {
    now: isOut ? 1 : 0,
    id,
  })
  const cedis = toCedis(amount)
  if (!isOut) await restore(card, cedis)
  const description = `Gift card ${card} paid back${isOut ? '' : ': not carried out by the provider'}`
  const entries: Entry[] =
    turned === 0
      ? []
      : [
          {
            account_code: 'PAYSTACK',
            type_code: 'MANUAL',
            order_id: null,
            user_id: null,
            amount: isOut ? -cedis : cedis,
            description,
          },
        ]
  await addEntries(entries)
  await raiseBalances(entries)
}

async function restore(card: number, amount: number): Promise<void> {
  await lockValue(card)
  await execute("UPDATE stored_values SET status_code = 'ACTIVE' WHERE id = ?", [card])
  await changeValue({ stored_value_id: card, reason: 'ADJUST', amount, user_id: null })
  const description = `Gift card ${card} valid again`
  await enterBoth(owedMore(amount, { description, user_id: null }), null, null)
}

/** Tells the buyer that the money is on its way, once. */
export async function writeOfGiftRefund(id: number, gift_purchase_id: number, amount: number): Promise<void> {
  const { buyer_email, buyer_name } = (await lockPurchase(gift_purchase_id))!
  const letter = giftRefundedLetter(await readShop(), { buyer_name, amount: toCedis(amount) })
  await queueMail({ once_key: `gift-refund-${id}`, to: buyer_email, letter })
}

/** How a card was paid on the website, and what of that went back; null for a card that was not bought there. */
export async function onlinePaymentOf(stored_value_id: number): Promise<OnlinePayment | null> {
  const bought = await selectOne<{ id: number; amount: number }>(
    "SELECT id, amount FROM gift_purchases WHERE stored_value_id = ? AND status_code = 'PAID'",
    [stored_value_id],
  )
  if (!bought) return null
  const refunds = await select<{
    amount: number
    status_code: OnlinePayment['refunds'][number]['status_code']
    at: Date
  }>('SELECT amount, status_code, created_at AS at FROM gift_refunds WHERE gift_purchase_id = ? ORDER BY id', [
    bought.id,
  ])
  return {
    amount: bought.amount,
    refunds: refunds.map(({ amount, status_code, at }) => ({
      amount: toCedis(Number(amount)),
      status_code,
      created_at: at.toJSON(),
    })),
  }
}
