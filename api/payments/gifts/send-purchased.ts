import { execute, inTransaction, select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { duePurchases, settlePurchase } from '#api/payments/gifts/pay-purchase.ts'
import { lockPurchase } from '#api/payments/gifts/purchases.ts'
import { giftLetter } from '#api/mail/gift-letters.ts'
import { queueMail } from '#api/mail/queue-mail.ts'
import { isSilence, provider } from '#api/payments/provider.ts'
import { readShop } from '#api/shop/read-shop.ts'
import { hashOfCode, newGiftCode } from '#api/stored-value/codes.ts'
import { formatGiftCode } from '#sync/protocol/shop/gift-card.ts'

/**
 * Sends the gift cards whose day has come, each once: the code is made with the letter and stands nowhere else. Returns
 * how many.
 */
export async function sendPurchased(): Promise<number> {
  const due = await select<{ id: number }>(
    `SELECT id FROM gift_purchases WHERE status_code = 'PAID' AND sent_at IS NULL
    AND (send_on IS NULL OR send_on <= UTC_DATE()) ORDER BY id LIMIT 100`,
  )
  let sent = 0
  for (const { id } of due) if (await inTransaction(() => send(id))) sent += 1
  return sent
}

async function send(id: number): Promise<boolean> {
  const row = (await lockPurchase(id))!
  if (row.status_code !== 'PAID' || row.sent_at !== null || row.recipient_email === null) return false
  const code = newGiftCode()
  const changed = await execute(
    "UPDATE stored_values SET code_hash = ?, code_end = ? WHERE id = ? AND code_hash IS NULL AND status_code = 'ACTIVE'",
    [hashOfCode(code), code.slice(-4), row.stored_value_id],
  )
  await execute('UPDATE gift_purchases SET sent_at = NOW(3) WHERE id = ?', [id])
  // Staff have ended it, or given it a code of their own.
  if (changed === 0) return false
  const [card] = await select<{ expires_on: string | null }>(
    "SELECT DATE_FORMAT(expires_on, '%Y-%m-%d') AS expires_on FROM stored_values WHERE id = ?",
    [row.stored_value_id],
  )
  const letter = giftLetter(await readShop(), {
    ...row,
    code: formatGiftCode(code),
    expires_on: card!.expires_on,
    page: `${env.shopUrl}/gift-card`,
  })
  await queueMail({ once_key: `gift-${id}-card`, to: row.recipient_email, letter })
  return true
}

/** Asks the provider about open payments of gift cards, then sends what is due. */
export async function settlePurchases(): Promise<void> {
  for (const { id, reference } of env.payments ? await duePurchases() : []) {
    await execute('UPDATE gift_purchases SET checked_at = NOW(3) WHERE id = ?', [id])
    try {
      await settlePurchase(reference, await provider().verify(reference))
    } catch (error) {
      if (!isSilence(error)) throw error
      break
    }
  }
  await sendPurchased()
}
