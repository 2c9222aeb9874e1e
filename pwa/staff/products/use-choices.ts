import { useApiAll } from '#pwa/lib/use-api.ts'
import type { Category } from '#sync/protocol/shop/catalogue.ts'
import type { Read } from '../kit/unread.tsx'
import { useCategories } from '../kit/use-categories.ts'

const FOR_LONG = { staleTime: 5 * 60_000 }

export interface NamedCode {
  code: string
  name: string
}

/**
 * The options of a product: categories, sizes from small to large, colours by name, and the state of their requests.
 * Empty until they load.
 */
export function useChoices(): {
  categories: Category[]
  sizes: NamedCode[]
  colours: NamedCode[]
  reads: Record<'categories' | 'sizes' | 'colours', Read>
} {
  const categories = useCategories(undefined, FOR_LONG)
  const sizes = useApiAll('GET /api/sizes', {}, { pageOf: reply => reply.sizes, ...FOR_LONG })
  const colours = useApiAll('GET /api/colours', {}, { pageOf: reply => reply.colours, ...FOR_LONG })
  return {
    categories: categories.data ?? [],
    sizes: sizes.data ?? [],
    colours: colours.data ?? [],
    reads: { categories, sizes, colours },
  }
}
