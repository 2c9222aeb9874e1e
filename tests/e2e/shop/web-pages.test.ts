import { setTimeout as sleep } from 'node:timers/promises'
// @vitest-environment jsdom
import { get } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { steps } from '#pwa/orders/ordering-words.ts'
import { pictureAt, productPath, type Product, type ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { priceShown } from '#sync/protocol/pricing.ts'
import { sql } from '#tests/support/people/books.ts'
import { aGuestAt, anOrderAt, aVariationAt } from '#tests/support/shop/guest-over-http.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'

let shop: Shop
let products: ProductSummary[]
beforeAll(async () => {
  shop = await startShop()
  products = (await read<ReplyOf<'GET /api/products'>>('/api/products?per_page=100')).products.data
})
afterAll(() => shop?.stop())

const read = async <Reply>(path: string) => (await (await fetch(shop.url + path)).json()) as Reply
const visit = (path: string, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, { redirect: 'manual', headers: { accept: 'text/html', ...headers } })
const readerOf = (html: string) => new DOMParser().parseFromString(html, 'text/html')

/**
 * A page as it is drawn. The server draws pages for a tenth of its time; once that is used up it sends the page empty,
 * and the browser draws it. This test has no browser, so it asks again.
 */
async function drawn(path: string, headers: Record<string, string>, most: number) {
  for (let tries = 1; ; tries += 1) {
    const reply = await visit(path, headers)
    const page = readerOf(await reply.text())
    if (page.querySelector('h1') || tries === most) return { reply, page }
    await sleep(1_000) // a tenth of which the server draws
  }
}

/** A page as who runs no scripts sees it. `tries`: how often to ask for it until it is drawn. */
async function look(path: string, headers: Record<string, string> = {}, { tries = 30 } = {}) {
  const { reply, page } = await drawn(path, headers, tries)
  const contentOf = (selector: string) => page.querySelector(selector)?.getAttribute('content') ?? null
  const canonical = page.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null
  return {
    status: reply.status,
    vary: reply.headers.get('vary') ?? '',
    cache: reply.headers.get('cache-control'),
    page,
    canonical,
    robots: contentOf('meta[name=robots]'),
    description: contentOf('meta[name=description]'),
    contentOf,
    words: page.getElementById('root')!.textContent,
  }
}

const textOf = (cedis: number) => `GH₵\u00A0${cedis.toLocaleString('en-GH', { minimumFractionDigits: 2 })}`

describe('a visitor without scripts', () => {
  test("reads a product's name, price and sizes", async () => {
    for (const { id, ...rest } of products.slice(0, 5)) {
      const { status, words, page } = await look(productPath({ id, ...rest }))
      expect(status).toBe(200)
      expect(words).toContain(rest.name)
      expect(words).toContain(textOf(priceShown(rest)))
      for (const size of rest.sizes) expect(words).toContain(size.name)
      expect(page.querySelector('h1')?.textContent).toBe(rest.name)
      expect(page.querySelector('img[fetchpriority=high]')?.getAttribute('src')).toBe(rest.images[0]?.file.storage_link)
    }
  })

  test('reads products on the home page and in lists, with links to all of the shop', async () => {
    const newest = (await read<ReplyOf<'GET /api/products'>>('/api/products?per_page=3')).products.data
    for (const path of ['/', '/shop']) {
      const { words, page } = await look(path)
      for (const product of newest) {
        expect(words).toContain(product.name)
        expect(words).toContain(textOf(priceShown(product)))
        expect(page.querySelector(`a[href="${productPath(product)}"]`)).not.toBeNull()
      }
    }
    const { words } = await look('/collections')
    for (const { name } of (await read<ReplyOf<'GET /api/categories'>>('/api/categories?per_page=100')).categories.data)
      expect(words).toContain(name)
    expect((await look('/shop?search=jaens')).words).toContain('Showing results for')
  })

  test('reads on the sale page what is reduced and nothing else, and on the page of new goods the newest', async () => {
    const listed = async (query: string) =>
      (await read<ReplyOf<'GET /api/products'>>(`/api/products?per_page=12&${query}`)).products.data.map(productPath)
    const shownOn = async (path: string) => [
      ...new Set(
        [...(await look(path)).page.querySelectorAll('article a[href^="/shop/product/"]')].map(link =>
          link.getAttribute('href'),
        ),
      ),
    ]
    const reduced = await listed('discounted=1')
    expect(reduced.length).toBeGreaterThan(2)
    expect(await shownOn('/sale')).toEqual(reduced)
    expect(await shownOn('/new')).toEqual(await listed('new_in=1'))
  })

  test('sees a title, description and address on every page', async () => {
    const titles = new Set<string>()
    for (const path of [
      '/',
      '/shop',
      '/new',
      '/sale',
      '/collections',
      '/about',
      '/contact',
      '/policy/shipping',
      '/policy/returns',
      '/policy/privacy',
      '/login',
      '/register',
      '/forgot-passwrd',
      productPath(products[0]!),
    ]) {
      const { status, page, words, canonical, description, robots, contentOf } = await look(path)
      expect([path, status, canonical, robots]).toEqual([path, 200, shop.url + path, null])
      expect(page.title).toMatch(/^Selvedge \| ./)
      expect(description!.length).toBeGreaterThan(20)
      expect([
        contentOf('meta[property="og:title"]'),
        contentOf('meta[property="og:url"]'),
        contentOf('meta[property="og:description"]'),
      ]).toEqual([page.title, shop.url + path, description])
      const picture = await fetch(contentOf('meta[property="og:image"]')!)
      expect([path, picture.status, picture.headers.get('content-type')]).toEqual([path, 200, 'image/jpeg'])
      const { width, height } = await sharp(await picture.arrayBuffer()).metadata()
      expect([path, width, height]).toEqual([path, 1200, 630])
      expect([path, page.querySelectorAll('h1').length, words.length > 300]).toEqual([path, 1, true])
      titles.add(page.title)
    }
    expect(titles.size).toBe(14)
  })
})

describe('an address', () => {
  test("that is not a page, or an unknown product's, is answered with 404", async () => {
    for (const path of [
      '/nowhere/at/all',
      '/404',
      '/page-not-found',
      '/shop/product/999999/jeans',
      '/shop/product/jeans/1',
      '/shop/product/0/x',
      '/%zz',
      '//elsewhere.test/x',
      '/staff/nothing',
    ]) {
      const { status, robots, canonical, words } = await look(path)
      expect([path, status, robots, canonical]).toEqual([path, 404, 'noindex', null])
      expect(words).toContain('Page not found.')
    }
  })

  test('of a product under a wrong name redirects for good to the right one', async () => {
    const product = products[0]!
    for (const path of [
      `/shop/product/${product.id}`,
      `/shop/product/${product.id}/old-name`,
      `/shop/product/${product.id}/`,
    ]) {
      const reply = await visit(path)
      expect([path, reply.status, reply.headers.get('location')]).toEqual([path, 301, productPath(product)])
    }
    expect((await visit(`/shop/product/${product.id}?from=letter`)).headers.get('location')).toBe(
      `${productPath(product)}?from=letter`,
    )
  })

  test('of a filtered or sorted list belongs to the plain list', async () => {
    const homes = {
      '/shop?sort=popularity': '/shop',
      '/shop?size=UK10&max=200': '/shop',
      '/shop?category=4&size=UK10&sort=name-a-to-z': '/shop?category=4',
      '/shop?category=4,6': '/shop',
      '/sale?category=4&in_stock=1': '/sale',
      '/shop?category=99999': '/shop',
      '/?utm_source=x': '/',
    }
    for (const [path, home] of Object.entries(homes))
      expect([path, (await look(path)).canonical]).toEqual([path, shop.url + home])
    expect((await look('/shop?category=4')).page.title).toBe('Selvedge | Shop: Cargo Pants')
    const search = await look('/shop?search=jeans')
    expect([search.canonical, search.robots]).toEqual([null, 'noindex'])
  })

  test('of the account or back office is answered with a title only and not for search engines', async () => {
    const titles = { '/account-area/orders': 'Your Orders', '/staff/orders/add': 'Store Order' }
    for (const [path, title] of Object.entries(titles)) {
      const { status, page, robots, words } = await look(path, {}, { tries: 3 })
      expect([path, status, page.title, robots, words]).toEqual([path, 200, `Selvedge | ${title}`, 'noindex', ''])
    }
  })
})

/** What a shopper gathers: whatever is in it, it is somebody's own. */
const GATHERED = [
  { path: '/cart', title: 'In Your Bag', heading: 'In Your Bag', empty: 'Your Cart Is Empty' },
  { path: '/wishlist', title: 'Wishlist', heading: 'Wishlist', empty: 'Your Wishlist Is Empty' },
  { path: '/checkout', title: 'Checkout', heading: 'Checkout', empty: 'Add Products to Begin Checkout.' },
  {
    path: '/checkout/review',
    title: 'Review your order',
    heading: 'Checkout',
    empty: 'Add Products to Begin Checkout.',
  },
]

describe('bag, wishlist and checkout', () => {
  test('are read without a session as empty, with the way to the shop', async () => {
    for (const { path, title, heading, empty } of GATHERED) {
      const { status, page, words, robots, canonical, description, vary } = await look(path)
      expect([path, status, page.title, robots, canonical]).toEqual([path, 200, `Selvedge | ${title}`, 'noindex', null])
      expect([description!.length > 20, vary.includes('Cookie')]).toEqual([true, true])
      expect([...page.querySelectorAll('h1')].map(({ textContent }) => textContent)).toEqual([heading])
      expect(words).toContain(empty)
      expect(page.querySelector('main a[href="/shop"]')?.textContent).toBe('Go to the shop')
      expect([
        page.querySelector('header nav a[href="/collections"]'),
        page.querySelector('footer a[href="/policy/returns"]'),
      ]).not.toContain(null)
      for (const step of path === '/wishlist' ? [] : steps) expect(words).toContain(step)
    }
  })

  test('are empty frames for somebody with a session, or who may have one', async () => {
    const { cookie, send } = await aGuestAt(shop.url)
    const { product } = await read<ReplyOf<'GET /api/products/:id'>>('/api/products/1')
    await send('/api/cart', { product_variation_id: await aVariationAt(shop.url), quantity: 1 })
    await send('/api/wishlist', { product_id: product.id })
    for (const [name, value] of [
      ['cookie', cookie],
      ['sec-fetch-site', 'cross-site'],
    ] as const)
      for (const { path, title, heading, empty } of GATHERED) {
        const { status, page, words, robots } = await look(path, { [name]: value })
        expect([path, status, page.title, robots, page.querySelector('h1')?.textContent]).toEqual([
          path,
          200,
          `Selvedge | ${title}`,
          'noindex',
          heading,
        ])
        expect(page.querySelector('main :is([role=status], [aria-busy=true])')).not.toBeNull()
        expect([words.includes(empty), page.documentElement.outerHTML.includes(product.name)]).toEqual([false, false])
      }
    // Asked for by one and by the other in the same moment, each is given their own.
    const [nobodys, somebodys] = await Promise.all([look('/cart'), look('/cart', { cookie })])
    expect([nobodys.words.includes('Your Cart Is Empty'), somebodys.words.includes('Your Cart Is Empty')]).toEqual([
      true,
      false,
    ])
  })
})

test("the form for a new password is drawn for its link's owner and cached by nobody", async () => {
  const { status, page, robots, canonical, cache } = await look('/reset-password?token=abc&email=ama%40mail.test%22%3E')
  expect([status, page.title, robots, canonical, cache]).toEqual([
    200,
    'Selvedge | New password',
    'noindex',
    null,
    'no-store',
  ])
  expect([
    page.querySelector('h1')?.textContent,
    page.querySelector('input[name=email]')?.getAttribute('value'),
  ]).toEqual(['New password', 'ama@mail.test">'])
  // What is sent before any script runs goes by POST: no password stands in an address.
  expect([
    page.querySelector('form')?.getAttribute('method'),
    page.querySelectorAll('input[type=password]').length,
  ]).toEqual(['post', 2])
  expect((await look('/reset-password')).words).toContain('This link is incomplete.')
})

describe('an order by its link', () => {
  test('is read by anybody with the link, up to date, and cached by nobody', async () => {
    const { id, path } = await anOrderAt(shop.url)
    const { status, page, words, robots, canonical, cache } = await look(path)
    expect([status, page.title, robots, canonical, cache]).toEqual([
      200,
      `Selvedge | Order ${id}`,
      'noindex',
      null,
      'no-store',
    ])
    expect(page.querySelector('h1')?.textContent).toBe(`Order ${id}`)
    for (const word of ['Waiting for your payment', 'Ama slim jeans', 'Yaa Darko', 'Walk In'])
      expect(words).toContain(word)
    expect(page.querySelector('script[type="application/ld+json"]')?.textContent).not.toContain(path)
    await sql(shop, `UPDATE orders SET status_code = 'CANCELLED' WHERE id = ${id}`)
    expect((await look(path)).words).toContain('This order was cancelled.')
  })

  test('that was never given out does not exist', async () => {
    for (const token of ['x'.repeat(32), 'short', '%zz']) {
      const { status, robots, words } = await look(`/orders/track/${token}`)
      expect([token, status, robots, words.includes('Page not found.')]).toEqual([token, 404, 'noindex', true])
    }
  })
})

interface Thing {
  '@type': string
  [name: string]: unknown
}
const thingsIn = (page: Document) =>
  (JSON.parse(page.querySelector('script[type="application/ld+json"]')!.textContent) as { '@graph': Thing[] })['@graph']

/** What a page's offers say otherwise than the API. */
function wrongOffers(page: Document, { variations }: Product): string[] {
  const group = thingsIn(page).find(thing => thing['@type'] === 'ProductGroup') as
    | { hasVariant?: { sku: string; offers: { price: number; priceCurrency: string; availability: string } }[] }
    | undefined
  const offered = new Map(
    group?.hasVariant?.map(({ sku, offers }) => [
      sku,
      `${offers.price} ${offers.priceCurrency} ${offers.availability.split('/').at(-1)}`,
    ]),
  )
  const expected = new Map(
    variations.map(({ sku, quantity_in_stock, price }) => [
      sku,
      `${price} GHS ${quantity_in_stock > 0 ? 'InStock' : 'OutOfStock'}`,
    ]),
  )
  return [...new Set([...offered.keys(), ...expected.keys()])].filter(sku => offered.get(sku) !== expected.get(sku))
}

describe('search engines', () => {
  test("get the shop's own prices and stock", async () => {
    for (const summary of products.slice(0, 8)) {
      const { product } = await read<ReplyOf<'GET /api/products/:id'>>(`/api/products/${summary.id}`)
      const { page, contentOf } = await look(productPath(product))
      expect(wrongOffers(page, product)).toEqual([])
      const [shopItself, , group] = thingsIn(page) as [
        Thing & { hasMerchantReturnPolicy: Thing },
        Thing,
        Thing & { hasVariant: { offers: { hasMerchantReturnPolicy: Thing } }[] },
      ]
      expect(new Set(group.hasVariant.map(({ offers }) => offers.hasMerchantReturnPolicy['@id']))).toEqual(
        new Set([shopItself.hasMerchantReturnPolicy['@id']]),
      )
      expect(contentOf('meta[property="product:price:amount"]')).toBe(priceShown(product).toFixed(2))
      expect(thingsIn(page).map(thing => thing['@type'])).toEqual([
        ['Organization', 'ClothingStore'],
        'BreadcrumbList',
        'ProductGroup',
      ])
    }
  })

  test('control: get caught out by another price and a missing variant', async () => {
    const { product } = await read<ReplyOf<'GET /api/products/:id'>>(`/api/products/${products[0]!.id}`)
    const { page } = await look(productPath(product))
    const [first, ...others] = product.variations
    const dearer = product.variations.map(variation => ({ ...variation, price: variation.price + 1 }))
    expect(wrongOffers(page, { ...product, variations: dearer })).toHaveLength(product.variations.length)
    expect(wrongOffers(page, { ...product, variations: others })).toEqual([first!.sku])
  })

  test('get the path from the home page, and the terms of returns', async () => {
    const { page } = await look('/shop?category=4&size=UK10')
    const trail = thingsIn(page).find(thing => thing['@type'] === 'BreadcrumbList')!.itemListElement as {
      name: string
      item: string
    }[]
    expect(trail.map(({ name, item }) => [name, item])).toEqual([
      ['Home', `${shop.url}/`],
      ['Shop', `${shop.url}/shop`],
      ['Cargo Pants', `${shop.url}/shop?category=4`],
    ])
    expect(thingsIn(page)[0]!.hasMerchantReturnPolicy).toMatchObject({ merchantReturnDays: 3, applicableCountry: 'GH' })
  })

  test('get all products on sale with pictures in sitemap.xml, named in robots.txt', async () => {
    const map = new DOMParser().parseFromString(
      await (await fetch(`${shop.url}/sitemap.xml`)).text(),
      'application/xml',
    )
    const entries = new Map(
      [...map.querySelectorAll('url')].map(url => [
        url.querySelector('loc')!.textContent,
        [...url.getElementsByTagName('image:loc')].map(picture => picture.textContent),
      ]),
    )
    const all: ProductSummary[] = []
    for (let page = 1, more = true; more; page += 1) {
      const { data, last_page } = (await read<ReplyOf<'GET /api/products'>>(`/api/products?per_page=100&page=${page}`))
        .products
      all.push(...data)
      more = page < last_page
    }
    expect(all.length).toBeGreaterThanOrEqual(60)
    for (const product of all)
      expect(entries.get(shop.url + productPath(product))).toEqual(
        product.images.map(({ file }) => shop.url + pictureAt(file.storage_link, 1200)),
      )
    expect([...entries.keys()].filter(address => address.includes('/shop/product/'))).toHaveLength(all.length)
    for (const path of [
      '/',
      '/shop',
      '/new',
      '/sale',
      '/collections',
      '/about',
      '/contact',
      '/policy/shipping',
      '/policy/returns',
      '/policy/privacy',
      '/shop?category=4',
    ])
      expect([path, entries.has(shop.url + path)]).toEqual([path, true])
    expect([...entries.keys()].filter(address => /cart|checkout|account|staff|login|track/.test(address))).toEqual([])
    const robots = await (await fetch(`${shop.url}/robots.txt`)).text()
    expect(robots).toContain(`Sitemap: ${shop.url}/sitemap.xml`)
    for (const closed of ['/staff', '/account-area', '/checkout', '/cart', '/api/'])
      expect(robots).toContain(`Disallow: ${closed}\n`)
  })
})

test('get pages that are the same for everybody, checked each time, and not sent again unchanged', async () => {
  const path = productPath(products[0]!)
  const first = await visit(path)
  expect([first.headers.get('cache-control'), first.headers.get('set-cookie')]).toEqual(['no-cache', null])
  const text = await first.text()
  const { token, cookie, send } = await aGuestAt(shop.url)
  await send('/api/wishlist', { product_id: products[0]!.id })
  expect(await (await visit(path, { authorization: `Bearer ${token}`, cookie })).text()).toBe(text)
  expect(await statusOf(path, { 'if-none-match': first.headers.get('etag')! })).toBe(304)
})

/** By Node's own client, since `fetch` asks past every cache where somebody else sets the condition. */
const statusOf = (path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(shop.url + path, { headers: { accept: 'text/html', ...headers } }, reply =>
      resolve(reply.resume().statusCode),
    ).on('error', reject)
  })
