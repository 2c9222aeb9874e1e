import { createRequire } from 'node:module'
import Joi from 'joi'

// Loaded at first use, because it takes 10 MB and not every start needs it.
const argon2 = () => import('@node-rs/argon2')

/** argon2id with OWASP's cost: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MiB and a core for 20 ms, so a rush of sign-ins queues here instead of starving the shop. */
const AT_ONCE = 4
let running = 0
const queue: (() => void)[] = []

/** The hash of a password, as stored. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password))

/**
 * Whether the password matches. Takes as long when nothing is stored (null or empty), so that an unknown email looks
 * like a known one.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const right = await inTurn(async () => (await argon2()).verify(stored || (await (dummy ??= hash(NOBODYS))), password))
  return right && Boolean(stored)
}

const hash = async (password: string): Promise<string> => (await argon2()).hash(password, COST)

const NOBODYS = 'nobody has this password'
let dummy: Promise<string> | null = null

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>(resolve => queue.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    queue.shift()?.()
  }
}

let commonest: Set<string> | null = null

/** Read at the first new password. The list is ordered by how often a password leaks. */
function isCommon(password: string): boolean {
  commonest ??= new Set(readWords().dictionary.passwords.slice(0, 3000))
  return commonest.has(password.toLowerCase())
}

const readWords = () =>
  createRequire(import.meta.url)('@zxcvbn-ts/language-common') as { dictionary: { passwords: string[] } }

/** The rule for a new password: 8 to 128 characters, not among the 3,000 commonest. */
export const newPassword = () =>
  Joi.string()
    .min(8)
    .max(128)
    .custom((value: string, helpers) => (isCommon(value) ? helpers.error('password.common') : value))
    .messages({ 'password.common': 'This password is too common. Please choose another.' })

/** The same password again, in the member beside `password`. Reported together with all other faults. */
export const passwordAgain = () =>
  Joi.string().max(128).valid(Joi.ref('password')).messages({ 'any.only': 'The passwords do not match.' })
