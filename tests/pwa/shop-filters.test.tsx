// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { recentSearches } from '#pwa/shell/recent-searches.ts'
import { later, routes } from '#pwa/routes.tsx'
import { NO_FILTERS, priceFrom, queryFor, readFilters, shopHref, withCategory } from '#pwa/shop/list/filters.ts'
import { showRoutes } from '#tests/support/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/shop-answers.ts'

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
  sessionStorage.clear()
  shopThatAnswers(answer)
  vi.stubGlobal('scrollTo', vi.fn<(x: number, y: number) => void>())
})

describe('an address of the shop', () => {
  it('says every filter, and is read back as it was written', () => {
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

  it('says that only what is discounted is wanted', () => {
    const filters = { ...NO_FILTERS, discounted: true }
    expect(shopHref(filters)).toBe('/shop?discounted=1')
    expect(readFilters(new URLSearchParams('discounted=1'))).toEqual(filters)
    expect([queryFor(filters).discounted, queryFor(NO_FILTERS).discounted]).toEqual([1, undefined])
  })

  it('is not led astray by what makes no sense', () => {
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

  it('asks the server in its own words', () =>
    expect(queryFor({ ...NO_FILTERS, sort: 'price-low-to-high', min: 10 })).toEqual({
      order_column: 'products.retail_price',
      order_direction: 'asc',
      categories: [],
      sizes: [],
      colours: [],
      min_price: 10,
    }))

  it('names a category or what lies in it, never both', () => {
    expect(withCategory([4], 1, CATEGORIES)).toEqual([1])
    expect(withCategory([1, 7], 4, CATEGORIES)).toEqual([7, 4])
    expect(withCategory([7, 4], 4, CATEGORIES)).toEqual([7])
  })
})

describe('the list', () => {
  it('puts each filter into the address, asks from page 1, and Back takes it out again', async () => {
    const { router, address } = open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
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

  it('shows what the address has set, each with a way to take it off', async () => {
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

  it('is as the filters were before the sheet was opened for who goes back from all that was set in it', async () => {
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

  it('takes a price that was typed once something else is pressed, such as the button that shows what is left', async () => {
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

  it('shows each of two that are called the same, such as categories whose names are not here yet', async () => {
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

  it('takes a price range the wrong way round as it was meant', async () => {
    const { address } = open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.change(side().getByLabelText(/From/), { target: { value: '200' } })
    fireEvent.change(side().getByLabelText(/To/), { target: { value: '50' } })
    fireEvent.click(side().getByRole('button', { name: 'Set price' }))
    await waitFor(() => expect(address()).toBe('/shop?min=50&max=200'))
  })

  it('says which price it cannot read, and leaves the list as it is', async () => {
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

  it('is narrowed to what is discounted, and no longer', async () => {
    const { address } = open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.click(side().getByRole('checkbox', { name: 'Discounted only' }))
    await waitFor(() => expect([address(), asked.at(-1)!.get('discounted')]).toEqual(['/shop?discounted=1', '1']))
    fireEvent.click(await screen.findByRole('link', { name: 'Remove Discounted' }))
    await waitFor(() => expect(address()).toBe('/shop'))
  })

  it('remembers what was searched for in it', async () => {
    const { address } = open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.change(screen.getByRole('searchbox', { name: /Search/ }), { target: { value: 'wide leg' } })
    fireEvent.submit(screen.getByRole('search', { name: 'The shop' }))
    await waitFor(() => expect(address()).toBe('/shop?search=wide%20leg'))
    expect(getDefaultStore().get(recentSearches)[0]).toBe('wide leg')
  })

  it('offers more while fewer are loaded than there are', async () => {
    open('/shop')
    for (const shown of [12, 24, 30]) {
      await waitFor(() => expect(cards()).toBe(shown))
      if (shown < TOTAL) fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    }
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(new Set(screen.getAllByRole('article').map(card => card.textContent)).size).toBe(TOTAL)
  })

  it('is as long as it was for who comes back, in one request where it was forgotten', async () => {
    const { router } = open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(cards()).toBe(24))
    vi.stubGlobal('scrollY', 640)
    act(() => void router.visit('/about'))
    await waitFor(() => expect(screen.queryByText('Jeans 1')).toBeNull())
    queries.clear()
    asked = []
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

  it('shows what moved down between two pages once', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
    shopThatAnswers(call => answer(call.url.includes('page=2') ? { ...call, url: `${call.url}&late=1` } : call))
    open('/shop')
    await screen.findByText('Jeans 1')
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(cards()).toBe(23))
    expect([screen.getAllByText('Jeans 12').length, complaints.mock.calls]).toEqual([1, []])
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull())
    complaints.mockRestore()
  })

  it('is read by who keeps nothing for the shop too', async () => {
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse })
    open('/shop')
    await screen.findByText('Jeans 1')
    expect(cleanup).not.toThrow()
    expect(asked).toHaveLength(1)
  })
})
