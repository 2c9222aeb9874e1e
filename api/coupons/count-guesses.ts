import { isGuess } from '#api/coupons/coupons.ts'
import type { Session } from '#api/http/access.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { allowTry } from '#api/http/tries.ts'

/**
 * Runs work on a discount code, limited against guessing: ten wrong codes a minute per session, and sixty per address,
 * because many shoppers may share one. @throws 429
 */
export async function withinGuesses<T>({ id }: Session, ip: string, use: () => Promise<T>): Promise<T> {
  const trying = await allowTry([
    { key: `coupon session ${id}`, failures: 10 },
    { key: `coupon address ${addressGroup(ip)}`, failures: 60 },
  ])
  try {
    const used = await use()
    await trying.succeeded()
    return used
  } catch (error) {
    if (!isGuess(error)) await trying.succeeded()
    throw error
  }
}
