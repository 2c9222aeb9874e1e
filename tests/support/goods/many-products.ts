import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { insertRows } from '#api/db/database.ts'

const COLOURS = [
  '1F2A44',
  '000000',
  'FFFFFF',
  'B22222',
  '2E8B57',
  'DAA520',
  '708090',
  '4B0082',
  'D2691E',
  'F5F5DC',
  '556B2F',
  '8B0000',
]
const SIZES = ['UK6', 'UK8', 'UK10', 'UK12', 'UK14', 'UK16', 'UK18']
const KINDS = [
  'Cargo Pants',
  'Slim Jeans',
  'Crop Top',
  'Denim Jacket',
  'Wide Jeans',
  'Shorts',
  'Skirt',
  'T-Shirt',
  'Trousers',
  'Dungarees',
]
const AT_ONCE = 500

/**
 * A shop with many products, each with `variations` and two pictures, in ten categories. Deterministic. `made`: how many
 * of them are there already.
 */
export async function manyProducts(products: number, variations = 5, made = 0): Promise<void> {
  if (made === 0) await nameChoices()
  for (let from = made + 1; from <= products; from += AT_ONCE) await makeProducts(from, { products, variations })
}

async function nameChoices(): Promise<void> {
  await insertRows(
    'categories',
    KINDS.map((name, i) => ({ id: i + 1, name })),
  )
  await insertRows(
    'sizes',
    SIZES.map(code => ({ code, name: code.replace('UK', 'UK ') })),
  )
  await insertRows(
    'colours',
    COLOURS.map((code, i) => ({ code, name: `Colour ${i + 1}` })),
  )
}

async function makeProducts(from: number, { products, variations }: { products: number; variations: number }) {
  const ids = Array.from({ length: Math.min(AT_ONCE, products + 1 - from) }, (_, i) => from + i)
  await insertRows(
    'products',
    ids.map(id => ({
      id,
      slug: `product-${id}`,
      name: `${KINDS[id % 10]!} No. ${(id * 7919) % products}`,
      description: 'A good piece of clothing.',
      features: '["Cotton","Made to last"]',
      category_id: (id % 10) + 1,
      retail_price: 50 + ((id * 37) % 400),
      discount: id % 4 === 0 ? 10 : 0,
      views: (id * 104_729) % 10_000,
      created_at: new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString().slice(0, 19).replace('T', ' '),
    })),
  )
  await insertRows(
    'product_variations',
    ids.flatMap(id =>
      Array.from({ length: variations }, (_, i) => ({
        product_id: id,
        sku: `P${id}-${i}`,
        barcode: String(6_030_000_000_000 + id * 100 + i),
        size_code: SIZES[(id + i) % 7]!,
        colour_code: COLOURS[(id + Math.floor(i / 7)) % 12]!,
        on_hand: (id + i) % 9,
      })),
    ),
  )
  await insertRows(
    'product_images',
    ids.flatMap(id =>
      [0, 1].map(position => ({
        product_id: id,
        position,
        name: `picture${id}x${position}`,
        alt: 'A piece of clothing',
        dominant: '1F2A44',
      })),
    ),
  )
  await refreshListings(ids)
}
