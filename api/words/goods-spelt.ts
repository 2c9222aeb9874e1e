import { crc32 } from 'node:zlib'
import type { Spelt } from '#api/words/posted-words.ts'
import { wordsIn } from '#api/words/search-words.ts'
import { findableWords } from '#sync/protocol/search/read-words.ts'

/** A name as sorted by, and words as the database has them. */
interface Named {
  name: string
  words?: string
}

/** A number that is another one once any word is. */
export const spellingOf = ({ name, words = '' }: Named): number => crc32(`${name}\0${words}`)

/** The words by which goods are found. What stands in the name counts there alone. */
export function wordsOfGoods({ name: text, words = '' }: Named): Spelt {
  const inName = findableWords(text)
  const name = new Set(inName)
  return { text, name: [...name], last: inName.at(-1), others: wordsIn(words).filter(word => word && !name.has(word)) }
}
