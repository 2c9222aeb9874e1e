import { existsSync, renameSync, statSync } from 'node:fs'

/** A log that has grown to this is set aside; so many earlier ones are kept. */
const MOST_BYTES = 5 * 1024 * 1024
const KEPT = 3

/**
 * Sets a log aside that has grown large: database.log becomes database.log.1, and what was .3 goes. Says whether it
 * did.
 */
export function rotateLog(path: string, most = MOST_BYTES): boolean {
  if (!existsSync(path) || statSync(path).size < most) return false
  for (let nth = KEPT - 1; nth >= 0; nth--) {
    const from = nth === 0 ? path : `${path}.${nth}`
    if (existsSync(from)) renameSync(from, `${path}.${nth + 1}`)
  }
  return true
}
