import { addressGroup } from '#api/http/address-group.ts'
import { allowTry } from '#api/http/tries.ts'

/** Wrong links a minute from one internet address. */
const MOST_GUESSES = 60

/** Mail programs send a few words when they unsubscribe somebody (RFC 8058), in a form of any type. */
export const MOST_ONE_CLICK_BYTES = 4 * 1024

/** Opens a link from a letter, within the limit on guesses. @throws 429, and what `open` throws */
export async function openLink(ip: string, open: () => Promise<void>): Promise<void> {
  const trying = await allowTry([{ key: `link in a letter ${addressGroup(ip)}`, failures: MOST_GUESSES, grows: false }])
  await open()
  await trying.succeeded()
}
