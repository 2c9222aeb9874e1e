import type { Category, Facets, Product, ProductOrder, ProductSummary, Suggestion } from '../shop/catalogue.ts'
import type { Size } from '../entities/size.ts'
import type { Understood, UnderstoodPart } from '../search/understand.ts'
import type { Page, PageQuery } from '../page.ts'
import type { ShopInfo } from '../shop/shop.ts'

/** Public: needs no sign-in. */
export interface ShopEndpoints {
  'GET /api/shop': { reply: { shop: ShopInfo } }
  'GET /api/products': {
    query: PageQuery & {
      search_text?: string
      categories?: number[]
      sizes?: string[]
      colours?: string[]
      min_price?: number
      max_price?: number
      discounted?: 1
      /** A piece is left to sell, of a chosen size and colour. */
      in_stock?: 1
      /** What came in the last days, as many as the setting `new_in_days` says. */
      new_in?: 1
      order_column?: ProductOrder
      order_direction?: 'asc' | 'desc'
    }
    /**
     * `meant`: the words searched for instead, if the typed words found nothing. `partly`: nothing has all words, these
     * have some. `understood`: what the text says besides its words; `without`: the text that is left once a part of
     * that is taken off.
     */
    reply: {
      products: Page<ProductSummary>
      facets: Facets
      meant?: string
      partly?: boolean
      understood?: Understood
      without?: Partial<Record<UnderstoodPart, string>>
    }
  }
  'GET /api/search/suggestions': { query: { text?: string }; reply: { suggestions: Suggestion[] } }
  'GET /api/products/:id': { reply: { product: Product } }
  'POST /api/products/:id/views': { reply: { message: string } }
  'GET /api/categories': { query: PageQuery; reply: { categories: Page<Category> } }
  'GET /api/sizes': { query: PageQuery; reply: { sizes: Page<Size> } }
  'GET /api/colours': { query: PageQuery; reply: { colours: Page<{ id: number; code: string; name: string }> } }
}
