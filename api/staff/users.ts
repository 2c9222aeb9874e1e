import { recordChange } from '#api/audit/record-change.ts'
import { noteConfirmed } from '#api/auth/confirm-email.ts'
import { hashPassword } from '#api/auth/passwords.ts'
import { refuseTaken } from '#api/auth/register.ts'
import { endLinksOf, invite, tellOfEmail, tellOfPassword, unknownPassword } from '#api/auth/reset-password.ts'
import { endGrantsOf, resumeGrantsOf } from '#api/trust/grants.ts'
import { noAddress, restoredBehind, settleRestored } from '#api/trust/restored-teller.ts'
import { endSessionsOf, userFrom } from '#api/auth/sessions.ts'
import { soughtPhone } from '#api/auth/sought-phone.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { conflict, forbidden, invalid, notFound, refuseIfStale } from '#api/errors.ts'
import { keepLeaversSoon } from '#api/operations/leavers.ts'
import { resetFactors } from '#api/factors/own-factors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { holding } from '#api/lists/like.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import type { UserFilter } from '#sync/protocol/endpoints/people.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { StaffUser, User } from '#sync/protocol/staff/person.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { GRANTABLE, isStaff, mayChange, type RoleCode } from '#sync/protocol/roles.ts'

type Row = Omit<User, 'role'> & { created_at: Date; updated_at: Date }
const COLUMNS = 'id, name, email, phone, role_code, status_code, created_at, updated_at'
const ORDERS = {
  name: 'name',
  email: 'email',
  role_code: 'role_code',
  status_code: 'status_code',
  created_at: 'created_at',
} as const

