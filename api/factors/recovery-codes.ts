import { createHash, randomInt } from 'node:crypto'
import { execute, insertRows } from '#api/db/database.ts'
import { RECOVERY_CODES } from '#sync/protocol/staff/second-factor.ts'

// Without letters and digits that look alike; four groups of four are about 79 random bits, so a plain hash is enough.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
const newCode = () => Array.from({ length: 4 }, group).join('-')

/** Replaces a person's codes by ten new ones. Stores only hashes, so they are shown once. Call inside a transaction. */
export async function renewCodes(user_id: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await execute('DELETE FROM recovery_codes WHERE user_id = ?', [user_id])
  await insertRows(
    'recovery_codes',
    codes.map(code => ({ user_id, code_hash: hashOf(code) })),
  )
  return codes
}

/** Spends a code, once. */
export const spendCode = async (user_id: number, code: string): Promise<boolean> =>
  (await execute('UPDATE recovery_codes SET used_at = NOW(3) WHERE user_id = ? AND code_hash = ? AND used_at IS NULL', [
    user_id,
    hashOf(code),
  ])) === 1

/** In any spelling: without hyphens, or in capitals. */
const hashOf = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex')
