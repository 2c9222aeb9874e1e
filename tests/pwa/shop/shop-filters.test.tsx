// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { recentSearches } from '#pwa/shell/recent-searches.ts'
import { later, routes } from '#pwa/routes.tsx'
import { NO_FILTERS, priceFrom, queryFor, readFilters, shopHref, withCategory } from '#pwa/shop/list/filters.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const TOTAL = 30
const CATEGORIES = [
  { id: 1, name: 'Bottoms', description: null, parent_id: null, icon_image: null, banner_image: null },
  { id: 4, name: 'Cargo Pants', description: null, parent_id: 1, icon_image: null, banner_image: null },
  { id: 7, name: 'Jackets', description: null, parent_id: null, icon_image: null, banner_image: null },
]
const FACETS = {
  categories: CATEGORIES.map(({ id, name }) => ({ id, name, count: id * 2 })),
  sizes: [
    { code: 'UK8', name: 'UK 8', count: 3, in_stock: true },
    { code: 'UK18', name: 'UK 18', count: 0, in_stock: false },
  ],
  colours: [{ code: '23407F', name: 'Indigo', count: 5 }],
  price: { min: 40, max: 300 },
  in_stock: { count: 7 },
  discounted: { count: 2 },
}
const product = (id: number) => ({
  id,
  slug: `jeans-${id}`,
  name: `Jeans ${id}`,
  category_id: 4,
  category: { id: 4, name: 'Cargo Pants' },
  retail_price: 100,
  discount: 0,
  status_code: 'LIVE',
  views: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  favorited: false,
  images: [],
  sizes: [],
  colours: [],
  in_stock: true,
})

let asked: URLSearchParams[] = []
let said: object = {}

function answer({ url }: Call): Response {
  if (url.startsWith('/api/categories'))
    return json({ categories: { data: CATEGORIES, total: 3, last_page: 1, current_page: 1, per_page: 100 } })
  if (!url.startsWith('/api/products?')) return json({ message: 'Page not found.', code: 'not_found' }, 404)
  const search = new URL(url, 'http://shop.test').searchParams
  asked.push(search)
  const [page, per_page] = [Number(search.get('page')), Number(search.get('per_page'))]
  const moved = Number(search.get('late') ?? 0)
  const data = Array.from({ length: TOTAL }, (_, i) => product(i + 1 - moved)).slice(
    (page - 1) * per_page,
    page * per_page,
  )
  return json({
    products: { data, total: TOTAL, last_page: Math.ceil(TOTAL / per_page), current_page: page, per_page },
    facets: FACETS,
    ...said,
  })
}

function open(...paths: string[]) {
  const router = showRoutes(routes, paths, later)
  return { router, address: () => router.state.location.pathname + router.state.location.search }
}
const refuse = () => {
  throw new DOMException('Denied', 'SecurityError')
}
const cards = () => screen.getAllByRole('article').length
const side = () => within(screen.getByRole('complementary', { name: 'Filters' }))

beforeEach(() => {
  asked = []
  said = {}
  sessionStorage.clear()
  shopThatAnswers(answer)
  vi.stubGlobal('scrollTo', vi.fn<(x: number, y: number) => void>())
})

