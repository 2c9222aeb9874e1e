// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { welcome } from '#pwa/session/session.ts'
import { later, routes } from '#pwa/routes.tsx'
import { rowsIn } from '#sync/protocol/setting-values.ts'
import { SETTINGS } from '#sync/protocol/settings.ts'
import type { Category, ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { aShop } from '#tests/support/people/letter-facts.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const SEED = 'sql/seed/demo.sql'

const picture = (name: string) => ({ name, storage_link: `/storage/pictures/${name}-800.webp` })
const category = (id: number, name: string, changes: Partial<Category> = {}): Category => ({
  id,
  name,
  description: null,
  parent_id: null,
  icon_image: null,
  banner_image: null,
  ...changes,
})
const CATEGORIES = [
  category(4, 'Cargo Pants', { icon_image: picture('icon'), banner_image: picture('banner') }),
  category(6, 'Crop Tops', { description: 'Short ones' }),
  category(9, 'Belts'),
]
const COUNTS = new Map([
  [4, 7],
  [6, 2],
  [9, 0],
])
const COLOURS = ['000000', 'FFFFFF', '23407F', '8C3F2B', '39412C', 'F2B632', 'B3261E'].map((code, i) => ({
  code,
  name: `Colour ${i}`,
}))
const product = (id: number, changes: Partial<ProductSummary> = {}): ProductSummary => ({
  id,
  slug: `piece-${id}`,
  name: `Piece ${id}`,
  category_id: 4,
  category: { id: 4, name: 'Cargo Pants' },
  retail_price: 100,
  discount: 0,
  price_from: 100,
  price_to: 100,
  status_code: 'LIVE',
  views: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  favorited: false,
  sizes: [],
  colours: [],
  in_stock: true,
  images: ['front', 'back'].map((side, at) => ({
    id: id * 10 + at,
    alt: null,
    dominant: '23407F',
    colour_code: null,
    file: { storage_link: `/storage/pictures/${side}${id}-800.webp` },
  })),
  ...changes,
})

let shop: ShopInfo
let calls: Call[]
/** The newest are 1, 2, 3; those looked at most 11 to 14. */
function answer({ url }: Call): Response {
  const { pathname, searchParams } = new URL(url, 'http://shop.test')
  if (pathname === '/api/shop') return json({ shop })
  if (pathname === '/api/categories')
    return json({ categories: { data: CATEGORIES, total: 3, last_page: 1, current_page: 1, per_page: 100 } })
  if (pathname !== '/api/products') return json({ message: 'Page not found.', code: 'not_found' }, 404)
  const first = searchParams.get('order_column') === 'products.views' ? 11 : 1
  const data = Array.from({ length: Number(searchParams.get('per_page')) }, (_, i) =>
    product(first + i, first + i === 1 ? { discount: 20, colours: COLOURS, in_stock: false } : {}),
  )
  return json({
    products: { data, total: 30, last_page: 9, current_page: 1, per_page: data.length },
    facets: {
      categories: CATEGORIES.map(({ id, name }) => ({ id, name, count: COUNTS.get(id)! })),
      sizes: [],
      colours: [],
      price: { min: 1, max: 2 },
    },
  })
}
const open = (path: string) => showRoutes(routes, [path], later)
/** Those of the demo shop. */
const demoEntrances = () =>
  rowsIn(SETTINGS.entrances, /value = '([^']*)' WHERE name = 'entrances'/.exec(readFileSync(SEED, 'utf8'))![1]!).map(
    ([name = '', link = '']) => ({ name, link }),
  )
const part = async (title: string) =>
  within((await screen.findByRole('heading', { level: 2, name: title })).closest('section')!)
const hrefs = (links: HTMLElement[]) => links.map(link => link.getAttribute('href'))

beforeEach(() => {
  shop = {
    ...aShop(),
    hours: [
      { days: 'Sunday', hours: 'Closed' },
      { days: 'Weekdays', hours: '9 to 5' },
    ],
    phones: ['+233244123456', '+233204123456'],
    whatsapp_numbers: ['+233204123456'],
    hero: { title: 'Denim in the rain', words: 'Cut for June.' },
    announcements: ['WELCOME!', 'HALF PRICE'],
    promos: [
      { title: 'Cargo pants', words: 'Room in every pocket', link: '/shop?category=4' },
      { title: 'Festive days', words: 'Up to half off', link: '/shop?discounted=1' },
    ],
  }
  calls = shopThatAnswers(answer)
})

