import { ECDH } from 'node:crypto'

const LONGEST = 1000
/** The push services of Chrome, Firefox, Edge and Safari. A message goes nowhere else. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
  /^([a-z0-9-]+\.)+push\.apple\.com$/,
]

/** The address of a subscription at a known push service; null for any other address. */
export function pushUrl(text: string): URL | null {
  const url = text.length <= LONGEST && /^[\x21-\x7e]+$/.test(text) && URL.canParse(text) ? new URL(text) : null
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username || url.password || url.hash) return null
  return SERVICES.some(service => service.test(url.hostname)) ? url : null
}

/** Whether a text is a point on P-256, uncompressed, in base64url. */
export function isPoint(text: string): boolean {
  if (!/^B[\w-]{86}$/.test(text)) return false
  try {
    return (
      ECDH.convertKey(Buffer.from(text, 'base64url'), 'prime256v1', undefined, 'base64url', 'uncompressed') === text
    )
  } catch {
    return false
  }
}
