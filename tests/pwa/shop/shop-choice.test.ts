import { describe, expect, it } from 'vitest'
import { announcementsOf } from '#pwa/shop/home/announcements.tsx'
import { firstChoice, goneSizes, leftOf, stockWords } from '#pwa/shop/product/choice.ts'
import { withRecent, type RecentProduct } from '#pwa/shop/home/recent-products.ts'
import type { Product } from '#sync/protocol/shop/catalogue.ts'
import { costs } from '#tests/support/database/costs.ts'

const product: Product = {
  id: 1,
  slug: 's',
  name: 'Slim jeans',
  category_id: 1,
  category: { id: 1, name: 'Jeans' },
  retail_price: 10,
  discount: 0,
  price_from: 10,
  price_to: 10,
  status_code: 'LIVE',
  views: 0,
  created_at: '',
  favorited: false,
  images: [],
  in_stock: true,
  description: '',
  features: [],
  fit: [],
  previous: null,
  next: null,
  suggestions: [],
  sizes: [
    { id: 1, code: 'UK8', name: 'UK 8' },
    { id: 2, code: 'UK10', name: 'UK 10' },
    { id: 3, code: 'UK12', name: 'UK 12' },
  ],
  colours: [
    { code: '23407F', name: 'Indigo' },
    { code: '1B1D23', name: 'Black' },
  ],
  variations: (
    [
      ['UK8', '23407F', 9],
      ['UK10', '23407F', 3],
      ['UK12', '23407F', 0],
      ['UK12', '1B1D23', 1],
      ['UK10', '1B1D23', -2],
    ] as const
  ).map(([size_code, colour_code, quantity_in_stock], id) => ({
    id,
    sku: `${id}`,
    barcode: null,
    size_code,
    colour_code,
    quantity_in_stock,
    ...costs(100),
  })),
}
const words = (size: string, colour: string | null, of = product) => stockWords(of, { size, colour })

describe('the stock of a choice', () => {
  it('shows nothing while there is plenty, and a number from three down', () => {
    expect([words('UK8', '23407F'), words('UK10', '23407F'), words('UK12', '1B1D23')]).toEqual([
      null,
      { kind: 'few', words: 'Only 3 left' },
      { kind: 'few', words: 'Only 1 left' },
    ])
  })

  it('explains what is sold out and what is left instead', () => {
    expect(words('UK12', '23407F')?.words).toBe(
      'UK 12 in Indigo is sold out. Indigo is available in UK 8 and UK 10. UK 12 is available in Black.',
    )
    expect(words('UK8', '1B1D23')?.words).toBe(
      'UK 8 in Black is sold out. Black is available in UK 12. UK 8 is available in Indigo.',
    )
  })

  it('ignores unknown and negative stock', () =>
    expect([leftOf(product, 'UK8', '1B1D23'), leftOf(product, 'UK10', '1B1D23')]).toEqual([0, 0]))

  it('handles products without colours, and without variants', () => {
    const plain = {
      ...product,
      colours: [],
      in_stock: false,
      variations: product.variations.map(each => ({ ...each, colour_code: null, quantity_in_stock: 0 })),
    }
    expect(words('UK8', null, plain)?.words).toBe('UK 8 is sold out. Out of stock for now.')
  })
})

describe('the choice at the start', () => {
  const picture = (colour_code: string | null) => ({
    id: 1,
    alt: '',
    dominant: '',
    colour_code,
    file: { storage_link: '' },
  })
  const start = (change: Partial<Product>) => firstChoice({ ...product, ...change })
  const stock = (change: (size: string, colour: string | null) => number) =>
    product.variations.map(each => ({ ...each, quantity_in_stock: change(each.size_code, each.colour_code) }))

  it('is the first size, in the colour of the first picture', () => {
    expect(start({})).toEqual({ size: 'UK8', colour: '23407F' })
    expect(start({ images: [picture('1B1D23')], variations: stock(() => 5) })).toEqual({
      size: 'UK10',
      colour: '1B1D23',
    })
  })

  it('passes over what is out of stock, first the sizes of that colour, then the colours', () => {
    expect(start({ variations: stock(size => (size === 'UK8' ? 0 : 2)) })).toEqual({ size: 'UK10', colour: '23407F' })
    expect(start({ images: [picture('1B1D23')] })).toEqual({ size: 'UK12', colour: '1B1D23' })
    const black = stock((_, colour) => (colour === '1B1D23' ? 4 : 0))
    expect(start({ variations: black })).toEqual({ size: 'UK10', colour: '1B1D23' })
  })

  it('is the first of each where nothing is in stock, and of a product without colours or sizes', () => {
    expect(start({ variations: stock(() => 0) })).toEqual({ size: 'UK8', colour: '23407F' })
    const plain = product.variations.map(each => ({ ...each, colour_code: null, quantity_in_stock: 1 }))
    expect(start({ colours: [], variations: plain.slice(1) })).toEqual({ size: 'UK10', colour: null })
    expect(start({ colours: [], sizes: [], variations: [] })).toEqual({ size: '', colour: null })
  })

  it('has the sizes named that are out beside it, and none beside one that is out itself', () => {
    expect(goneSizes(product, { size: 'UK8', colour: '23407F' })).toEqual(['UK 12'])
    expect(goneSizes(product, { size: 'UK12', colour: '1B1D23' })).toEqual(['UK 8', 'UK 10'])
    expect(goneSizes(product, { size: 'UK12', colour: '23407F' })).toEqual([])
  })
})

it('names the first delivery day while it is ahead', () => {
  const shop = { announcements: ['WELCOME!'], delivery_start: '2026-08-25' }
  expect(announcementsOf(shop, new Date('2026-08-24T10:00:00Z'))).toEqual([
    'WELCOME!',
    'DELIVERIES START ON 25 AUGUST 2026',
  ])
  expect([
    announcementsOf(shop, new Date('2026-08-25T00:00:00Z')),
    announcementsOf({ ...shop, delivery_start: '' }),
  ]).toEqual([['WELCOME!'], ['WELCOME!']])
})

it('remembers nine products, latest first, none twice', () => {
  const recent = (id: number): RecentProduct => ({ id, slug: '', name: '', image: null })
  const all = Array.from({ length: 12 }, (_, i) => recent(i)).reduce<RecentProduct[]>(
    (known, each) => withRecent(known, each),
    [],
  )
  expect(all.map(({ id }) => id)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3])
  expect(
    withRecent(all, recent(5))
      .map(({ id }) => id)
      .slice(0, 3),
  ).toEqual([5, 11, 10])
})
