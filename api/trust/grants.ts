import { randomUUID } from 'node:crypto'
import { execute, inTransaction, insertRow, selectOne, sqlTime } from '#api/db/database.ts'
import { forbidden, grantEnded, notFound, tillRevoked, unauthenticated } from '#api/errors.ts'
import type { Device, Session } from '#api/http/access.ts'
import { userOf } from '#api/http/access.ts'
import { closeContact } from '#api/trust/contact.ts'
import { restoredKey } from '#api/trust/restored-teller.ts'
import { readToken, signToken } from '#api/trust/signed-token.ts'
import { ROLES, STAFF, type RoleCode } from '#sync/protocol/roles.ts'
import type { Grant } from '#sync/protocol/signed.ts'

const DAY_MS = 86_400_000
/** How long a grant is valid; after that it can be exchanged for a new one for as long again. */
const LIFETIME_MS = 14 * DAY_MS

/** A grant in its token. `contact`: the teller's email address, which only the shop can read. */
export interface SignedGrant extends Grant {
  contact?: string
}

interface Person {
  id: number
  name: string
  email: string
  role_code: RoleCode
}

/**
 * Grants a person the right to sell on a till: the signed-in user, or, if the till asks as itself, the person of the
 * grant it shows.
 * @throws 401 for an invalid or expired grant; 403 for a person who may not sell, another till's device, or a revoked
 * till; 404
 */
export async function giveGrant(
  till_id: number,
  asked: { session: Session | null; device: Device | null; shown: string },
): Promise<{ grant: Grant; token: string }> {
  const user_id = asked.device ? null : userOf(asked.session).id
  return inTransaction(async () => {
    // Held until COMMIT, the till first as in a push: whoever revokes or deactivates then ends this grant too.
    const till = await selectOne<{ status_code: string }>(
      'SELECT status_code FROM tills WHERE id = ? LOCK IN SHARE MODE',
      [till_id],
    )
    if (!till) throw notFound('Till')
    if (till.status_code === 'REVOKED' || asked.device?.isRevoked) throw tillRevoked()
    if (asked.device && asked.device.till_id !== till_id) throw forbidden('A till asks for its own grants only.')
    return issue(till_id, await holdSeller(user_id ?? (await personShown(till_id, asked.shown))))
  })
}

/** The person of the grant that a till shows. */
async function personShown(till_id: number, shown: string): Promise<number> {
  const grant = await readGrant(shown, till_id, Date.now() - LIFETIME_MS)
  if (grant) return grant.user_id
  if (await endedGrant(shown, till_id)) throw grantEnded()
  throw unauthenticated('Your permission to sell here has expired. Please sign in again.')
}

/** Locks a person, and reads them again: they may have been deactivated since the request began. */
async function holdSeller(user_id: number): Promise<Person> {
  const person = await selectOne<Person & { status_code: string }>(
    'SELECT id, name, email, role_code, status_code FROM users WHERE id = ? LOCK IN SHARE MODE',
    [user_id],
  )
  if (!person) throw unauthenticated('Your permission to sell here has expired. Please sign in again.')
  if (person.status_code !== 'ACTIVE' || ROLES[person.role_code].id < STAFF) throw forbidden()
  return person
}

async function issue(
  till_id: number,
  { id: user_id, name, email, role_code }: Person,
): Promise<{ grant: Grant; token: string }> {
  const now = Date.now()
  const grant: Grant = {
    id: randomUUID(),
    user_id,
    name,
    role_code,
    till_id,
    issued_at: new Date(now).toISOString(),
    expires_at: new Date(now + LIFETIME_MS).toISOString(),
  }
  await insertRow('till_grants', {
    id: grant.id,
    till_id,
    user_id,
    role_code,
    issued_at: sqlTime(now),
    expires_at: sqlTime(now + LIFETIME_MS),
  })
  const facts: SignedGrant = { ...grant, contact: await closeContact(email) }
  return { grant, token: await signToken('grant', facts) }
}

/** The grant of a token, if it was valid at a time, in epoch ms, and nobody ended it; else null. */
export async function readGrant(token: string, till_id: number, at: number): Promise<Grant | null> {
  const grant = await readToken<Grant>('grant', token)
  if (!grant || Date.parse(grant.expires_at) < at) return null
  const known = await selectOne<{ ended_at: Date | null }>(
    'SELECT ended_at FROM till_grants WHERE id = ? AND till_id = ?',
    [grant.id, till_id],
  )
  return known && known.ended_at === null ? grant : null
}

/** The id of the grant in a token that has been ended, except of a person whom a restore had lost; else null. */
export async function endedGrant(token: string, till_id: number): Promise<string | null> {
  const grant = await readToken<Grant>('grant', token)
  if (!grant) return null
  const ended = await selectOne(
    `SELECT 1 FROM till_grants WHERE id = :id AND till_id = :till_id AND ended_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM exceptions WHERE once_key = :once_key AND status_code = 'OPEN')`,
    { id: grant.id, till_id, once_key: restoredKey(grant.user_id) },
  )
  return ended ? grant.id : null
}

/** Ends a person's grants. Call inside the transaction that removes their right to sell. */
export const endGrantsOf = (user_id: number) =>
  execute('UPDATE till_grants SET ended_at = NOW(3) WHERE user_id = ? AND ended_at IS NULL', [user_id])

/**
 * Lets the grants of a person count again whom a restore had lost and a manager has activated: their tills name them
 * until they are due. Call inside that transaction.
 */
export const resumeGrantsOf = (user_id: number) =>
  execute('UPDATE till_grants SET ended_at = NULL WHERE user_id = ? AND ended_at IS NOT NULL', [user_id])
