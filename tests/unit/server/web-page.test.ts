// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { inShort } from '#api/web/markup.ts'
import { pageFacts } from '#api/web/page-facts.ts'
import { structuredData } from '#api/web/structured-data.ts'
import { writePage } from '#api/web/write-page.ts'
import type { BuiltPages } from '#api/web/built-pages.ts'
import type { Product } from '#sync/protocol/shop/catalogue.ts'
import type { Drawing } from '#sync/protocol/shop/drawing.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { costs } from '#tests/support/database/costs.ts'

const SHELL = `<!doctype html><html><head><title>Shop</title><meta name="description" content="all">
<script type="module" crossorigin src="/assets/start.js"></script><link rel="modulepreload" crossorigin href="/assets/runtime.js">
<link rel="stylesheet" crossorigin href="/assets/start.css"></head><body><div id="root"></div></body></html>`
const EVIL = '"></script><script>stolen()</script><!--<script>$&$\''

const shop = { name: `Kofi & Sons ${EVIL}`, tagline: EVIL, address: EVIL, phones: [EVIL], email: EVIL } as ShopInfo
const product: Product = {
  id: 5,
  slug: 'slim',
  name: `Slim ${EVIL}`,
  description: EVIL,
  features: [],
  category_id: 1,
  category: { id: 1, name: EVIL },
  retail_price: 149.99,
  discount: 0,
  price_from: 149.99,
  price_to: 149.99,
  status_code: 'LIVE',
  views: 0,
  created_at: '',
  favorited: false,
  images: [],
  sizes: [{ id: 1, code: 'UK10', name: EVIL }],
  colours: [{ code: '000000', name: EVIL }],
  in_stock: true,
  fit: [],
  previous: null,
  next: null,
  suggestions: [],
  variations: [
    {
      id: 1,
      sku: EVIL,
      barcode: null,
      size_code: 'UK10',
      colour_code: '000000',
      quantity_in_stock: 1,
      ...costs(149.99),
    },
  ],
}
const drawing: Drawing = {
  status: 200,
  title: product.name,
  description: 'all',
  drawn_for: 'everybody',
  html: '<link rel="preload" as="image" href="/a.webp"/><h1>Slim</h1>',
  path: '/shop/product/5/slim',
  parts: [],
  screens: ['ProductPage'],
  replies: [[['GET /api/products/:id', { id: 5 }, null], { product }]],
}
const pages: BuiltPages = {
  root: '',
  shell: SHELL,
  begin: '/assets/begin.js',
  start: ['/assets/start.js', '/assets/runtime.js'],
  screens: { ProductPage: { styles: ['/assets/product.css'], scripts: ['/assets/product.js'] } },
  styles: new Map([
    ['/assets/start.css', 'body{}'],
    ['/assets/product.css', 'h1{}'],
  ]),
  draw: async () => drawing,
}

const written = () =>
  writePage(pages, {
    drawing,
    facts: pageFacts(drawing, { shop, search: new URLSearchParams() }),
    origin: 'https://shop.test',
  }).html

const readerOf = (html: string) => new DOMParser().parseFromString(html, 'text/html')

/** The scripts of a page that a browser would run, by their address or what they say. */
const running = (html: string) =>
  [...readerOf(html).querySelectorAll('script')]
    .filter(({ type }) => !/json/.test(type))
    .map(script => script.getAttribute('src') ?? script.textContent)

test('makes nothing people typed part of the page itself', () => {
  const page = readerOf(written())
  expect(running(written())).toEqual(['/assets/begin.js'])
  expect(page.title).toBe(`${shop.name} | ${product.name}`)
  expect(page.querySelector('meta[property="og:site_name"]')?.getAttribute('content')).toBe(shop.name)
  expect(page.querySelectorAll('h1').length).toBe(1)
  const { replies } = JSON.parse(page.getElementById('drawing')!.textContent) as Drawing
  expect(replies).toEqual(drawing.replies)
  expect(JSON.parse(page.querySelector('script[type="application/ld+json"]')!.textContent)).toHaveProperty('@graph')
})

test('control: runs the same data when it is written unescaped', () => {
  const careless = written().replaceAll('\\u003c', () => '<')
  expect(running(careless).length).toBeGreaterThan(1)
})

test('brings its style with it, loaded once', () => {
  const page = readerOf(written())
  expect([...page.querySelectorAll('style')].map(style => style.textContent)).toEqual(['body{}', 'h1{}'])
  expect(
    [...page.querySelectorAll('link[rel=stylesheet]')].map(link => [
      link.getAttribute('href'),
      link.hasAttribute('disabled'),
    ]),
  ).toEqual([
    ['/assets/start.css', true],
    ['/assets/product.css', true],
  ])
  expect(page.querySelector('head > link[rel=preload]')).not.toBeNull()
  expect(page.querySelector('#root > link')).toBeNull()
})

test('loads one small script that loads the rest', () => {
  const page = readerOf(written())
  expect(
    [...page.querySelectorAll('script[src], link[rel=modulepreload]')].map(script => script.getAttribute('src')),
  ).toEqual(['/assets/begin.js'])
  expect(JSON.parse(page.getElementById('scripts')!.textContent)).toEqual([
    '/assets/start.js',
    '/assets/runtime.js',
    '/assets/product.js',
  ])
})

test('cuts a text after a word', () => {
  expect(inShort('  Short\n and  whole. ')).toBe('Short and whole.')
  expect(inShort('One two, three four', 13)).toBe('One two …')
})

test('offers each variant at its own price, and the product at the range of them', () => {
  const [first] = product.variations
  const variations = [first!, { ...first!, id: 2, sku: 'B', price: 199.5, price_before: 220 }]
  const facts = pageFacts(drawing, { shop, search: new URLSearchParams() })
  const groupOf = (changes: Partial<Product>) =>
    structuredData({ ...facts, product: { ...product, variations, ...changes } }, 'https://shop.test')
  expect(JSON.stringify(groupOf({}))).not.toContain('AggregateOffer')
  expect(groupOf({ price_to: 199.5 })).toMatchObject({
    '@graph': expect.arrayContaining([
      expect.objectContaining({
        '@type': 'ProductGroup',
        offers: { '@type': 'AggregateOffer', lowPrice: 149.99, highPrice: 199.5, priceCurrency: 'GHS', offerCount: 2 },
        hasVariant: [
          expect.objectContaining({ offers: expect.objectContaining({ price: 149.99 }) }),
          expect.objectContaining({ offers: expect.objectContaining({ price: 199.5 }) }),
        ],
      }),
    ]),
  })
})
