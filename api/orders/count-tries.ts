import { withinGuesses } from '#api/coupons/count-guesses.ts'
import type { Session } from '#api/http/access.ts'
import { allowTry } from '#api/http/tries.ts'

/** Orders a minute of one session: each holds goods anew. */
const ORDERS = 30

/** Who orders, from where, and with which discount code, if any. */
interface Ordering {
  session: Session
  ip: string
  code: string | null | undefined
}

/** Orders, while that is not tried too often, nor with codes that are only guessed. @throws 429 */
export async function orderWithinLimits<T>({ session, ip, code }: Ordering, order: () => Promise<T>): Promise<T> {
  await allowTry([{ key: `order session ${session.id}`, failures: ORDERS }])
  return code ? withinGuesses(session, ip, order) : order()
}
