import { canonicalEmail } from '#api/auth/canonical-email.ts'
import { execute, isDuplicate, select } from '#api/db/database.ts'

interface Stored { id: number; email: string }

/**
 * Brings e-mail addresses that were stored in another form into the canonical one. Returns a sentence for each that has none, or
 * whose form is somebody else's already: two people are never merged, so these wait for staff.
 */
export async function settleEmails(): Promise<string[]> {
  const odd = await select<Stored>("SELECT id, email FROM users WHERE email NOT REGEXP '^[!-@^-~]+$' ORDER BY id")
  const named: string[] = []
  for (const user of odd) named.push(...await settle(user))
  return named
}

async function settle({ id, email }: Stored): Promise<string[]> {
  const canonical = canonicalEmail(email)
  if ('fault' in canonical) return [`User ${id} cannot sign in with ${email}, because only plain letters may stand before the @. Correct the address in the back office.`]
  try {
    await execute('UPDATE users SET email = ? WHERE id = ? AND email = ?', [canonical.email, id, email])
    return []
  } catch (error) {
    if (!isDuplicate(error)) throw error
    const [other] = await select<Stored>('SELECT id, email FROM users WHERE email = ?', [canonical.email])
    return [`User ${id} (${email}) and user ${other?.id} (${canonical.email}) have the same e-mail address, and only user ${other?.id} can sign in. Correct one of them in the back office.`]
  }
}
