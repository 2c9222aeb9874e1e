import type { Page, PageQuery, Sorted } from '../page.ts'

/** What shoppers searched for without finding it, over some days. `partly`: goods with some of the words were shown. */
export interface VainSearch {
  id: number
  words: string
  nothing: number
  partly: number
  /** The last day, in UTC. */
  last_day: string
}

export const VAIN_SEARCH_ORDERS = ['words', 'nothing', 'partly', 'last_day'] as const

/** How many days back the report may reach: older rows are deleted. */
export const VAIN_SEARCH_DAYS = 90

/** Staff: searches. */
export interface SearchEndpoints {
  'GET /api/staff/searches/vain': {
    query: PageQuery & { days?: number } & Sorted<(typeof VAIN_SEARCH_ORDERS)[number]>
    reply: { vain_searches: Page<VainSearch> }
  }
}
