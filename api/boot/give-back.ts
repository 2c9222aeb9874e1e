import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then the first rounds of the work in the background are over. */
const SETTLED_MS = 15_000

/**
 * Frees the memory that only the start needed. Node.js would keep it until much more is asked for, which in a quiet
 * shop is never.
 */
export function giveBackMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
  }, SETTLED_MS).unref()
}
