import { isGuess } from '#api/checkout/coupons.ts'
import type { Session } from '#api/http/access.ts'
import { countTry } from '#api/http/tries.ts'

/** Orders a minute of one session: each holds goods anew. */
const ORDERS = 30
/** Codes that nobody gave out, as where a code is asked about. Many shoppers may share an address, so an address has more. */
const guessesOf = ({ id }: Session, address: string) => [{ key: `coupon session ${id}`, failures: 10 }, { key: `coupon address ${address}`, failures: 60 }]

/** Orders, while that is not tried too often, nor with codes that are only guessed. @throws 429 */
export async function orderWithinLimits<T>(session: Session, address: string, order: () => Promise<T>): Promise<T> {
  countTry([{ key: `order session ${session.id}`, failures: ORDERS }])
  countTry(guessesOf(session, address)).succeeded()
  try {
    return await order()
  } catch (error) {
    if (isGuess(error)) countTry(guessesOf(session, address))
    throw error
  }
}
