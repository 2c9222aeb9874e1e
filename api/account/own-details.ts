import { deletedAt } from '#api/auth/confirm-email.ts'
import { hashPassword, isPassword } from '#api/auth/passwords.ts'
import { changePassword } from '#api/auth/reset-password.ts'
import { userFrom } from '#api/auth/sessions.ts'
import { execute, inTransaction, selectOne } from '#api/db/database.ts'
import { invalid, refuseIfStale, unauthenticated } from '#api/errors.ts'
import type { UserSession } from '#api/http/access.ts'
import { allowTry } from '#api/http/tries.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { OwnUser, User } from '#sync/protocol/staff/person.ts'

interface Row extends Omit<User, 'role'> {
  password_hash: string
  unconfirmed_since: Date | null
  created_at: Date
  updated_at: Date
}

/** The user's own details. */
export const findOwn = async (id: number): Promise<OwnUser> => ownUserFrom(await rowOf(id))

/**
 * Changes the user's own name, phone or password. A new password needs the current one, and signs out every other
 * device.
 * @throws 409 stale, 422 for a wrong current password, 429 after five tries a minute
 */
export async function changeOwn(
  { id: session_id, user: { id } }: UserSession,
  changes: BodyOf<'PATCH /api/account'>,
): Promise<OwnUser> {
  const { name, phone, password, password_confirmation, current_password, updated_at } = changes
  if (password && password !== password_confirmation)
    throw invalid({ password_confirmation: ['The passwords do not match.'] })
  const confirmed = password ? await confirmPassword(id, { current_password: current_password ?? '' }) : null
  const password_hash = password ? await hashPassword(password) : null
  return inTransaction(async () => {
    const row = await rowOf(id, 'FOR UPDATE')
    await refuseIfStale(updated_at, row.updated_at, () => ({ user: ownUserFrom(row) }))
    if (confirmed !== null) await refuseOtherPassword(id, confirmed, 'current_password')
    const next = { ...row, name: name ?? row.name, phone: phone ?? row.phone }
    await execute('UPDATE users SET name = :name, phone = :phone WHERE id = :id', next)
    if (password_hash) await changePassword(next, password_hash, session_id)
    return findOwn(id)
  })
}

/**
 * Checks that the signed-in person knows the password: the device may have been left open. `typed` names the field it
 * came in.
 * @returns the hash of that password
 * @throws 422 on that field, 429 after five wrong tries a minute
 */
export async function confirmPassword(id: number, typed: Record<string, string>): Promise<string> {
  const [[field, password]] = Object.entries(typed) as [[string, string]]
  const trying = await allowTry([{ key: `password user ${id}`, failures: 5 }])
  const { password_hash } = await rowOf(id)
  if (!(await isPassword(password_hash, password))) throw notTheirs(field)
  await trying.succeeded()
  return password_hash
}

/**
 * Another password may have been set since one was confirmed. Call inside the transaction that has locked the person.
 * @throws 422 on the field it came in
 */
export async function refuseOtherPassword(id: number, confirmed: string, field: string): Promise<void> {
  if ((await rowOf(id, 'FOR UPDATE')).password_hash !== confirmed) throw notTheirs(field)
}

const notTheirs = (field: string) => invalid({ [field]: ['This is not your current password.'] })

async function rowOf(id: number, lock = ''): Promise<Row> {
  const row = await selectOne<Row>(
    `SELECT id, name, email, phone, role_code, status_code, password_hash, unconfirmed_since, created_at,
      updated_at FROM users
      WHERE id = ? ${lock}`,
    [id],
  )
  if (!row) throw unauthenticated()
  return row
}

const ownUserFrom = (row: Row): OwnUser => ({
  ...userFrom(row),
  created_at: row.created_at.toJSON(),
  updated_at: row.updated_at.toJSON(),
  unconfirmed_until: row.unconfirmed_since && deletedAt(row.unconfirmed_since).toJSON(),
})
