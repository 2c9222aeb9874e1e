import { queries } from '#pwa/lib/queries.ts'

/** What was read of accounts, entries, months, counts and comparisons is read again. */
export const rereadLedger = () =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) =>
      /\/api\/staff\/(accounts|transactions|periods|cash-counts|reconciliations|dashboard)\b/.test(String(queryKey[0])),
  })
