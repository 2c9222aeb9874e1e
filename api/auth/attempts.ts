import type { Context } from 'koa'
import { deviceOf } from '#api/auth/known-device.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { allowTry, type Limit, type Try } from '#api/http/tries.ts'

/** What somebody may try before they have signed in. */
type Tried = 'sign in' | 'register' | 'forgot' | 'reset'

/** All strangers together: more than a shop ever sees, and few enough to stop guessing from many addresses. */
const STRANGERS = 1000

/**
 * Counts a try for an account. A device this person signed in on before is counted by itself, so that strangers cannot
 * lock it. Strangers are counted by email, by address, and all together.
 * @throws 429 after 5 failures a minute for one email, or 50 for one address, with a wait that grows
 */
export async function attempt(ctx: Context, what: Tried, email: string): Promise<Try> {
  const device = await deviceOf(ctx, email)
  return allowTry(
    device ? [{ key: `${what} device ${device} ${email}`, failures: 5 }] : strangersLimits(what, email, ctx.ip),
  )
}

const HOUR_SECONDS = 3_600

/**
 * Counts a registration, whether it succeeds or not: each stores an account. Many customers share the address of a
 * mobile network.
 * @throws 429 after 100 an hour from one address, or 1,000 in all
 */
export async function countRegistration({ ip }: Pick<Context, 'ip'>): Promise<void> {
  const hourly = { seconds: HOUR_SECONDS, grows: false as const }
  await allowTry([
    { key: `registering ${addressGroup(ip)}`, failures: 100, ...hourly },
    { key: 'registering', failures: 1_000, ...hourly },
  ])
}

const strangersLimits = (what: Tried, email: string, ip: string): Limit[] => [
  { key: `${what} email ${email}`, failures: 5 },
  { key: `${what} address ${addressGroup(ip)}`, failures: 50 },
  { key: `${what} strangers`, failures: STRANGERS, grows: false },
]
