const MANY = 40_000
const SIZES = ['UK6', 'UK8', 'UK10', 'UK12', 'UK14', 'UK16', 'UK18']
const ORDERS = ['created_at', 'views', 'retail_price', 'name']
const KINDS = ['cargo pants', 'slim jeans', 'crop top', 'denim jacket', 'wide jeans', 'shorts', 'skirt', 'trousers']
const SLIPS = ['jaens', 'trosuers', 'jakcet', 'shrots']

const each = (path: (nth: number) => string) => Array.from({ length: MANY }, (_, i) => path(i))

/** The texts of searches, none twice: three words, a price, a size, a slip, and words that no product has together. */
export const texts = each(i => {
  const kind = KINDS[i % 8]!
  return [
    `${kind} ${(i * 31) % 200_000}`,
    `${kind} under ${60 + (i % 390)}.${10 + (i % 89)}`,
    `${kind} size ${6 + 2 * (i % 7)} below ${60 + (i % 397)}.${10 + (i % 83)}`,
    `no ${SLIPS[i % 4]} ${(i * 17) % 200_000}`,
    `velvet ${kind} ${(i * 13) % 200_000}`,
  ][i % 5]!
})

/** Paths by what they ask for, at a catalogue of so many products. */
export const questions = (size: number): Record<string, string[]> => ({
  listing: each(
    i =>
      `/api/products?page=${1 + ((i * 7919) % Math.floor(size / 12))}&per_page=12&order_column=products.${ORDERS[i % 4]!}`,
  ),
  facets: each(
    i =>
      `/api/products?per_page=12&sizes[]=${SIZES[i % 7]!}&max_price=${80 + (i % 397) + (i % 100) / 100}&categories[]=${1 + (i % 10)}`,
  ),
  'facets of all categories': each(
    i => `/api/products?per_page=12&sizes[]=${SIZES[i % 7]!}&max_price=${80 + (i % 397) + (i % 100) / 100}`,
  ),
  search: texts.map(text => `/api/products?per_page=12&search_text=${encodeURIComponent(text)}`),
  suggestions: texts.map(text => `/api/search/suggestions?text=${encodeURIComponent(text.slice(0, -2))}`),
})