describe('the home page', () => {
  it('loads the three newest and the four most viewed, and shows them', async () => {
    open('/')
    await screen.findByRole('link', { name: 'Piece 14' })
    expect(hrefs(await (await part('New arrivals')).findAllByRole('link', { name: /^Piece/ }))).toEqual(
      [1, 2, 3].map(id => `/shop/product/${id}/piece-${id}`),
    )
    expect(hrefs((await part('Explore')).getAllByRole('link', { name: /^Piece/ }))).toEqual(
      [11, 12, 13, 14].map(id => `/shop/product/${id}/piece-${id}`),
    )
    const asked = calls
      .filter(({ url }) => url.startsWith('/api/products?'))
      .map(({ url }) => Object.fromEntries(new URL(url, 'http://shop.test').searchParams))
    expect(asked).toEqual([
      { per_page: '3', order_column: 'products.created_at', order_direction: 'desc' },
      { per_page: '4', order_column: 'products.views', order_direction: 'desc' },
    ])
  })

  it('links every category that holds something', async () => {
    open('/')
    await screen.findByRole('link', { name: /Crop Tops/ })
    const links = (await part('Categories')).getAllByRole('link').filter(link => link.textContent !== 'All collections')
    expect(hrefs(links)).toEqual(['/shop?category=4', '/shop?category=6'])
    expect(links[0]!.querySelector('img')!.getAttribute('src')).toBe('/storage/pictures/icon-160.webp')
  })

  it('says which rows could not be loaded, and shows all categories when counts are unknown', async () => {
    let [isExploreShut, areCategoriesShut] = [true, false]
    shopThatAnswers(call =>
      (isExploreShut && call.url.includes('products.views')) ||
      (areCategoriesShut && call.url.startsWith('/api/categories'))
        ? json({ message: 'Too many at once.', code: 'too_many' }, 400)
        : answer(call),
    )
    open('/')
    const explore = await part('Explore')
    await explore.findByText('The most viewed products could not be loaded.')
    await (await part('New arrivals')).findByRole('link', { name: 'Piece 1' })
    const links = async () =>
      hrefs((await part('Categories')).getAllByRole('link').filter(link => link.textContent !== 'All collections'))
    expect(await links()).toEqual(['/shop?category=4', '/shop?category=6', '/shop?category=9'])
    isExploreShut = false
    fireEvent.click(explore.getByRole('button', { name: 'Try again' }))
    await explore.findByRole('link', { name: 'Piece 11' })
    expect(await links()).toEqual(['/shop?category=4', '/shop?category=6'])
    areCategoriesShut = true
    await act(() => queries.resetQueries())
    await (await part('Categories')).findByText('The categories could not be loaded.')
  })

  it('has the words and the promotions that the settings have, with the picture of the category they lead to, or of a product on sale', async () => {
    open('/')
    await screen.findByRole('heading', { level: 1, name: 'Denim in the rain' })
    expect(screen.getByText('Cut for June.')).toBeTruthy()
    const promos = within(await screen.findByRole('region', { name: 'Promotions' })).getAllByRole('link')
    expect(
      promos.map(link => [
        link.getAttribute('href'),
        link.querySelector('h3')!.textContent,
        link.querySelector('span')!.textContent,
      ]),
    ).toEqual([
      ['/shop?category=4', 'Cargo pants', 'Room in every pocket'],
      ['/shop?discounted=1', 'Festive days', 'Up to half off'],
    ])
    await waitFor(() =>
      expect(promos.map(link => link.querySelector('img')?.getAttribute('src') ?? null)).toEqual([
        '/storage/pictures/banner-400.webp',
        '/storage/pictures/front1-400.webp',
      ]),
    )
  })

  it('leads in by the entrances of the settings, and from what is new to all that is new', async () => {
    shop = { ...shop, entrances: demoEntrances() }
    open('/')
    const ways = within(await screen.findByRole('navigation', { name: 'Shop by department' })).getAllByRole('link')
    expect(ways.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Women', '/shop?category=3,5,6,11'],
      ['Men', '/shop?category=8,9,14'],
      ['New in', '/new'],
      ['Sale', '/sale'],
      ['Gift cards', '/gift-card'],
    ])
    const all = within(screen.getByRole('main')).getByRole('link', { name: 'All new' })
    expect(all.getAttribute('href')).toBe('/new')
  })

  it.each(['New in', 'Sale'])('opens the page “%s” by its entrance', async name => {
    shop = { ...shop, entrances: demoEntrances() }
    open('/')
    const ways = within(await screen.findByRole('navigation', { name: 'Shop by department' }))
    fireEvent.click(ways.getByRole('link', { name }))
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy()
  })

  it('shows no strip or promotions when the settings have none, and the shop’s name', async () => {
    shop = { ...shop, announcements: [], promos: [], hero: { title: '', words: '' }, tagline: 'Denim and more' }
    open('/')
    await screen.findByRole('heading', { level: 1, name: 'Selvedge' })
    expect([
      screen.queryByRole('region', { name: 'Announcements' }),
      screen.queryByRole('region', { name: 'Promotions' }),
    ]).toEqual([null, null])
    expect(within(screen.getByRole('main')).getByText('Denim and more')).toBeTruthy()
  })
})

