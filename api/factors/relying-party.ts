import { isIP } from 'node:net'
import { env } from '#api/env.ts'

/**
 * The domain and pages of passkeys. Browsers refuse IP addresses, so a shop at 127.0.0.1 has them at localhost. Taken
 * from the shop's configuration, never from a request.
 */
export function relyingParty(): { id: string; origins: string[] } {
  const { protocol, hostname, port, origin } = new URL(env.shopUrl)
  if (!isIP(hostname.replace(/^\[|\]$/g, ''))) return { id: hostname, origins: [origin] }
  return { id: 'localhost', origins: [`${protocol}//localhost${port && `:${port}`}`] }
}
