import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, insertRow, selectOne, sqlTime } from '#api/db/database.ts'
import type { Certificate } from '#api/trust/enrol-key.ts'
import { readGeneration } from '#api/trust/generation.ts'
import type { SignedGrant } from '#api/trust/grants.ts'
import { knowTeller } from '#api/trust/know-teller.ts'
import { keyIdOf } from '#api/trust/p256.ts'
import { readToken } from '#api/trust/signed-token.ts'
import { findKey } from '#api/trust/till-keys.ts'
import { isStaff, type RoleCode } from '#sync/protocol/roles.ts'

/** Tokens the server signed for a till, or for the till whose sales it carries. */
export interface Shown {
  certificates?: readonly string[]
  grants?: readonly string[]
}

/**
 * Restores tills, keys, tellers and grants that are newer than the backup. Only tokens signed before the restore count:
 * the database knows everything later. Adds rows and changes none but a key's approval, so a revoked till stays
 * revoked.
 */
export async function knowAgain({ certificates = [], grants = [] }: Shown): Promise<void> {
  if (certificates.length === 0 && grants.length === 0) return
  const { restored_at } = await readGeneration()
  if (!restored_at) return
  const before = restored_at.getTime()
  await inTransaction(async () => {
    // Requests that show the same token take turns.
    await selectOne('SELECT generation FROM shop_generation WHERE id = 1 FOR UPDATE')
    for (const token of certificates) {
      const facts = await readToken<Certificate>('certificate', token, before)
      if (facts) await knowKey(facts)
    }
    const facts = await Promise.all(grants.map(token => readToken<SignedGrant>('grant', token, before)))
    for (const grant of facts.filter(grant => grant !== null).sort(byNewest)) await knowGrant(grant)
  })
}

/** The newest grant decides a teller's role. */
const byNewest = (one: SignedGrant, other: SignedGrant) => Date.parse(other.issued_at) - Date.parse(one.issued_at)

async function knowKey({ till, public_key, approved, unsigned_until }: Certificate): Promise<void> {
  const key_id = keyIdOf(public_key)
  const known = await findKey(key_id)
  if (known) {
    // It was approved after the backup. Approval is never withdrawn.
    if (approved && !known.approved) await execute('UPDATE till_keys SET approved = TRUE WHERE id = ?', [known.id])
    return
  }
  const till_id = await knowTill(till)
  if (till_id === null) return
  await insertRow('till_keys', { till_id, key_id, x: public_key.x, y: public_key.y, approved })
  await execute('UPDATE tills SET unsigned_until = COALESCE(unsigned_until, ?), updated_at = updated_at WHERE id = ?', [
    unsigned_until,
    till_id,
  ])
  await recordChange({ subject: 'till', subject_id: till_id, action: 'know_again', became: { key_id, approved } })
}

/**
 * The till's row, added if it is missing; null if another till has its id or code, for example after changes by hand.
 */
async function knowTill({ id, code, name, device_id }: Certificate['till']): Promise<number | null> {
  const known = await selectOne<{ id: number; device_id: string }>(
    'SELECT id, device_id FROM tills WHERE device_id = :device_id OR id = :id OR code = :code ORDER BY device_id = :device_id DESC LIMIT 1',
    { id, code, device_id },
  )
  if (known) return known.device_id === device_id ? known.id : null
  await insertRow('tills', { id, code, name, device_id })
  return id
}

/**
 * Adds the grant, and its teller if the backup lacks them. If they may not sell now, it proves no sale that is rung up
 * later.
 */
async function knowGrant(grant: SignedGrant): Promise<void> {
  const { id, till_id, user_id, role_code, issued_at, expires_at } = grant
  if (
    (await selectOne('SELECT 1 FROM till_grants WHERE id = ?', [id])) ||
    !(await selectOne('SELECT 1 FROM tills WHERE id = ?', [till_id]))
  )
    return
  await knowTeller(grant)
  await insertRow('till_grants', {
    id,
    till_id,
    user_id,
    role_code,
    issued_at: sqlTime(Date.parse(issued_at)),
    expires_at: sqlTime(Date.parse(expires_at)),
    ended_at: (await maySell(user_id)) ? null : sqlTime(Date.now()),
  })
}

async function maySell(user_id: number): Promise<boolean> {
  const person = await selectOne<{ role_code: RoleCode; status_code: string }>(
    'SELECT role_code, status_code FROM users WHERE id = ? LOCK IN SHARE MODE',
    [user_id],
  )
  return person?.status_code === 'ACTIVE' && isStaff(person)
}
