// Loaded before the shop (NODE_OPTIONS=--import): a sale and its verdict are then written in two transactions.
import { register } from 'node:module'

const stand_in = new URL('./verdicts-apart.ts', import.meta.url).href
register(
  `data:text/javascript,${encodeURIComponent(`
  export const resolve = (specifier, context, next) =>
    specifier === '#api/sync/verdicts.ts' && context.parentURL?.split('?')[0].endsWith('/api/sync/apply.ts') ? next(${JSON.stringify(stand_in)}, context) : next(specifier, context)
`)}`,
)
