import { getDefaultStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'

const MOST = 6

/** Searches made in this browser, the latest first. */
export const recentSearches = atomWithStorage<string[]>('recent_searches', [], undefined, { getOnInit: true })

/** Remembers a search, unless it is empty. */
export const rememberSearch = (text: string): void => {
  if (text) getDefaultStore().set(recentSearches, known => withSearch(known, text))
}

export const withSearch = (known: readonly string[], text: string): string[] =>
  [text, ...known.filter(other => other.toLowerCase() !== text.toLowerCase())].slice(0, MOST)
