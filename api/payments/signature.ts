import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether our secret key signed a webhook: HMAC-SHA512 over its raw bytes, in lower-case hexadecimal. */
export function isSignature(rawBody: Uint8Array, header: string, secret: string): boolean {
  if (!/^[0-9a-f]{128}$/.test(header)) return false
  return timingSafeEqual(Buffer.from(header, 'hex'), createHmac('sha512', secret).update(rawBody).digest())
}
