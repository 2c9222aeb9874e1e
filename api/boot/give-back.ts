import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The first rounds of background work are over after this. */
const SETTLED_MS = 15_000

/**
 * Frees memory that only the start needed. Node.js would keep it until it needs much more, which in a quiet shop is
 * never.
 */
export function giveBackMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
  }, SETTLED_MS).unref()
}
