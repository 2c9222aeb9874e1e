import { execute, selectOne } from '#api/db/database.ts'

// Loaded at first use, because it would add 0.1 s and 7 MB to every start.
const otp = () => import('otplib')

export const newSecret = async (): Promise<string> => (await otp()).generateSecret({ length: 20 })

/** The address an authenticator app reads, as a QR code or a link. */
export const addressOf = async (secret: string, { shop, email }: { shop: string; email: string }): Promise<string> =>
  (await otp()).generateURI({ issuer: shop, label: email, secret })

/** A clock may be half a minute off. */
const TOLERANCE_SECONDS = 30

/** The 30-second step of a code, if it comes after `last_step`; null for any other code. */
export async function stepOf(secret: string, code: string, last_step = 0): Promise<number | null> {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const result = await (
    await otp()
  ).verify({ secret, token, epochTolerance: TOLERANCE_SECONDS, ...(last_step > 0 && { afterTimeStep: last_step }) })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/**
 * Three of a million codes are right at any time. After this many wrong codes in a row the app is locked until an
 * administrator resets it.
 */
export const MOST_WRONG_CODES = 50

/** Takes a code of somebody's app. Neither it nor an earlier code works again. Call inside a transaction. */
export async function takeCode(user_id: number, code: string): Promise<boolean> {
  const app = await selectOne<{ secret: string; last_step: number; wrong_codes: number }>(
    'SELECT secret, last_step, wrong_codes FROM authenticators WHERE user_id = ? FOR UPDATE',
    [user_id],
  )
  if (!app || app.wrong_codes >= MOST_WRONG_CODES) return false
  const step = await stepOf(app.secret, code, app.last_step)
  if (step === null)
    await execute('UPDATE authenticators SET wrong_codes = wrong_codes + 1 WHERE user_id = ?', [user_id])
  else
    await execute('UPDATE authenticators SET last_step = ?, wrong_codes = 0, used_at = NOW(3) WHERE user_id = ?', [
      step,
      user_id,
    ])
  return step !== null
}
