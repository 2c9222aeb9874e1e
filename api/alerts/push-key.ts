import { createECDH } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { keptSecret, pathOfSecret } from '#api/env.ts'

const NAME = 'push-key'
/** Secrets of restored shops, one a line: their browsers take messages by these keys only. */
const KNOWN = 'push-keys-known'

export interface PushKey {
  publicKey: string
  privateKey: string
}

export const pushSecret = (): string => keptSecret(NAME)

let kept: PushKey | null = null

/** The shop's key for push messages (VAPID): P-256, created once and kept in DATA_DIR. */
export const pushKey = (): PushKey => (kept ??= keyFrom(pushSecret()))

/** This key and those of restored shops, by their public halves. */
export const pushKeys = (): Map<string, PushKey> =>
  new Map([pushKey(), ...knownSecrets().map(keyFrom)].map(key => [key.publicKey, key]))

/** Sends messages by the key of a restored backup too; undefined if an older archive holds none. */
export function believePushKey(secret: string | undefined): void {
  if (secret !== undefined && /^[0-9a-f]{64}$/.test(secret) && ![pushSecret(), ...knownSecrets()].includes(secret))
    appendFileSync(pathOfSecret(KNOWN), `${secret}\n`, { mode: 0o600 })
}

const knownSecrets = (): string[] =>
  existsSync(pathOfSecret(KNOWN)) ? readFileSync(pathOfSecret(KNOWN), 'utf8').split(/\s+/).filter(Boolean) : []

function keyFrom(hex: string): PushKey {
  const pair = createECDH('prime256v1')
  const secret = Buffer.from(hex, 'hex')
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}
