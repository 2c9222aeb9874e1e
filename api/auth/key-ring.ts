import { createHash, createSecretKey, type KeyObject } from 'node:crypto'
import { secretsIn } from '#api/boot/secret-strength.ts'

/** A key and its id, which tokens carry. The id reveals nothing about the key. */
export interface Key {
  kid: string
  key: KeyObject
}

let made: { of: string; keys: readonly Key[] } | null = null

/**
 * The keys in JWT_SECRET, which is set at the start. The first signs; all verify. Kept as key objects, because text
 * would be parsed for each token.
 */
export function keyRing(): readonly Key[] {
  const { JWT_SECRET: text } = process.env
  if (!text) throw new Error('JWT_SECRET is not set.')
  if (made?.of !== text) made = { of: text, keys: secretsIn(text).map(keyOf) }
  return made.keys
}

export const signingKey = (): Key => keyRing()[0]!

const keyOf = (secret: string): Key => ({
  kid: createHash('sha256').update(`kid ${secret}`).digest('base64url').slice(0, 12),
  key: createSecretKey(secret, 'utf8'),
})
