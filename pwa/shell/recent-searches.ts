import { atomWithStorage } from 'jotai/utils'

const MOST = 6

/** What was searched for with this browser, the latest first. */
export const recentSearches = atomWithStorage<string[]>('recent_searches', [], undefined, { getOnInit: true })

export const withSearch = (known: readonly string[], text: string): string[] =>
  [text, ...known.filter(other => other.toLowerCase() !== text.toLowerCase())].slice(0, MOST)
