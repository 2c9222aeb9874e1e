import { hashPassword } from '#api/auth/passwords.ts'
import { refuseTaken } from '#api/auth/register.ts'
import { endSessionsOf, userFrom } from '#api/auth/sessions.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { forbidden, invalid, notFound, stale } from '#api/errors.ts'
import { paged, windowOf } from '#api/http/paginate.ts'
import type { Endpoints, Page, StaffUser, User } from '#sync/protocol/endpoints.ts'
import { clearanceOf, GRANTABLE, type RoleCode } from '#sync/protocol/roles.ts'

type Row = Omit<User, 'role'> & { created_at: Date; updated_at: Date }
const COLUMNS = 'id, name, email, phone, role_code, status_code, created_at, updated_at'

/** Users, newest first; `search` finds in name, e-mail and phone. */
export async function listUsers(query: Endpoints['GET /api/staff/users']['query']): Promise<Page<StaffUser>> {
  const values = { ...windowOf(query), search: `%${(query.search ?? '').replace(/[\\%_]/g, '\\$&')}%`, role: query.role_code ?? null, status: query.status_code ?? null }
  const where = '(name LIKE :search OR email LIKE :search OR phone LIKE :search) AND role_code = COALESCE(:role, role_code) AND status_code = COALESCE(:status, status_code)'
  const rows = await select<Row>(`SELECT ${COLUMNS} FROM users WHERE ${where} ORDER BY id DESC LIMIT :limit OFFSET :offset`, values)
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM users WHERE ${where}`, values)
  return paged(rows.map(staffUserFrom), count!.n, query)
}

/** @throws 404 */
export const findUser = async (id: number): Promise<StaffUser> => staffUserFrom(await rowOf(id))

/** Makes a manager or a customer. @throws 422 for another role, or an e-mail that is taken */
export async function addUser({ name, email, phone, password, role_code }: Endpoints['POST /api/staff/users']['body']): Promise<StaffUser> {
  refuseRole(role_code, null)
  const password_hash = await hashPassword(password)
  return findUser(await insertRow('users', { name, email, phone: phone || null, password_hash, role_code }).catch(refuseTaken))
}

/**
 * Changes a user. Whoever's role, status or password changes is signed out everywhere at once.
 * @throws 403 for oneself or somebody of at least one's own clearance, 409 stale, 422 for a role that may not be given
 */
export async function changeUser(actor: User, id: number, { password, updated_at, ...changes }: Endpoints['PATCH /api/staff/users/:id']['body']): Promise<StaffUser> {
  const password_hash = password ? await hashPassword(password) : null
  return inTransaction(async () => {
    const row = await rowOf(id, 'FOR UPDATE')
    if (id === actor.id || clearanceOf(row.role_code) >= actor.role.id) throw forbidden('Only somebody above this user may change them.')
    if (updated_at && Date.parse(updated_at) !== row.updated_at.getTime()) throw stale({ user: staffUserFrom(row) })
    if (changes.role_code) refuseRole(changes.role_code, row.role_code)
    const next = { ...row, ...changes, phone: changes.phone === undefined ? row.phone : changes.phone || null }
    await execute(`UPDATE users SET name = :name, email = :email, phone = :phone, role_code = :role_code, status_code = :status_code,
      password_hash = COALESCE(:password_hash, password_hash) WHERE id = :id`, { ...next, password_hash, id }).catch(refuseTaken)
    if (password_hash || next.role_code !== row.role_code || next.status_code !== row.status_code) await endSessionsOf(id)
    return findUser(id)
  })
}

function refuseRole(wanted: RoleCode, present: RoleCode | null) {
  if (wanted !== present && !(GRANTABLE as readonly RoleCode[]).includes(wanted)) throw invalid({ role_code: ['Staff can make managers and customers only.'] })
}

async function rowOf(id: number, lock = ''): Promise<Row> {
  const row = await selectOne<Row>(`SELECT ${COLUMNS} FROM users WHERE id = ? ${lock}`, [id])
  if (!row) throw notFound('User')
  return row
}

const staffUserFrom = (row: Row): StaffUser => ({ ...userFrom(row), created_at: row.created_at.toJSON(), updated_at: row.updated_at.toJSON() })
