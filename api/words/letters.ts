import { lettersIn } from '#sync/protocol/search/word-distance.ts'

/** Letters only: `uk14` is not a typo of `uk12`. */
export const FORGIVES = /^\p{L}{4,}$/u
/** A typo may have dropped a letter of a four-letter word. */
export const MAY_BE_SLIPPED = /^\p{L}{3,}$/u

/** The letters of a word that forgives slips, as bits; 0 for one that does not. */
export const lettersOf = (word: string): number => (MAY_BE_SLIPPED.test(word) ? lettersIn(word) >>> 0 : 0)