describe('a card', () => {
  it('shows the price, the old price, the reduction, the colours, and sold out', async () => {
    open('/')
    const card = (await screen.findByRole('link', { name: 'Piece 1' })).closest('article')!
    expect(within(card).getByText('GH₵ 80.00')).toBeTruthy()
    expect([within(card).getByText('GH₵ 100.00').tagName, within(card).getByText('GH₵ 100.00').textContent]).toEqual([
      'S',
      'was GH₵\u00A0100.00',
    ])
    expect(within(card).getByText('−20 %')).toBeTruthy()
    expect(within(card).getByText('Sold out')).toBeTruthy()
    expect(COLOURS.map(({ name }) => within(card).queryByTitle(name) !== null)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ])
    expect(within(card).getByText(/^\+2/).textContent).toBe('+2 more colours')
  })

  it('has its picture’s own colour, four widths, and the second picture for a mouse only', async () => {
    open('/')
    const link = await screen.findByRole('link', { name: 'Piece 12' })
    const pictures = () => [...link.closest('article')!.querySelectorAll('img')]
    expect(
      pictures().map(({ srcset }) =>
        [...srcset.matchAll(/front12-(\d+)\.webp \1w/g)].map(([, width]) => Number(width)),
      ),
    ).toEqual([[160, 400, 800, 1200]])
    expect(pictures()[0]!.style.backgroundColor).toBe('rgb(35, 64, 127)')
    const comeWith = (pointerType: string) =>
      fireEvent(link, Object.assign(createEvent.pointerOver(link), { pointerType }))
    comeWith('touch')
    expect(pictures()).toHaveLength(1)
    comeWith('mouse')
    await waitFor(() => expect(pictures().map(({ src }) => /(front|back)12/.exec(src)?.[1])).toEqual(['front', 'back']))
  })
})

it('shows collections as tiles that link to products, on black without a picture', async () => {
  open('/collections')
  await screen.findByText('Cargo Pants')
  const tiles = within(screen.getByRole('main')).getAllByRole('link')
  expect(tiles.map(tile => [tile.getAttribute('href'), tile.textContent, tile.querySelector('img') !== null])).toEqual([
    ['/shop?category=4', 'Cargo Pants', true],
    ['/shop?category=6', 'Crop TopsShort ones', false],
    ['/shop?category=9', 'Belts', false],
  ])
})

