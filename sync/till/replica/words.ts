import { articleOf, articlesOf } from '#sync/protocol/ean.ts'

/** Text for comparison: lower case, without accents. */
export const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** The distinct words of a text, folded; an apostrophe joins: men's becomes mens. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    fold(text)
      .replace(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  ),
]

/** How many typing errors a word may have: one from four letters, two from eight. */
export const slipsIn = (letters: number) => (letters >= 8 ? 2 : letters >= 4 ? 1 : 0)

/** A code of goods for comparison: a UPC-A equals its EAN-13 and its GTIN-14. */
export const codeOf = (text: string): string => articleOf(text.trim().toLowerCase())

/** What a scanned or typed code may stand for, the likelier first, to compare with `codeOf`. */
export const codesFor = (text: string): [string, ...string[]] => articlesOf(text.trim().toLowerCase())
