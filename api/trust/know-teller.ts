import { recordChange } from '#api/audit/record-change.ts'
import { unknownPassword } from '#api/auth/reset-password.ts'
import { execute, insertRow, selectOne } from '#api/db/database.ts'
import { openContact } from '#api/trust/contact.ts'
import type { SignedGrant } from '#api/trust/grants.ts'
import { noAddress, tellOfRestored } from '#api/trust/restored-teller.ts'

/**
 * Adds a teller whom the backup lacks, with the role of their grant, and tells management. They may have been dismissed
 * between the backup and the restore, so they cannot sign in before a person activates them; their sales are booked. If
 * the grant has no address, or another person has it now, an administrator enters one. Call inside a transaction.
 */
export async function knowTeller(grant: SignedGrant): Promise<void> {
  const { user_id: id, name, role_code } = grant
  const known = await selectOne<{ role_code: string }>('SELECT role_code FROM users WHERE id = ?', [id])
  if (known) return followRole(grant, known.role_code)
  await insertRow('users', {
    id,
    name,
    email: (await freeEmail(grant)) ?? noAddress(id),
    password_hash: await unknownPassword(),
    role_code,
    status_code: 'INACTIVE',
  })
  await recordChange({ subject: 'user', subject_id: id, action: ACTION, became: { name, role_code } })
  await tellOfRestored(id, name)
}

const ACTION = 'know_again'

async function freeEmail({ contact }: SignedGrant): Promise<string | null> {
  const email = contact ? await openContact(contact) : null
  return email && !(await selectOne('SELECT 1 FROM users WHERE email = ?', [email])) ? email : null
}

/** A till may have shown an older grant first. Changes by staff since the restore stay. */
async function followRole({ user_id, role_code, issued_at }: SignedGrant, was: string): Promise<void> {
  if (role_code === was) return
  const latest = await selectOne<{ action: string }>(
    "SELECT action FROM staff_changes WHERE subject = 'user' AND subject_id = ? ORDER BY id DESC LIMIT 1",
    [user_id],
  )
  if (latest?.action !== ACTION) return
  const newest = await selectOne<{ issued_at: Date | null }>(
    'SELECT MAX(issued_at) AS issued_at FROM till_grants WHERE user_id = ?',
    [user_id],
  )
  if (newest?.issued_at && newest.issued_at.getTime() >= Date.parse(issued_at)) return
  await execute('UPDATE users SET role_code = ? WHERE id = ?', [role_code, user_id])
  await recordChange({
    subject: 'user',
    subject_id: user_id,
    action: ACTION,
    was: { role_code: was },
    became: { role_code },
  })
}
