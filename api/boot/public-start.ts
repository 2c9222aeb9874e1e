import { isIP } from 'node:net'
import { Refusal } from '#api/boot/refusal.ts'
import type { Env } from '#api/env.ts'

/** Whether other computers can reach the shop, directly or through a proxy. */
export const isReachable = ({ host, shopUrl, trustProxy }: Pick<Env, 'host' | 'shopUrl' | 'trustProxy'>) =>
  !isLoopback(host) || !isLoopback(new URL(shopUrl).hostname) || trustProxy > 0

/**
 * Keeps known passwords and the payment sandbox's keys away from strangers.
 * @throws {Refusal} for a demo, or a shop that is paid at the sandbox, that anybody can reach
 */
export function refuseOpenDemo(env: Env): void {
  if (!isReachable(env) || env.publicDemo) return
  if (env.demo)
    throw new Refusal(
      `This is the demo, whose passwords everybody knows, and others can reach it (${reasonOf(env)}).\nFor a real shop write DEMO=0. For a demo that is open to all write DEMO=public. For yourself alone start it with HOST=127.0.0.1.`,
    )
  if (env.payments?.secretKey === SANDBOX_SECRET)
    throw new Refusal(
      'PAYSTACK_SECRET_KEY is the key of the demo, which everybody knows. Write the key that Paystack gave you.',
    )
}

/** The warning for a shop that sends everything to other computers as plain text; null if it does not. */
export function plainTextWarning({ host, tls, trustProxy, shopUrl }: Env): string | null {
  if (isLoopback(host) || tls || trustProxy > 0) return null
  const open =
    'This is plain http beyond this computer: everybody on the way can read passwords, and tills and installing need https.'
  const address = shopUrl.startsWith('https:') ? shopUrl : 'https://your-shop.example'
  return `${open}\nBehind a proxy with https write: TRUST_PROXY=1 SHOP_URL=${address} npm start\nWithout a proxy write: TLS_CERT=/path/to/certificate.pem TLS_KEY=/path/to/key.pem npm start`
}

export const SANDBOX_SECRET = 'sk_test_demo'

const reasonOf = ({ host, shopUrl, trustProxy }: Env) =>
  !isLoopback(host) ? `HOST=${host}` : trustProxy > 0 ? `TRUST_PROXY=${trustProxy}` : `SHOP_URL=${shopUrl}`

/** `host` as HOST names it, or as a URL does, with an IPv6 address in brackets. */
function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  )
}
