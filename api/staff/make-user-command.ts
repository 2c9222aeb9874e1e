import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import Joi from 'joi'
import { email } from '#api/auth/person-rules.ts'
import { claim } from '#api/boot/claim.ts'
import { bringUpDatabase, findRunningDatabase } from '#api/db/bring-up.ts'
import { env } from '#api/env.ts'
import { stopWith } from '#api/boot/lifetime.ts'
import { Refusal } from '#api/boot/refusal.ts'
import { isStaff, ROLES } from '#sync/protocol/roles.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'

interface Wanted {
  email: string
  role: RoleCode
  name?: string
  password?: string
  'reset-second-factor'?: boolean
}

const USAGE = 'Usage: npm run user -- <email> --role ROLE [--name NAME] [--password PASSWORD] [--reset-second-factor]'
const SCHEMA = Joi.object<Wanted>({
  email: email().required(),
  role: Joi.string()
    .valid(...Object.keys(ROLES))
    .required(),
  name: Joi.string().max(120),
  password: Joi.string().min(8).max(128),
  'reset-second-factor': Joi.boolean(),
})

/**
 * `npm run user`: creates a user, or changes one's role and whatever else is given, whether the shop is running or not.
 * @throws {Refusal} for invalid arguments
 */
export async function makeUserCommand(args: string[]): Promise<void> {
  const wanted = readArguments(args)
  // A running shop shares its private database's socket; otherwise this command starts the database for itself.
  if (env.databaseUrl || (await claim(env.dataDir))) await bringUpDatabase()
  else await findRunningDatabase()
  const { db } = await import('#api/db/database.ts')
  const { seedReference } = await import('#api/demo/seed.ts')
  await seedReference()
  console.log((await changeUser(wanted)) ?? (await makeUser(wanted)))
  await db.close()
  await stopWith(0)
}

function readArguments(args: string[]): Wanted {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        role: { type: 'string' },
        name: { type: 'string' },
        password: { type: 'string' },
        'reset-second-factor': { type: 'boolean' },
      },
    })
    if (positionals.length > 1) throw new Error('there is more than one email address')
    return Joi.attempt({ email: positionals[0], ...values, role: values.role?.toUpperCase() }, SCHEMA, {
      abortEarly: false,
    })
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\n${USAGE}\nRoles: ${Object.keys(ROLES).join(', ')}`)
  }
}

async function changeUser({
  email,
  role,
  name,
  password,
  'reset-second-factor': isReset = false,
}: Wanted): Promise<string | null> {
  const { execute, inTransaction, selectOne } = await import('#api/db/database.ts')
  const { findUser } = await import('#api/staff/users.ts')
  const { recordChange } = await import('#api/audit/record-change.ts')
  const { endLinksOf, tellOfPassword } = await import('#api/auth/reset-password.ts')
  const { endGrantsOf, resumeGrantsOf } = await import('#api/trust/grants.ts')
  const { settleRestored } = await import('#api/trust/restored-teller.ts')
  const hash = password ? await hashed(password) : null
  return inTransaction(async () => {
    const user = await selectOne<{ id: number; name: string; email: string; role_code: RoleCode }>(
      'SELECT id, name, email, role_code FROM users WHERE email = ? FOR UPDATE',
      [email],
    )
    if (!user) return null
    const was = await findUser(user.id)
    await execute(
      "UPDATE users SET role_code = ?, status_code = 'ACTIVE', name = COALESCE(?, name), password_hash = COALESCE(?, password_hash) WHERE id = ?",
      [role, name ?? null, hash, user.id],
    )
    if (isReset) await (await import('#api/factors/own-factors.ts')).resetFactors(user.id)
    if (user.role_code !== role || hash || isReset)
      await execute('UPDATE sessions SET revoked_at = NOW(3) WHERE user_id = ? AND revoked_at IS NULL', [user.id])
    if (await settleRestored(user.id)) await resumeGrantsOf(user.id)
    if (!isStaff({ role_code: role })) await endGrantsOf(user.id)
    await recordChange({ subject: 'user', subject_id: user.id, action: 'change', was, became: await findUser(user.id) })
    if (hash) await endLinksOf(user.id)
    if (hash) await tellOfPassword(user)
    if (hash) await recordChange({ subject: 'user', subject_id: user.id, action: 'set password' })
    return `${email} is ${role} now (${user.role_code} before).`
  })
}

async function makeUser({ email, role, name = email.split('@')[0]!, password }: Wanted): Promise<string> {
  const { inTransaction, insertRow } = await import('#api/db/database.ts')
  const { findUser } = await import('#api/staff/users.ts')
  const { recordChange } = await import('#api/audit/record-change.ts')
  const made = password ?? generatePassword()
  const password_hash = await hashed(made)
  await inTransaction(async () => {
    const id = await insertRow('users', { name, email, password_hash, role_code: role, status_code: 'ACTIVE' })
    await recordChange({ subject: 'user', subject_id: id, action: 'add', became: await findUser(id) })
  })
  return `${email} is ${role}.${password ? '' : ` Password: ${made}`}`
}

const hashed = async (password: string) => (await import('#api/auth/passwords.ts')).hashPassword(password)

// Without letters and digits that look alike; four groups of four are about 77 random bits.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
const generatePassword = () => Array.from({ length: 4 }, group).join('-')
