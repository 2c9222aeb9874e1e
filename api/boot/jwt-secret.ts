import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { ACCESS_SECONDS } from '#api/auth/tokens.ts'
import { Refusal } from '#api/boot/refusal.ts'
import { env, keptSecret, pathOfSecret } from '#api/env.ts'

const NAME = 'jwt-secret'
/** After this, everything signed with the earlier key has expired. */
const RETIRE_MS = (ACCESS_SECONDS + 60) * 1000

/**
 * JWT_SECRET, else 256 random bits created once and kept in DATA_DIR: 64 hexadecimal digits a line, the newest first.
 */
export function jwtSecret(): string {
  if (process.env.JWT_SECRET) return process.env.JWT_SECRET
  const secrets = readSecrets()
  process.env.JWT_SECRET = secrets.join(',')
  if (secrets.length > 1) setTimeout(() => retire(secrets[0]!), RETIRE_MS).unref()
  return process.env.JWT_SECRET
}

/**
 * `npm run new-key`: from the next start a new key signs. Tokens under the old key stay valid until they expire, so
 * nobody is signed out.
 */
export function newKeyCommand(): void {
  const secret = randomBytes(32).toString('hex')
  if (process.env.JWT_SECRET)
    throw new Refusal(
      `JWT_SECRET is set. Put a new secret in front of it, with a comma between: JWT_SECRET=${secret},THE-PRESENT-ONE\nDo so on every server, and take the old one away after an hour.`,
    )
  if (!existsSync(pathOfSecret(NAME)))
    throw new Refusal(`There is no key yet in ${env.dataDir} (DATA_DIR). The first start makes one.`)
  replaceWith([secret, readSecrets()[0]!])
  console.log('A new key signs from the next start on. Start the shop again now.')
}

const readSecrets = () => keptSecret(NAME).split(/\s+/)

function retire(newest: string): void {
  // The file may already hold a newer key for the next start.
  if (readSecrets()[0] === newest) replaceWith([newest])
  process.env.JWT_SECRET = newest
}

function replaceWith(secrets: readonly string[]): void {
  const draft = `${pathOfSecret(NAME)}.${process.pid}`
  writeFileSync(draft, secrets.map(secret => `${secret}\n`).join(''), { mode: 0o600 })
  renameSync(draft, pathOfSecret(NAME))
}
