import { existsSync, renameSync, statSync } from 'node:fs'

/** Rotates a log at this size, and keeps this many earlier ones. */
const MOST_BYTES = 5 * 1024 * 1024
const KEPT = 3

/** Rotates a large log: database.log becomes database.log.1, and .3 is dropped. Returns whether it did. */
export function rotateLog(path: string, most = MOST_BYTES): boolean {
  if (!existsSync(path) || statSync(path).size < most) return false
  for (let nth = KEPT - 1; nth >= 0; nth--) {
    const from = nth === 0 ? path : `${path}.${nth}`
    if (existsSync(from)) renameSync(from, `${path}.${nth + 1}`)
  }
  return true
}
