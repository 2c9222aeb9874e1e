import { withinGuesses } from '#api/coupons/count-guesses.ts'
import type { Session } from '#api/http/access.ts'
import { allowTry } from '#api/http/tries.ts'

/** Most orders a minute from one session: each one reserves goods. */
const ORDERS = 30

/** Who is ordering, from where, and with which discount code, if any. */
interface Ordering {
  session: Session
  ip: string
  code: string | null | undefined
}

/** Places an order within the limits on tries and on guessed codes. @throws 429 */
export async function orderWithinLimits<T>({ session, ip, code }: Ordering, order: () => Promise<T>): Promise<T> {
  await allowTry([{ key: `order session ${session.id}`, failures: ORDERS }])
  return code ? withinGuesses(session, ip, order) : order()
}
