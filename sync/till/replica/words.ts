import { readingsOf } from '#sync/protocol/ean.ts'

/** Text as it is compared: lower case, without accents. */
export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** The different words of a text, folded; an apostrophe joins: men's is mens. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    fold(text)
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  ),
]

/** How many slips a word forgives: one from four letters, two from eight. */
export const slipsIn = (letters: number) => (letters >= 8 ? 2 : letters >= 4 ? 1 : 0)

/** A scanned or typed code as it is compared: a UPC-A and the EAN-13 that it is are one. */
export const codeOf = (text: string): string => readingsOf(text.trim().toLowerCase())[0]