describe('every public page', () => {
  it('links everything to read, the address and hours of the settings, and the sign-in', async () => {
    open('/about')
    const foot = within(screen.getByRole('contentinfo'))
    await foot.findByText('Weekdays')
    expect(foot.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Sunday', 'Weekdays'])
    expect(foot.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Closed', '9 to 5'])
    expect(foot.getByText('14 Oxford Street, Osu')).toBeTruthy()
    expect(hrefs(foot.getAllByRole('link'))).toEqual([
      '/',
      '/about',
      '/contact',
      '/newsletter',
      '/login',
      '/register',
      '/policy/shipping',
      '/policy/returns',
      '/policy/privacy',
      '/gift-card',
    ])
    act(() => welcome('token', aUser({ role_code: 'CUSTOMER' })))
    await waitFor(() =>
      expect(hrefs(foot.getAllByRole('link'))).toEqual([
        '/',
        '/about',
        '/contact',
        '/newsletter',
        '/policy/shipping',
        '/policy/returns',
        '/policy/privacy',
        '/gift-card',
      ]),
    )
    const orders = await within(screen.getByRole('banner')).findByRole('link', { name: 'My Orders', hidden: true })
    expect(orders.getAttribute('href')).toBe('/account-area/orders')
  })

  it('links the social media of the settings, opened beside the shop, and none without any', async () => {
    const social = [
      { name: 'Instagram', url: 'https://www.instagram.com/selvedge' },
      { name: 'TikTok', url: 'https://www.tiktok.com/@selvedge' },
    ]
    shop = { ...shop, social }
    open('/about')
    const foot = within(screen.getByRole('contentinfo'))
    for (const { name, url } of social) {
      const link = await foot.findByRole('link', { name })
      expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
        url,
        '_blank',
        'noreferrer',
      ])
    }
    cleanup()
    queries.clear()
    shop = { ...shop, social: [] }
    open('/about')
    await within(screen.getByRole('contentinfo')).findByText('14 Oxford Street, Osu')
    expect(screen.queryByRole('link', { name: 'Instagram' })).toBeNull()
  })

  it('shows no hours before the settings are loaded, or without any', async () => {
    let letGo = () => {}
    const held = new Promise<void>(resolve => {
      letGo = resolve
    })
    shopThatAnswers(call => (call.url === '/api/shop' ? held.then(() => answer(call)) : answer(call)))
    open('/about')
    const foot = within(screen.getByRole('contentinfo'))
    await foot.findByText('Store hours')
    expect(foot.queryAllByRole('term')).toEqual([])
    shop = { ...shop, hours: [] }
    await act(async () => letGo())
    await waitFor(() => expect(foot.queryByText('Store hours')).toBeNull())
  })

  it('opens a search with its title and hint', async () => {
    open('/about')
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    await screen.findByRole('heading', { name: 'Search for Product.', hidden: true })
    expect((await screen.findByPlaceholderText('Enter name of product ...')).getAttribute('role')).toBe('combobox')
  })
})

it('shows the numbers, email and address of the settings', async () => {
  open('/contact')
  await screen.findByText('hello@shop.test')
  const main = within(screen.getByRole('main'))
  const links = hrefs(main.getAllByRole('link'))
  expect(links.filter(href => href!.startsWith('tel:'))).toEqual(['tel:+233244123456', 'tel:+233204123456'])
  expect(links.filter(href => href!.startsWith('https://wa.me/')).map(href => href!.split('?')[0])).toEqual([
    'https://wa.me/233204123456',
  ])
  expect(links).toContain('mailto:hello@shop.test')
  expect(main.getByText('Weekdays: 9 to 5')).toBeTruthy()
  expect(main.getByText('14 Oxford Street, Osu')).toBeTruthy()
})

it('says that contacts are unknown, and loads them again', async () => {
  let isAway = true
  shopThatAnswers(call =>
    isAway && call.url === '/api/shop' ? json({ message: 'Later.', code: 'too_many' }, 429) : answer(call),
  )
  open('/contact')
  await screen.findByText('How to reach us could not be loaded.')
  isAway = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('hello@shop.test')
  expect(screen.queryByText('How to reach us could not be loaded.')).toBeNull()
})

it('promises the same days for returns as the shop’s terms', async () => {
  shop = { ...shop, terms: { ...shop.terms, returns: 'Bring it back within 14 days.' } }
  open('/about')
  await screen.findByText(/Bring it back within 14 days\./)
  expect(screen.getByRole('main').textContent).not.toMatch(/3 days|three days/)
})