describe('a shop address', () => {
  it('holds every filter and is read back unchanged', () => {
    const filters = {
      search: 'slim jeans, 50 % off',
      categories: [6, 7],
      sizes: ['UK10', 'W 32'],
      colours: ['23407F'],
      min: 49.99,
      max: 200,
      sort: 'popularity' as const,
    }
    expect(shopHref(filters)).toBe(
      '/shop?category=6,7&size=UK10,W%2032&colour=23407F&min=49.99&max=200&search=slim%20jeans%2C%2050%20%25%20off&sort=popularity',
    )
    expect(readFilters(new URL(shopHref(filters), 'http://shop.test').searchParams)).toEqual(filters)
    expect(shopHref(NO_FILTERS)).toBe('/shop')
  })

  it('can ask for discounted goods only', () => {
    const filters = { ...NO_FILTERS, discounted: true }
    expect(shopHref(filters)).toBe('/shop?discounted=1')
    expect(readFilters(new URLSearchParams('discounted=1'))).toEqual(filters)
    expect([queryFor(filters).discounted, queryFor(NO_FILTERS).discounted]).toEqual([1, undefined])
  })

  it('can ask for what is in stock only', () => {
    const filters = { ...NO_FILTERS, inStock: true, sort: 'best-sellers' as const }
    expect(shopHref(filters)).toBe('/shop?in_stock=1&sort=best-sellers')
    expect(readFilters(new URLSearchParams('in_stock=1&sort=best-sellers'))).toEqual(filters)
    expect(queryFor(filters)).toMatchObject({ in_stock: 1, order_column: 'products.sold', order_direction: 'desc' })
  })

  it.each([
    ['new', { new_in: 1 }],
    ['sale', { discounted: 1 }],
  ] as const)('/%s keeps its own path and asks for its own goods', (shelf, asks) => {
    const filters = { ...NO_FILTERS, shelf, sizes: ['UK8'] }
    expect(shopHref(filters)).toBe(`/${shelf}?size=UK8`)
    expect(readFilters(new URLSearchParams('size=UK8'), `/${shelf}`)).toEqual(filters)
    expect(queryFor(filters)).toMatchObject({ ...asks, order_column: 'products.created_at', order_direction: 'desc' })
    expect(queryFor(NO_FILTERS)).not.toMatchObject(asks)
  })

  it('ignores what makes no sense', () => {
    expect(readFilters(new URLSearchParams('category=x,-1,4,4&colour=red&min=-3&max=abc&sort=worst'))).toEqual({
      ...NO_FILTERS,
      categories: [4],
    })
    expect(['', ' 12.345 ', '1e9', '0', '1,149.50', '0x10', '149,50'].map(priceFrom)).toEqual([
      null,
      12.35,
      null,
      0,
      1149.5,
      null,
      null,
    ])
    expect(readFilters(new URLSearchParams(`category=4294967296,5&size=UK10,${'x'.repeat(21)}`))).toEqual({
      ...NO_FILTERS,
      categories: [5],
      sizes: ['UK10'],
    })
    expect(
      readFilters(new URLSearchParams({ size: Array.from({ length: 101 }, (_, i) => `S${i}`).join() })).sizes,
    ).toHaveLength(100)
    expect(shopHref(readFilters(new URLSearchParams({ search: `${'x'.repeat(199)}😀` })))).toBe(
      `/shop?search=${'x'.repeat(199)}`,
    )
  })

  it("becomes the server's own parameters", () =>
    expect(queryFor({ ...NO_FILTERS, sort: 'price-low-to-high', min: 10 })).toEqual({
      order_column: 'products.retail_price',
      order_direction: 'asc',
      categories: [],
      sizes: [],
      colours: [],
      min_price: 10,
    }))

  it('names a category or its content, never both', () => {
    expect(withCategory([4], 1, CATEGORIES)).toEqual([1])
    expect(withCategory([1, 7], 4, CATEGORIES)).toEqual([7, 4])
    expect(withCategory([7, 4], 4, CATEGORIES)).toEqual([7])
  })
})

