import { deviceHeader, thumbprintText, type PublicKey } from '#sync/protocol/signed.ts'
import { rowOf, type Signer, type TillDb } from '../till-db.ts'

const KEY = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' }
const SALT_BYTES = 16

/** False on a page without https: the browser provides no WebCrypto, so there is no key. */
export const canSign = (): boolean => (globalThis.crypto as { subtle?: SubtleCrypto } | undefined)?.subtle !== undefined

/** A new key. Its private half cannot be exported, not even by this code. */
export async function makeKey(): Promise<Pick<Signer, 'key_id' | 'private_key' | 'public_key'>> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(KEY, false, ['sign', 'verify'])
  const { x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const public_key: PublicKey = { kty: 'EC', crv: 'P-256', x: x!, y: y! }
  return { key_id: await hashOf(thumbprintText(public_key)), private_key: privateKey, public_key }
}

/** SHA-256 as base64url. */
export const hashOf = async (text: string): Promise<string> => base64url(await digest(text))

/** SHA-256 in hex. */
export const hexHashOf = async (text: string): Promise<string> =>
  Array.from(new Uint8Array(await digest(text)), byte => byte.toString(16).padStart(2, '0')).join('')

/** Raw r‖s as base64url. */
export const signatureOf = async (key: CryptoKey, text: string): Promise<string> =>
  base64url(await crypto.subtle.sign(SIGNATURE, key, new TextEncoder().encode(text)))

export const newSalt = (): string => base64url(crypto.getRandomValues(new Uint8Array(SALT_BYTES)).buffer)

/** `Authorization` of a request whose text this till signs; null while it has no key. */
export type Device = (text: string) => Promise<string | null>

export const deviceOf =
  (db: TillDb): Device =>
  async text => {
    const key_id = (await db.till.get('till'))?.head?.key_id
    const signer = key_id ? await signerOf(db, key_id) : null
    return signer && deviceHeader(signer.key_id, await signatureOf(signer.private_key, text))
  }

const signers = new WeakMap<TillDb, Signer>()

/** The key with this id, read from disk once; null if it is gone. */
export async function signerOf(db: TillDb, key_id: string): Promise<Signer | null> {
  const known = signers.get(db)
  if (known?.key_id === key_id) return known
  const signer = await rowOf(db, 'signer')
  if (signer?.key_id !== key_id) return null
  signers.set(db, signer)
  return signer
}

const digest = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))

function base64url(bytes: ArrayBuffer): string {
  let text = ''
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
