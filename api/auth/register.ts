import { askToConfirm } from '#api/auth/confirm-email.ts'
import { hashPassword, isPassword } from '#api/auth/passwords.ts'
import { inTransaction, insertRow, isDuplicate, selectOne, sqlTime } from '#api/db/database.ts'
import { invalid, unauthenticated } from '#api/errors.ts'
import { userFrom } from '#api/auth/sessions.ts'
import { basisOf } from '#api/factors/sign-in-basis.ts'
import type { Registration, User } from '#sync/protocol/staff/person.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'

/** A person who may sign in, if what their password was judged by still holds then: see `enter`. */
export interface Recognised {
  user: User
  basis: string
}

/** Creates a customer, and sends a link that confirms their address. @throws 422 if the email is taken */
export async function register({ name, email, phone, password }: Registration): Promise<Recognised> {
  const person = {
    name,
    email,
    phone,
    password_hash: await hashPassword(password),
    role_code: 'CUSTOMER' as const,
    status_code: 'ACTIVE' as const,
  }
  const id = await inTransaction(async () => {
    const added = await insertRow('users', { ...person, unconfirmed_since: sqlTime(Date.now()) }).catch(refuseTaken)
    await askToConfirm(added)
    return added
  })
  return { user: userFrom({ ...person, id }), basis: basisOf(person) }
}

interface Known {
  id: number
  name: string
  email: string
  phone: string | null
  password_hash: string
  role_code: RoleCode
  status_code: 'ACTIVE' | 'INACTIVE'
}

/** The active user with this email and password. @throws 401, with the same words and timing whatever is wrong */
export async function recognise(email: string, password: string): Promise<Recognised> {
  const known = await selectOne<Known>(
    'SELECT id, name, email, phone, password_hash, role_code, status_code FROM users WHERE email = ?',
    [email],
  )
  const right = await isPassword(known?.password_hash ?? null, password)
  if (!known || !right || known.status_code !== 'ACTIVE') throw unauthenticated('Email or password is wrong.')
  return { user: userFrom(known), basis: basisOf(known) }
}

export function refuseTaken(error: unknown): never {
  throw isDuplicate(error) ? invalid({ email: ['An account with this email already exists.'] }) : error
}