describe('the list', () => {
  it('puts each filter into the address, starts at page 1, and Back removes it', async () => {
    const { router, address } = open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.click(screen.getByRole('link', { name: 'Load more' }))
    await waitFor(() => expect(cards()).toBe(24))
    fireEvent.click(side().getByRole('checkbox', { name: /UK 8/ }))
    await waitFor(() => expect(address()).toBe('/shop?size=UK8'))
    await waitFor(() =>
      expect([cards(), asked.at(-1)!.get('page'), asked.at(-1)!.getAll('sizes[]')]).toEqual([12, '1', ['UK8']]),
    )
    fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'name-a-to-z' } })
    await waitFor(() => expect(address()).toBe('/shop?size=UK8&sort=name-a-to-z'))
    act(() => void router.navigator.go(-2))
    await waitFor(() => expect(address()).toBe('/shop'))
    await waitFor(() => expect(cards()).toBe(24))
  })

  it('shows what it understood of a search, and takes each part off', async () => {
    said = {
      understood: { for: 'women', colours: ['navy blue'], sizes: ['UK12'], min_price: 100, max_price: 200 },
      without: { for: 'a', colours: 'b', sizes: 'c', min_price: 'd', max_price: 'd' },
    }
    open('/shop?search=dress&size=UK8')
    await screen.findByText('Jeans 1')
    const links = within(await screen.findByRole('list', { name: 'Active filters' })).getAllByRole('link')
    expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['“dress”', '/shop?size=UK8'],
      ['For women', '/shop?size=UK8&search=a'],
      ['Navy blue', '/shop?size=UK8&search=b'],
      ['Size UK12', '/shop?size=UK8&search=c'],
      ['GH₵\u00A0100.00 to GH₵\u00A0200.00', '/shop?size=UK8&search=d'],
      ['UK 8', '/shop?search=dress'],
    ])
  })

  it('says when goods have only some of the words', async () => {
    said = { partly: true, meant: 'velvet jeans' }
    open('/shop?search=velvet+jaens')
    expect(await screen.findByText('No product matches all your words. These match some of them.')).toBeTruthy()
    expect(screen.queryByText(/Showing results for/)).toBeNull()
  })

  it('sorts a search by its best match until another order is chosen', async () => {
    const { address } = open('/shop?search=slim')
    await screen.findByText('Jeans 1')
    const sort = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })
    expect([sort.options[0]!.text, sort.value, asked.at(-1)!.get('order_column')]).toEqual([
      'Best match',
      'best-match',
      null,
    ])
    fireEvent.change(sort, { target: { value: 'latest' } })
    await waitFor(() => expect(address()).toBe('/shop?search=slim&sort=latest'))
    await waitFor(() => expect(asked.at(-1)!.get('order_column')).toBe('products.created_at'))
    cleanup()
    open('/shop?sort=latest')
    await screen.findByText('Jeans 1')
    const plain = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })
    expect([plain.options[0]!.text, plain.value, asked.at(-1)!.get('order_column')]).toEqual([
      'Latest',
      'latest',
      'products.created_at',
    ])
  })

  it("shows the address's filters, each with a way to remove it", async () => {
    open('/shop?category=4&size=UK8&colour=23407F&min=50&search=slim')
    await screen.findByText('Jeans 1')
    const links = within(await screen.findByRole('list', { name: 'Active filters' })).getAllByRole('link')
    expect(links.map(link => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')])).toEqual(
      [
        ['Remove “slim”', '/shop?category=4&size=UK8&colour=23407F&min=50'],
        ['Remove Cargo Pants', '/shop?size=UK8&colour=23407F&min=50&search=slim'],
        ['Remove UK 8', '/shop?category=4&colour=23407F&min=50&search=slim'],
        ['Remove Indigo', '/shop?category=4&size=UK8&min=50&search=slim'],
        ['Remove from GH₵\u00A050.00', '/shop?category=4&size=UK8&colour=23407F&search=slim'],
        ['Clear all', '/shop?search=slim'],
      ],
    )
    expect(side().getByRole('checkbox', { name: /Cargo Pants/ })).toHaveProperty('checked', true)
    expect(side().getByRole('checkbox', { name: /UK 18/ })).toHaveProperty('disabled', true)
    const indigo = side().getByRole('checkbox', { name: /^Indigo/ })
    expect(indigo.closest('label')!.querySelector<HTMLElement>('[style]')!.style.background).toBe('rgb(35, 64, 127)')
  })

  it('restores all filters from before the sheet when somebody goes back', async () => {
    const { router, address } = open('/', '/shop')
    await screen.findByText('Jeans 1')
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
    const sheet = within(screen.getByRole('dialog', { name: 'Filter' }))
    fireEvent.click(sheet.getByRole('checkbox', { name: /UK 8/ }))
    await waitFor(() => expect(address()).toBe('/shop?size=UK8'))
    fireEvent.click(sheet.getByRole('checkbox', { name: /Indigo/ }))
    await waitFor(() => expect(address()).toBe('/shop?size=UK8&colour=23407F'))
    fireEvent.click(sheet.getByRole('button', { name: /^Show 30 products/ }))
    act(() => router.navigator.go(-1))
    await waitFor(() => expect(address()).toBe('/shop'))
    expect(side().getByRole('checkbox', { name: /UK 8/ })).toHaveProperty('checked', false)
  })

  it('takes a typed price once something else is pressed, such as Show', async () => {
    const { address } = open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
    const sheet = within(screen.getByRole('dialog', { name: 'Filter' }))
    const [from, to] = [sheet.getByLabelText(/From/), sheet.getByLabelText(/To/)]
    act(() => from.focus())
    fireEvent.change(from, { target: { value: '1,200' } })
    act(() => to.focus())
    expect(address()).toBe('/shop')
    fireEvent.change(to, { target: { value: '90' } })
    act(() => sheet.getByRole('button', { name: /^Show/ }).focus())
    await waitFor(() => expect(address()).toBe('/shop?min=90&max=1200'))
  })

  it('shows both of two filters with the same name', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
    open('/shop?category=98,99')
    await screen.findByText('Jeans 1')
    const links = within(await screen.findByRole('list', { name: 'Active filters' })).getAllByRole('link', {
      name: 'Remove Category',
    })
    expect(links.map(link => link.getAttribute('href'))).toEqual(['/shop?category=99', '/shop?category=98'])
    expect(complaints.mock.calls).toEqual([])
    complaints.mockRestore()
  })

  it('takes a reversed price range as meant', async () => {
    const { address } = open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.change(side().getByLabelText(/From/), { target: { value: '200' } })
    fireEvent.change(side().getByLabelText(/To/), { target: { value: '50' } })
    fireEvent.click(side().getByRole('button', { name: 'Set price' }))
    await waitFor(() => expect(address()).toBe('/shop?min=50&max=200'))
  })

  it('says which price it cannot read, and leaves the list alone', async () => {
    const { address } = open('/shop?min=50')
    await screen.findByText('Jeans 1')
    fireEvent.change(side().getByLabelText(/To/), { target: { value: 'abc' } })
    fireEvent.click(side().getByRole('button', { name: 'Set price' }))
    await side().findByText('Enter a price in cedis, such as 49.99.')
    expect([
      side().getByLabelText(/To/).getAttribute('aria-invalid'),
      side().getByLabelText<HTMLInputElement>(/To/).value,
      address(),
    ]).toEqual(['true', 'abc', '/shop?min=50'])
    fireEvent.change(side().getByLabelText(/To/), { target: { value: '90' } })
    fireEvent.click(side().getByRole('button', { name: 'Set price' }))
    await waitFor(() => expect(address()).toBe('/shop?min=50&max=90'))
    expect(side().queryByText(/Write a price/)).toBeNull()
  })

  it('is filtered to discounted goods and back', async () => {
    const { address } = open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.click(side().getByRole('checkbox', { name: /On sale/ }))
    await waitFor(() => expect([address(), asked.at(-1)!.get('discounted')]).toEqual(['/shop?discounted=1', '1']))
    fireEvent.click(await screen.findByRole('link', { name: 'Remove On sale' }))
    await waitFor(() => expect(address()).toBe('/shop'))
  })

  it('is filtered to what is in stock and back', async () => {
    const { address } = open('/shop?size=UK8')
    await screen.findByText('Jeans 1')
    fireEvent.click(side().getByRole('checkbox', { name: 'In stock 7 products' }))
    await waitFor(() => expect([address(), asked.at(-1)!.get('in_stock')]).toEqual(['/shop?size=UK8&in_stock=1', '1']))
    fireEvent.click(await screen.findByRole('link', { name: 'Remove In stock' }))
    await waitFor(() => expect(address()).toBe('/shop?size=UK8'))
  })

  it('stays on the sale page while it is narrowed', async () => {
    const { address } = open('/sale')
    await screen.findByRole('heading', { level: 1, name: 'Sale' })
    fireEvent.click(await side().findByRole('checkbox', { name: /Jackets/ }))
    expect(side().queryByRole('checkbox', { name: /On sale/ })).toBeNull()
    await screen.findByRole('heading', { level: 1, name: 'Sale: Jackets' })
    expect([address(), asked.at(-1)!.get('discounted')]).toEqual(['/sale?category=7', '1'])
    fireEvent.click(await screen.findByRole('link', { name: 'Remove Jackets' }))
    await waitFor(() => expect(address()).toBe('/sale'))
  })

  it('remembers searches made in it', async () => {
    const { address } = open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.change(screen.getByRole('searchbox', { name: /Search/ }), { target: { value: 'wide leg' } })
    fireEvent.submit(screen.getByRole('search', { name: 'The shop' }))
    await waitFor(() => expect(address()).toBe('/shop?search=wide%20leg'))
    expect(getDefaultStore().get(recentSearches)[0]).toBe('wide leg')
  })

  it('offers more while more exist', async () => {
    open('/shop')
    for (const shown of [12, 24, 30]) {
      await waitFor(() => expect(cards()).toBe(shown))
      if (shown < TOTAL) fireEvent.click(await screen.findByRole('link', { name: 'Load more' }))
    }
    expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull()
    expect(new Set(screen.getAllByRole('article').map(card => card.textContent)).size).toBe(TOTAL)
  })

  it('is as long as before on return, in one request when it was forgotten', async () => {
    const { router } = open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.click(screen.getByRole('link', { name: 'Load more' }))
    await waitFor(() => expect(cards()).toBe(24))
    vi.stubGlobal('scrollY', 640)
    act(() => void router.visit('/about'))
    await waitFor(() => expect(screen.queryByText('Jeans 1')).toBeNull())
    queries.clear()
    asked = []
    said = {}
    act(() => void router.navigator.go(-1))
    await waitFor(() => expect(cards()).toBe(24))
    expect(asked.map(search => [search.get('page'), search.get('per_page')])).toEqual([['1', '24']])
    await waitFor(() => expect(scrollTo).toHaveBeenLastCalledWith(0, 640))
    fireEvent.click(side().getByRole('checkbox', { name: /UK 8/ }))
    await waitFor(() => expect(cards()).toBe(12))
    expect(
      asked.slice(1).map(search => [search.get('page'), search.get('per_page'), search.getAll('sizes[]')]),
    ).toEqual([['1', '12', ['UK8']]])
  })

  it('shows a product once that moved down between two pages', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
    shopThatAnswers(call => answer(call.url.includes('page=2') ? { ...call, url: `${call.url}&late=1` } : call))
    open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.click(screen.getByRole('link', { name: 'Load more' }))
    await waitFor(() => expect(cards()).toBe(23))
    expect([screen.getAllByText('Jeans 12').length, complaints.mock.calls]).toEqual([1, []])
    fireEvent.click(screen.getByRole('link', { name: 'Load more' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull())
    complaints.mockRestore()
  })

  it('is loaded by somebody who stores nothing for the shop too', async () => {
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse })
    open('/shop')
    await screen.findByText('Jeans 1')
    expect(cleanup).not.toThrow()
    expect(asked).toHaveLength(1)
  })
})
