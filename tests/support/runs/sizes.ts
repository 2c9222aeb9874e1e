/** How large a search is: for `npm test`, for `npm run test:all` and for `npm run test:faults`. */
interface Sizes<T> {
  small: T
  usual: T
  full: T
}

const SIZE = (process.env.TEST_SIZE ?? 'small') as keyof Sizes<unknown>
if (!['small', 'usual', 'full'].includes(SIZE)) throw new Error(`TEST_SIZE is ${SIZE}, not small, usual or full.`)

export const isFull = SIZE === 'full'

export const bySize = <T>(sizes: Sizes<T>): T => sizes[SIZE]

/** How often a property is tried. */
export const tries = (full: number): number => bySize({ small: Math.ceil(full / 10), usual: Math.ceil(full / 3), full })
