import { createHash, randomBytes } from 'node:crypto'
import { inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { invalid, notFound } from '#api/errors.ts'
import { valueOf } from '#api/shop/settings.ts'
import { formatCedis, sumCedis } from '#sync/protocol/money.ts'
import { numberOf } from '#sync/protocol/setting-values.ts'
import type { GiftOffer, GiftOrder, GiftPurchase } from '#sync/protocol/shop/gift-purchase.ts'

export interface PurchaseRow {
  id: number
  amount: number
  status_code: GiftPurchase['status_code']
  buyer_name: string | null
  buyer_email: string | null
  recipient_name: string | null
  recipient_email: string | null
  message: string | null
  send_on: string | null
  sent_at: Date | null
  reference: string | null
  access_code: string | null
  authorization_url: string | null
  stored_value_id: number | null
}

const COLUMNS = `id, amount, status_code, buyer_name, buyer_email, recipient_name, recipient_email, message,
  DATE_FORMAT(send_on, '%Y-%m-%d') AS send_on, sent_at, reference, access_code, authorization_url, stored_value_id`

/** A purchase, locked. */
export const lockPurchase = (id: number) =>
  selectOne<PurchaseRow>(`SELECT ${COLUMNS} FROM gift_purchases WHERE id = ? FOR UPDATE`, [id])

/** A purchase by its payment. */
export const purchaseBy = (reference: string) =>
  selectOne<PurchaseRow>(`SELECT ${COLUMNS} FROM gift_purchases WHERE reference = ?`, [reference])

/** A purchase by the token in its buyer's link. @throws 404 */
export async function findPurchase(token: string): Promise<PurchaseRow> {
  const row = /^[\w-]{43}$/.test(token)
    ? await selectOne<PurchaseRow>(`SELECT ${COLUMNS} FROM gift_purchases WHERE token_hash = ?`, [hashOf(token)])
    : null
  if (!row) throw notFound('Gift card')
  return row
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** What its buyer may see: never the code. */
export const shown = ({ amount, status_code, recipient_name, recipient_email, send_on, sent_at }: PurchaseRow) => ({
  amount,
  status_code,
  recipient_name,
  recipient_email: recipient_email ?? '',
  send_on,
  sent_at: sent_at?.toJSON() ?? null,
})

/** What gift cards are sold for online; null if they are not. */
export async function offerNow(): Promise<GiftOffer | null> {
  if (!env.payments || (await valueOf('gift_cards_online')) === 'OFF') return null
  const [least, most, amounts] = await Promise.all([
    moneyOf('gift_card_least'),
    moneyOf('gift_card_most'),
    valueOf('gift_card_amounts'),
  ])
  return {
    least,
    most,
    amounts: amounts
      .split('\n')
      .map(line => (/^\s*\d{1,7}(\.\d{1,2})?\s*$/.test(line) ? Number(line) : 0))
      .filter(amount => amount >= least && amount <= most),
  }
}

const moneyOf = async (name: 'gift_card_least' | 'gift_card_most' | 'gift_card_day_most') =>
  numberOf(name, await valueOf(name)) ?? 0

/**
 * Stores a purchase that waits for its payment. Returns the token of the buyer's link.
 * @throws 404 if the shop sells none online, 422 for an amount or a day out of bounds
 */
export const storePurchase = (order: GiftOrder): Promise<{ token: string; id: number }> =>
  inTransaction(async () => {
    const offer = await offerNow()
    if (!offer) throw notFound('Gift card')
    if (order.amount < offer.least || order.amount > offer.most)
      throw invalid({ amount: [`Enter an amount from ${formatCedis(offer.least)} to ${formatCedis(offer.most)}.`] })
    if (order.send_on) await refuseDay(order.send_on)
    await refuseMuch(order)
    const token = randomBytes(32).toString('base64url')
    const { amount, buyer_name, buyer_email, recipient_email } = order
    const id = await insertRow('gift_purchases', {
      token_hash: hashOf(token),
      amount,
      buyer_name,
      buyer_email,
      recipient_name: order.recipient_name || null,
      recipient_email,
      message: order.message || null,
      send_on: order.send_on ?? null,
    })
    return { token, id }
  })

const MOST_DAYS = 365

async function refuseDay(day: string): Promise<void> {
  const [{ fits } = { fits: 0 }] = await select<{ fits: 0 | 1 }>(
    `SELECT ? BETWEEN UTC_DATE() AND UTC_DATE() + INTERVAL ${MOST_DAYS} DAY AS fits`,
    [day],
  )
  if (fits !== 1) throw invalid({ send_on: ['Choose a day from today to a year from now.'] })
}

/** Stolen bank cards are turned into gift cards: one buyer may buy for a limited sum a day. */
async function refuseMuch({ buyer_email, amount }: GiftOrder): Promise<void> {
  // Two purchases of one buyer wait for each other here.
  await selectOne("SELECT name FROM settings WHERE name = 'gift_card_day_most' FOR UPDATE")
  const most = await moneyOf('gift_card_day_most')
  const { bought } = (await selectOne<{ bought: number }>(
    `SELECT COALESCE(SUM(amount), 0) AS bought FROM gift_purchases WHERE buyer_email = ?
      AND created_at > NOW(3) - INTERVAL 1 DAY AND (status_code = 'PAID' OR created_at > NOW(3) - INTERVAL 1 HOUR)`,
    [buyer_email],
  ))!
  if (most > 0 && sumCedis([bought, amount]) > most)
    throw invalid({ amount: [`You can buy gift cards worth up to ${formatCedis(most)} a day.`] })
}
