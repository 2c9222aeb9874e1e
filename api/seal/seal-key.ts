import { createHmac, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { keptSecret, pathOfSecret } from '#api/env.ts'

const NAME = 'seal-key'
/** Public halves of earlier keys, one a line, that sealed restored backups. */
const KNOWN = 'seal-keys-known'

export interface SealKey {
  privateKey: KeyObject
  publicKey: string
  secret: Buffer
}

/** The prefix of the 32 bytes of an Ed25519 key in PKCS #8, and of its public half in SPKI. */
const [PKCS8, SPKI] = ['302e020100300506032b657004220420', '302a300506032b6570032100'].map(hex =>
  Buffer.from(hex, 'hex'),
) as [Buffer, Buffer]

let kept: SealKey | null = null

/** The key that signs the seal. Created once and kept in DATA_DIR, out of reach of anybody with only the database. */
export function sealKey(): SealKey {
  if (kept) return kept
  const seed = Buffer.from(keptSecret(NAME), 'hex')
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  kept = {
    privateKey,
    publicKey: createPublicKey(privateKey).export({ format: 'jwk' }).x!,
    secret: createHmac('sha256', seed).update('personal').digest(),
  }
  return kept
}

export const sealText = (seq: number, hash: string): Buffer => Buffer.from(`seal\n${seq}\n${hash}`)

export const signSeal = (seq: number, hash: Buffer): Buffer =>
  sign(null, sealText(seq, hash.toString('base64url')), sealKey().privateKey)

const parsed = new Map<string, KeyObject>()

/** What is wrong with a link's signature, in words; null if it is valid. */
export function faultOfSignature({
  id,
  hash,
  public_key,
  signature,
}: {
  id: number
  hash: Buffer
  public_key: string
  signature: Buffer
}): string | null {
  if (public_key !== sealKey().publicKey && !knownKeys().includes(public_key)) {
    return `Link ${id} of the seal is signed with another key than the one in ${pathOfSecret(NAME)}. Where several servers run this shop, give all of them the same file and start them again.`
  }
  return verify(null, sealText(id, hash.toString('base64url')), keyOf(public_key), signature)
    ? null
    : `Link ${id} of the seal has a false signature.`
}

/** Whether this shop's seal key, or one it trusts, signed a head. */
export const isSealed = ({ seq, hash, signature }: { seq: number; hash: string; signature: string }): boolean =>
  isSignedBySeal(sealText(seq, hash), Buffer.from(signature, 'base64url'))

export const signBySeal = (text: string): Buffer => sign(null, Buffer.from(text), sealKey().privateKey)

/** Whether this shop's seal key, or one it trusts, signed a text. */
export const isSignedBySeal = (text: string | Buffer, signature: Buffer): boolean =>
  [sealKey().publicKey, ...knownKeys()].some(
    public_key => public_key !== '' && verify(null, Buffer.from(text), keyOf(public_key), signature),
  )

function keyOf(public_key: string): KeyObject {
  const key =
    parsed.get(public_key) ??
    createPublicKey({ key: Buffer.concat([SPKI, Buffer.from(public_key, 'base64url')]), format: 'der', type: 'spki' })
  parsed.set(public_key, key)
  return key
}

const knownKeys = (): string[] =>
  existsSync(pathOfSecret(KNOWN)) ? readFileSync(pathOfSecret(KNOWN), 'utf8').split(/\s+/) : []

/** Trusts what this key signed. Only for keys from an archive whose passphrase the owner gave. */
export function believeKey(publicKey: string): void {
  if (publicKey !== sealKey().publicKey && !knownKeys().includes(publicKey))
    appendFileSync(pathOfSecret(KNOWN), `${publicKey}\n`, { mode: 0o600 })
}
