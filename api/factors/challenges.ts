import { createHash, randomBytes } from 'node:crypto'
import { basisOf } from '#api/factors/sign-in-basis.ts'
import { execute, inTransaction, insertRow, selectOne, sqlTime } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'

export type Purpose = 'sign-in' | 'step-up' | 'add-passkey' | 'add-authenticator'

const LIFETIME_MS = 5 * 60_000
const MOST_WRONG_ANSWERS = 5

export interface Question {
  user_id: number
  purpose: Purpose
  session_id?: string | null
  device_name?: string | null
  secret?: string
  /** What the password was judged by, at a sign-in; else what holds now. */
  basis?: string
}

/** Opens a challenge. Stores only the token's hash. Returns the token, which a passkey also signs. */
export async function openChallenge({
  user_id,
  purpose,
  session_id = null,
  device_name = null,
  secret,
  basis,
}: Question): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const user = (await selectOne<Person>('SELECT password_hash, role_code, status_code FROM users WHERE id = ?', [
    user_id,
  ]))!
  await insertRow('factor_challenges', {
    token_hash: hashOf(token),
    user_id,
    purpose,
    session_id,
    basis: basis ?? basisOf(user),
    device_name,
    secret: secret ?? null,
    expires_at: sqlTime(Date.now() + LIFETIME_MS),
  })
  return token
}

export interface Challenge {
  user_id: number
  basis: string
  device_name: string | null
  secret: string | null
}
interface Person {
  password_hash: string
  role_code: string
  status_code: string
}
type Row = Challenge & Person & { wrong_answers: number }

/** A token with the purpose and session of its use. Both must match. */
export interface Shown {
  token: string
  purpose: Purpose
  session_id?: string | null
}

/** The person a challenge asks; null once it is over. */
export const askedUser = async (shown: Shown): Promise<number | null> => (await living(shown))?.user_id ?? null

/**
 * Judges an answer. The right answer ends the challenge in the same transaction; so does the fifth wrong one. `judge`
 * returns null for a wrong answer, and its writes are kept.
 * @throws 422 on `challenge` if it is over, on `field` for a wrong answer
 */
export async function answerChallenge<T extends object>(
  shown: Shown,
  { field, wrong }: { field: string; wrong: string },
  judge: (challenge: Challenge) => Promise<T | null>,
): Promise<T & Challenge> {
  const outcome = await inTransaction(async () => {
    const challenge = await living(shown, 'FOR UPDATE')
    if (!challenge) return 'over'
    const right = await judge(challenge)
    await execute(
      right
        ? 'UPDATE factor_challenges SET used_at = NOW(3) WHERE token_hash = ?'
        : 'UPDATE factor_challenges SET wrong_answers = wrong_answers + 1 WHERE token_hash = ?',
      [hashOf(shown.token)],
    )
    const { user_id, device_name, secret, basis } = challenge
    return right && { ...right, user_id, device_name, secret, basis }
  })
  if (outcome === 'over') throw invalid({ challenge: ['This step has expired. Start again.'] })
  if (outcome === null) throw invalid({ [field]: [wrong] })
  return outcome
}

async function living({ token, purpose, session_id = null }: Shown, lock = ''): Promise<Row | null> {
  const row = await selectOne<Row>(
    `SELECT c.user_id, c.device_name, c.secret, c.wrong_answers, c.basis, u.password_hash, u.role_code, u.status_code
    FROM factor_challenges c JOIN users u ON u.id = c.user_id AND u.status_code = 'ACTIVE'
    WHERE c.token_hash = ? AND c.purpose = ? AND c.session_id <=> ? AND c.used_at IS NULL AND c.expires_at > NOW(3)
      AND c.wrong_answers < ? ${lock}`,
    [hashOf(token), purpose, session_id, MOST_WRONG_ANSWERS],
  )
  // A change of password, role or status ends every open challenge.
  return row && row.basis === basisOf(row) ? row : null
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
