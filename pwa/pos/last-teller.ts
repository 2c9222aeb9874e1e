import { noteSignIn } from '#sync/till/people/people.ts'
import { keepTeller } from '#sync/till/teller.ts'
import { TillDb, type Teller } from '#sync/till/till-db.ts'

/**
 * Who was selling when the browser closed, if this browser is a till and nobody signed out. `session_of`: whose session
 * it has.
 */
export async function lastTeller(): Promise<{ teller: Teller; session_of: number | null } | null> {
  const db = new TillDb()
  const till = await db.till.get('till').finally(() => db.close())
  return till?.teller ? { teller: till.teller, session_of: till.session_of ?? till.teller.id } : null
}

/** Notes that somebody has signed in with their password, if this browser is a till. */
export async function noteTeller({ id, name, role_code }: Teller): Promise<void> {
  const [db, teller] = [new TillDb(), { id, name, role_code }]
  await keepTeller(db, teller)
    .then(() => noteSignIn(db, teller))
    .finally(() => db.close())
}
