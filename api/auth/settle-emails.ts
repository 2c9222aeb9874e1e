import { canonicalEmail } from '#api/auth/canonical-email.ts'
import { execute, isDuplicate, select, selectOne } from '#api/db/database.ts'

interface Stored {
  id: number
  email: string
}

/**
 * Rewrites stored email addresses to the canonical form. Returns a sentence for each that has none, or whose form is
 * taken: two people are never merged, so staff decide.
 */
export async function settleEmails(): Promise<string[]> {
  for (const { id, email } of await oddOnes()) {
    const canonical = canonicalEmail(email)
    if ('email' in canonical)
      await execute('UPDATE users SET email = ? WHERE id = ? AND email = ?', [canonical.email, id, email]).catch(
        unlessTaken,
      )
  }
  return unsettledEmails()
}

/** A sentence for each person who cannot sign in because their address is not canonical. */
export const unsettledEmails = async (): Promise<string[]> => Promise.all((await oddOnes()).map(sentenceFor))

const oddOnes = () => select<Stored>("SELECT id, email FROM users WHERE email NOT REGEXP '^[!-@^-~]+$' ORDER BY id")

async function sentenceFor({ id, email }: Stored): Promise<string> {
  const canonical = canonicalEmail(email)
  const other =
    'email' in canonical
      ? await selectOne<Stored>('SELECT id, email FROM users WHERE email = ?', [canonical.email])
      : null
  return other
    ? `User ${id} (${email}) and user ${other.id} (${other.email}) have the same email address, and only user ${other.id} can sign in. Correct one of them in the back office.`
    : `User ${id} cannot sign in with ${email}, because only plain letters may stand before the @. Correct the address in the back office.`
}

function unlessTaken(error: unknown): void {
  if (!isDuplicate(error)) throw error
}
