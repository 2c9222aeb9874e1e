import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether a webhook was signed with our secret key: HMAC-SHA512 over its bytes as they came, in lower hexadecimal
 * digits.
 */
export function isSignature(rawBody: Uint8Array, header: string, secret: string): boolean {
  if (!/^[0-9a-f]{128}$/.test(header)) return false
  return timingSafeEqual(Buffer.from(header, 'hex'), createHmac('sha512', secret).update(rawBody).digest())
}
