import { singular } from '#sync/protocol/search/read-words.ts'

/** The other words that have the same singular: jean for jeans, hoodie and hoodies for hoody. */
export function pluralsOf(word: string): string[] {
  const one = singular(word)
  const stem = one.endsWith('y') ? one.slice(0, -1) : null
  const likely = [one, `${one}s`, `${one}es`, ...(stem === null ? [] : [`${stem}ies`, `${stem}ie`])]
  return likely.filter(other => other !== word && singular(other) === one)
}
