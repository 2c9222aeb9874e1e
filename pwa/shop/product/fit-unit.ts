import { atomWithStorage } from 'jotai/utils'
import type * as words from './product-words.ts'

export type Unit = keyof typeof words.units

/** The shopper's last unit. */
export const unitAtom = atomWithStorage<Unit>('fit-unit', 'cm')
