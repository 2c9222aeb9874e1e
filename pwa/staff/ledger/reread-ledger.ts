import { queries } from '#pwa/lib/queries.ts'

/** Reloads accounts, entries, months, counts and comparisons. */
export const rereadLedger = () =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) =>
      /\/api\/staff\/(accounts|transactions|periods|cash-counts|reconciliations|dashboard)\b/.test(String(queryKey[0])),
  })
