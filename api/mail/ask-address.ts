import { createHash } from 'node:crypto'
import { selectOne } from '#api/db/database.ts'
import type { Letter } from '#api/mail/letter.ts'
import { queueMail } from '#api/mail/queue-mail.ts'

/** Most letters a day that ask one address whether it wants more: anybody may type in anybody's address. */
const MOST_A_DAY = 3

/**
 * Queues a letter that asks an address to confirm. Returns whether the day's limit allows it. The caller holds a lock
 * on the address.
 */
export async function askAddress(email: string, letter: Letter): Promise<boolean> {
  const key = `confirm-${createHash('sha256').update(email).digest('hex')}`
  const sent = await selectOne<{ today: number; all_sent: number }>(
    `SELECT COUNT(*) AS all_sent, COALESCE(SUM(created_at > NOW(3) - INTERVAL 1 DAY), 0) AS today FROM mails
      WHERE once_key LIKE ?`,
    [`${key}-%`],
  )
  if (sent!.today >= MOST_A_DAY) return false
  await queueMail({ once_key: `${key}-${Date.now()}-${sent!.all_sent}`, to: email, letter })
  return true
}
