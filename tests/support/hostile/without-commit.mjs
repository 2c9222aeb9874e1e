// Loaded before the shop (NODE_OPTIONS=--import): verdicts are then given before anything is booked.
import { register } from 'node:module'

const stand_in = new URL('./hasty-apply.ts', import.meta.url).href
register(
  `data:text/javascript,${encodeURIComponent(`
  export const resolve = (specifier, context, next) =>
    specifier === '#api/sync/apply.ts' && context.parentURL?.split('?')[0].endsWith('/api/sync/push-routes.ts') ? next(${JSON.stringify(stand_in)}, context) : next(specifier, context)
`)}`,
)