/** Users, the newest first by default; `search` looks in name, email and phone, in any spelling. */
export async function listUsers(query: QueryOf<'GET /api/staff/users'>): Promise<Page<StaffUser>> {
  const { where, values } = chosenBy(query)
  const rows = await select<Row>(
    `SELECT ${COLUMNS} FROM users ${where} ORDER BY ${orderBy(ORDERS, query, { id: 'id' })}
      LIMIT :limit OFFSET :offset`,
    { ...values, ...windowOf(query) },
  )
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM users ${where}`, values)
  return paged(rows.map(staffUserFrom), count!.n, query)
}

const CSV_COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['phone', ({ phone }) => phone && formatPhone(phone)],
  ['role_code', ({ role_code }) => role_code],
  ['status_code', ({ status_code }) => status_code],
  ['created_at', ({ created_at }) => created_at],
]

/** All users that match a filter, the newest first. */
export const userTable = (filter: UserFilter): Table =>
  tableOf(CSV_COLUMNS, newestFirst<Row>(`SELECT ${COLUMNS} FROM users`, 'id', chosenBy(filter)))

function chosenBy({ search, ...filter }: UserFilter) {
  const anywhere = search && holding(search)
  const phone = soughtPhone(search ?? '')
  const { where, values } = conditionsOf(
    {
      search: '(name LIKE :search OR email LIKE LOWER(:search) OR phone LIKE :search OR phone LIKE :phone)',
      role_code: 'role_code = :role_code',
      status_code: 'status_code = :status_code',
    },
    { ...filter, search: anywhere || undefined },
  )
  return { where, values: { ...values, phone: phone === null ? anywhere : `%${phone}%` } }
}

/** @throws 404 */
export const findUser = async (id: number): Promise<StaffUser> => staffUserFrom(await rowOf(id))

/**
 * Creates a manager or a customer; without a password they are invited by email. @throws 422 for another role, or a
 * taken email
 */
export async function addUser({
  name,
  email,
  phone,
  password,
  role_code,
}: BodyOf<'POST /api/staff/users'>): Promise<StaffUser> {
  refuseRole(role_code, null)
  const password_hash = password ? await hashPassword(password) : await unknownPassword()
  return inTransaction(async () => {
    const id = await insertRow('users', { name, email, phone: phone || null, password_hash, role_code }).catch(
      refuseTaken,
    )
    const became = await findUser(id)
    await recordChange({ subject: 'user', subject_id: id, action: 'add', became })
    if (!password) await inviteUser(became)
    return became
  })
}

/** Whether a change affects a user's sign-in, or what they may do: staff who come back may again what they might. */
export async function changesAccess(
  id: number,
  { role_code, status_code, email, password }: BodyOf<'PATCH /api/staff/users/:id'>,
): Promise<boolean> {
  if (password) return true
  const user = await selectOne<Pick<User, 'role_code' | 'status_code' | 'email'>>(
    'SELECT role_code, status_code, email FROM users WHERE id = ?',
    [id],
  )
  if (!user) return false
  const comesBack = isStaff(user) && status_code === 'ACTIVE' && user.status_code !== 'ACTIVE'
  return comesBack || (role_code ?? user.role_code) !== user.role_code || (email ?? user.email) !== user.email
}

/**
 * Changes a user. A new role, status or password signs them out everywhere at once.
 * @throws 403 for oneself or a user of the same or a higher clearance, 409 stale, 422 for a role that may not be given
 */
export async function changeUser(
  actor: User,
  id: number,
  { password, updated_at, ...changes }: BodyOf<'PATCH /api/staff/users/:id'>,
): Promise<StaffUser> {
  const password_hash = password ? await hashPassword(password) : null
  return inTransaction(async () => {
    const row = await lockBelow(actor, id)
    await refuseIfStale(updated_at, row.updated_at, () => ({ user: staffUserFrom(row) }))
    if (changes.role_code) refuseRole(changes.role_code, row.role_code)
    const next = { ...row, ...changes, phone: changes.phone === undefined ? row.phone : changes.phone || null }
    await execute(
      `UPDATE users SET name = :name, email = :email, phone = :phone, role_code = :role_code,
        status_code = :status_code,
      password_hash = COALESCE(:password_hash, password_hash) WHERE id = :id`,
      { ...next, password_hash, id },
    ).catch(refuseTaken)
    if (password_hash || next.role_code !== row.role_code || next.status_code !== row.status_code)
      await endSessionsOf(id)
    if (password_hash || next.email !== row.email) await endLinksOf(id)
    if (password_hash) await tellOfPassword(row)
    if (next.email !== row.email) await tellOfEmail(row)
    if (next.email !== row.email || next.role_code !== row.role_code) await noteConfirmed(id)
    if (next.status_code !== 'ACTIVE' || !isStaff(next)) await endGrantsOf(id)
    if (next.role_code !== row.role_code || next.status_code !== row.status_code) keepLeaversSoon()
    const became = await findUser(id)
    await recordChange({ subject: 'user', subject_id: id, action: 'change', was: staffUserFrom(row), became })
    if (password_hash) await recordChange({ subject: 'user', subject_id: id, action: 'set password' })
    const isBack = next.status_code === 'ACTIVE' && row.status_code !== 'ACTIVE' && (await settleRestored(id))
    if (isBack && isStaff(next)) await resumeGrantsOf(id)
    if (isBack && !password_hash && next.email !== noAddress(id)) await inviteUser(became)
    return became
  })
}

/**
 * Activates a person whom a restore had lost, and invites them to choose a password.
 * @throws 403 as changeUser, 404, 409 if nobody waits behind the exception, or without an address
 */
export const activateRestored = (actor: User, exception_id: number): Promise<StaffUser> =>
  inTransaction(async () => {
    const id = await restoredBehind(exception_id)
    const { name, email } = await lockBelow(actor, id)
    await restoredBehind(exception_id) // somebody may have been faster
    if (email === noAddress(id)) throw conflict(`Enter the email address of ${name} under Users first.`)
    return changeUser(actor, id, { status_code: 'ACTIVE' })
  })

/** Sends a user a link to choose a password. @throws 403 as changeUser, 409 for an inactive user */
export const inviteAgain = (actor: User, id: number): Promise<void> =>
  inTransaction(async () => {
    const row = await lockBelow(actor, id)
    if (row.status_code !== 'ACTIVE') throw conflict('An inactive user cannot sign in.')
    await inviteUser(row)
  })

async function inviteUser(user: { id: number; name: string; email: string }): Promise<void> {
  await invite(user)
  await recordChange({ subject: 'user', subject_id: user.id, action: 'invite' })
}

/** Signs a user out on every device, and returns how many. @throws 403 as changeUser */
export const endSessionsBelow = (actor: User, id: number): Promise<number> =>
  inTransaction(async () => {
    await lockBelow(actor, id)
    const ended = await endSessionsOf(id)
    await recordChange({ subject: 'user', subject_id: id, action: 'end sessions' })
    return ended
  })

/** Removes a user's two-step verification, and signs them out everywhere. @throws 403 as changeUser */
export const resetFactorsBelow = (actor: User, id: number): Promise<void> =>
  inTransaction(async () => {
    await lockBelow(actor, id)
    await resetFactors(id)
    await endSessionsOf(id)
  })

/** @throws 404, 403 for oneself or a user of the same or a higher clearance */
async function lockBelow(actor: User, id: number): Promise<Row> {
  const row = await rowOf(id, 'FOR UPDATE')
  if (!mayChange(actor, row)) throw forbidden('Only someone with a higher role can change this user.')
  return row
}

function refuseRole(wanted: RoleCode, present: RoleCode | null) {
  if (wanted !== present && !(GRANTABLE as readonly RoleCode[]).includes(wanted))
    throw invalid({ role_code: ['You can only create managers and customers.'] })
}

async function rowOf(id: number, lock = ''): Promise<Row> {
  const row = await selectOne<Row>(`SELECT ${COLUMNS} FROM users WHERE id = ? ${lock}`, [id])
  if (!row) throw notFound('User')
  return row
}

const staffUserFrom = (row: Row): StaffUser => ({
  ...userFrom(row),
  created_at: row.created_at.toJSON(),
  updated_at: row.updated_at.toJSON(),
})
