import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, selectOne } from '#api/db/database.ts'
import { conflict, invalid, refuseIfStale, secondPerson } from '#api/errors.ts'
import { refuseTooMuchAlone, type Issued } from '#api/gift-cards/issue-card.ts'
import { findCard } from '#api/gift-cards/list-cards.ts'
import { findAccount } from '#api/ledger/find-account.ts'
import { lockPurchaseOf, queueGiftRefund } from '#api/payments/gifts/refund-purchase.ts'
import { reaches } from '#api/shop/limits.ts'
import { hashOfCode, newGiftCode } from '#api/stored-value/codes.ts'
import { enterBoth, owedMore } from '#api/stored-value/owe.ts'
import { changeValue, lockValue, type LockedValue } from '#api/stored-value/stored-values.ts'
import { freeHold } from '#api/stored-value/till-holds.ts'
import { formatCedis, sumCedis } from '#sync/protocol/money.ts'
import { formatGiftCode } from '#sync/protocol/shop/gift-card.ts'
import type { GiftCard, GiftReason } from '#sync/protocol/staff/gift-card.ts'

interface Asked {
  note: string
  updated_at?: string | undefined
  user_id: number
}

/**
 * Puts more on a card, or takes some off, with a reason.
 * @throws 404, 409 if it is void or somebody else must do it, 422 for more than is free
 */
export const adjustCard = (id: number, { amount, ...asked }: Asked & { amount: number }): Promise<GiftCard> =>
  inTransaction(async () => {
    const card = await lockFor(id, asked)
    const free = sumCedis([card.balance, -card.held])
    if (amount === 0) throw invalid({ amount: ['Enter an amount other than zero.'] })
    if (-amount > free) throw invalid({ amount: [`You can deduct at most ${formatCedis(free)}.`] })
    if (amount > 0) {
      await refuseIssuer(id, amount, asked.user_id)
      await refuseTooMuchAlone(asked.user_id, amount)
    }
    return change(card, { ...asked, amount, reason: 'ADJUST' })
  })

/**
 * Ends a card for good; what was on it is no longer owed. With an account, what was paid for an unspent card goes back;
 * by the provider, what is left on a card of the website.
 * @throws 404, 409 if an order holds some of it, it is void, was not paid for, or somebody else must do it
 */
export const voidCard = (id: number, { account_code, ...asked }: Asked & PaidBack): Promise<GiftCard> =>
  inTransaction(async () => {
    const purchase = account_code === BY_PROVIDER ? await lockPurchaseOf(id) : null
    const card = await lockFor(id, asked)
    if (card.held > 0) throw conflict('An unpaid order or a till holds part of this card. Try again later.')
    if (account_code === BY_PROVIDER) {
      await refuseIssuer(id, card.balance, asked.user_id)
      await queueGiftRefund(purchase, card.balance)
    } else if (account_code) await refusePayback(card, account_code, asked.user_id)
    await execute("UPDATE stored_values SET status_code = 'VOID' WHERE id = ?", [id])
    return change(card, { ...asked, amount: -card.balance, reason: 'VOID', account_code })
  })

/** The account whose money goes back the way it came. */
export const BY_PROVIDER = 'PAYSTACK'

interface PaidBack {
  /** The account that pays back what the card cost. */
  account_code?: string | null | undefined
}

/** Only what was paid for a card goes back, and only while it is whole. @throws 409, 422 */
async function refusePayback({ id, balance }: LockedValue, account_code: string, user_id: number): Promise<void> {
  if (!(await findAccount(account_code))?.at_till)
    throw invalid({ account_code: ['You cannot book money out of this account by hand.'] })
  const paid = await selectOne<{ amount: number }>(
    `SELECT e.amount FROM stored_value_entries e WHERE e.stored_value_id = :id AND e.reason = 'ISSUE'
    AND NOT EXISTS (SELECT 1 FROM stored_value_entries o WHERE o.stored_value_id = :id AND o.id <> e.id)
    AND (EXISTS (SELECT 1 FROM gift_purchases p WHERE p.stored_value_id = :id)
      OR EXISTS (SELECT 1 FROM staff_changes c WHERE c.subject = 'gift_card' AND c.subject_id = :id
        AND c.action = 'sell'))`,
    { id },
  )
  if (!paid) throw conflict('Only a card that was paid for and never used can be refunded.')
  await refuseIssuer(id, balance, user_id)
}

/** Gives a card a new code; the old one is no longer good. @throws 404, 409 if it is void */
export const replaceCode = (id: number, asked: Asked): Promise<Issued> =>
  inTransaction(async () => {
    const card = await lockFor(id, asked)
    await refuseIssuer(id, card.balance, asked.user_id)
    const code = newGiftCode()
    const code_end = code.slice(-4)
    await execute('UPDATE stored_values SET code_hash = ?, code_end = ? WHERE id = ?', [hashOfCode(code), code_end, id])
    await recordChange({
      subject: 'gift_card',
      subject_id: id,
      action: 'replace',
      was: { code_end: card.code_end },
      became: { code_end, note: asked.note },
    })
    return { gift_card: await findCard(id), code: formatGiftCode(code) }
  })

/** Frees what a till holds on a card, with a reason. @throws 404 */
export const freeOnCard = (id: number, { sale_id, note }: { sale_id: string; note: string }): Promise<GiftCard> =>
  inTransaction(async () => {
    const { amount, firm } = await freeHold(id, sale_id)
    const became = { amount, sale_id, at_checkout: firm === 1, note }
    await recordChange({ subject: 'gift_card', subject_id: id, action: 'free', became })
    return findCard(id)
  })

async function lockFor(id: number, { updated_at }: Asked): Promise<LockedValue> {
  const card = await lockValue(id)
  await refuseIfStale(updated_at, card.updated_at, async () => ({ gift_card: await findCard(id) }))
  if (card.status_code === 'VOID') throw conflict('This card is void.')
  return card
}

/** Who issued a card, or put more on it, may not do so again from the limit on, nor take over its code. */
async function refuseIssuer(id: number, amount: number, user_id: number): Promise<void> {
  const mine = await selectOne(
    "SELECT id FROM stored_value_entries WHERE stored_value_id = ? AND user_id = ? AND reason IN ('ISSUE', 'ADJUST') LIMIT 1",
    [id, user_id],
  )
  if (mine && (await reaches('two_person_limit', amount)))
    throw secondPerson('You issued this card or added to it. Someone else must do this.')
}

interface Change extends Asked, PaidBack {
  amount: number
  reason: GiftReason
}

async function change(
  { id, balance }: LockedValue,
  { amount, reason, note, user_id, account_code }: Change,
): Promise<GiftCard> {
  await changeValue({ stored_value_id: id, reason, amount, user_id })
  await recordChange({
    subject: 'gift_card',
    subject_id: id,
    action: reason.toLowerCase(),
    was: { balance },
    became: { balance: sumCedis([balance, amount]), amount, note, ...(account_code && { account_code }) },
  })
  const description = `Gift card ${id} ${reason === 'VOID' ? 'voided' : 'adjusted'}`
  // The provider's account follows once it has taken the order.
  const paidFrom = account_code === BY_PROVIDER ? null : (account_code ?? null)
  await enterBoth(owedMore(amount, { description, user_id }), paidFrom, null)
  return findCard(id)
}
