import { randomUUID } from 'node:crypto'
import { recordChange } from '#api/audit/record-change.ts'
import { selectOne } from '#api/db/database.ts'
import { secondFactorLetter } from '#api/mail/person-letters.ts'
import { queueMail } from '#api/mail/queue-mail.ts'
import { readShop } from '#api/shop/read-shop.ts'

const TOLD = {
  'add passkey': 'A passkey was added to your account.',
  'add authenticator': 'An authenticator app was added to your account.',
  'remove passkey': 'A passkey was removed from your account.',
  'remove authenticator': 'The authenticator app was removed from your account.',
  'renew recovery codes': 'New recovery codes were made for your account.',
  'reset second factor':
    'Your passkeys, authenticator app and recovery codes were removed by an administrator, and every device was signed out.',
} as const
export type FactorChange = keyof typeof TOLD

/** Records a change and tells its person by letter. Call inside the transaction that makes it. */
export async function noteFactors(user_id: number, action: FactorChange): Promise<void> {
  await recordChange({ subject: 'user', subject_id: user_id, action })
  const user = (await selectOne<{ name: string; email: string }>('SELECT name, email FROM users WHERE id = ?', [
    user_id,
  ]))!
  await queueMail({
    once_key: `second-factor-${randomUUID()}`,
    to: user.email,
    letter: secondFactorLetter((await readShop()).name, user.name, TOLD[action]),
  })
}
