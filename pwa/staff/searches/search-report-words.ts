import { formatCount } from '#pwa/lib/format.ts'

/** Search words, and what shoppers searched for without finding it. */

export const title = 'Searches without results'
export const period = 'Period'
export const lastDays = (days: number) => `Last ${formatCount(days)} days`
export const searchedFor = 'Searched for'
export const foundNothing = 'No results'
export const foundSome = 'Partial results'
export const lastTime = 'Last searched'
export const addWord = 'New Search Word'
export const explain =
  'Explain a word under Search Words. The report counts searches, not people, and goes back 90 days.'
export const none = 'Every search found something.'
export const noneYet = 'Words that find nothing in the shop appear here.'

export const builtIn = (count: number) => `${formatCount(count)} built-in words`
export const replaceBuiltIn = 'To replace one, add a search word of the same name. To restore it, turn yours off.'
