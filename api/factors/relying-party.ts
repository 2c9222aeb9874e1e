import { isIP } from 'node:net'
import { env } from '#api/env.ts'

/**
 * For which name passkeys are made, and on which pages. A browser makes none for an address of numbers: a shop at
 * 127.0.0.1 has them at localhost. It is what the shop was started with, never what a request says of itself.
 */
export function relyingParty(): { id: string; origins: string[] } {
  const { protocol, hostname, port, origin } = new URL(env.shopUrl)
  if (!isIP(hostname.replace(/^\[|\]$/g, ''))) return { id: hostname, origins: [origin] }
  return { id: 'localhost', origins: [`${protocol}//localhost${port && `:${port}`}`] }
}
