import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto'
import { thumbprintText, type PublicKey } from '#sync/protocol/signed.ts'

const SIGNATURE_BYTES = 64

/** SHA-256 of a text, as base64url without padding. */
export const sha256 = (text: string): string => hash('sha256', text, 'base64url')

/** RFC 7638. */
export const keyIdOf = ({ x, y }: Pick<PublicKey, 'x' | 'y'>): string =>
  sha256(thumbprintText({ kty: 'EC', crv: 'P-256', x, y }))

/** A key to verify with; null if x and y are not a point on the curve, or not in canonical form. */
export function publicKeyOf({ x, y }: Pick<PublicKey, 'x' | 'y'>): KeyObject | null {
  if (![x, y].every(isWhole)) return null
  try {
    return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  } catch {
    return null
  }
}

/** 43 letters hold two bits more than 32 bytes; other values of those bits would spell the same key. */
const isWhole = (text: string) =>
  /^[\w-]{43}$/.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text

/** Whether a key signed a text. Anything that is not a signature is wrong. */
export function isSigned(key: KeyObject, text: string, signature: unknown): boolean {
  if (typeof signature !== 'string' || !/^[\w-]{86}$/.test(signature)) return false
  const bytes = Buffer.from(signature, 'base64url')
  // Another spelling would give the next link another hash, and the genuine one would look like a fork.
  return (
    bytes.length === SIGNATURE_BYTES &&
    bytes.toString('base64url') === signature &&
    verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes)
  )
}

/** The order of the curve. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

/**
 * The other valid spelling of a signature: (r, n - s) instead of (r, s), which anybody can work out without the key.
 * Tills send either, because WebCrypto prefers neither. Null for anything that is not a signature.
 */
export function otherSpelling(signature: unknown): string | null {
  if (typeof signature !== 'string' || !/^[\w-]{86}$/.test(signature)) return null
  const bytes = Buffer.from(signature, 'base64url')
  const s = BigInt(`0x${bytes.toString('hex', SIGNATURE_BYTES / 2)}`)
  if (s === 0n || s >= ORDER) return null
  const other = (ORDER - s).toString(16).padStart(SIGNATURE_BYTES, '0')
  return Buffer.concat([bytes.subarray(0, SIGNATURE_BYTES / 2), Buffer.from(other, 'hex')]).toString('base64url')
}
