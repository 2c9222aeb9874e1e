import { queries } from '#pwa/lib/queries.ts'

const NAMES = /^GET \/api\/(staff\/)?products/

/**
 * Reloads every list and view of products, in the back office and in the shop; except a product that is `gone`, whose
 * view may still be open.
 */
export const rereadProducts = (gone?: number): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [name, params] }) =>
      typeof name === 'string' &&
      NAMES.test(name) &&
      (gone === undefined || (params as { id?: number } | null)?.id !== gone),
  })
