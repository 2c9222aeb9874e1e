// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { later, routes } from '#pwa/routes.tsx'
import { recentProducts } from '#pwa/shop/home/recent-products.ts'
import type { Product, ProductImage } from '#sync/protocol/shop/catalogue.ts'
import type { ShopTerms } from '#sync/protocol/shop/shop.ts'
import { aShop } from '#tests/support/letter-facts.ts'
import { showRoutes } from '#tests/support/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/shop-answers.ts'

const picture = (id: number): ProductImage => ({
  id,
  alt: null,
  dominant: null,
  file: { storage_link: `/storage/pictures/${id}-800.webp` },
})
const aProduct = (id: number, changes: Partial<Product> = {}): Product => ({
  id,
  slug: `jeans-${id}`,
  name: `Jeans ${id}`,
  category_id: 1,
  category: { id: 1, name: 'Jeans' },
  retail_price: 180,
  discount: 0,
  status_code: 'LIVE',
  views: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  favorited: false,
  images: [picture(1), picture(2), picture(3)],
  sizes: [{ id: 1, code: 'UK10', name: 'UK 10' }],
  colours: [],
  in_stock: true,
  description: '',
  features: [],
  variations: [{ id: 41, sku: 'J-41', barcode: null, size_code: 'UK10', colour_code: null, quantity_in_stock: 5 }],
  fit: [],
  previous: id > 1 ? { id: id - 1, slug: `jeans-${id - 1}` } : null,
  next: id < 3 ? { id: id + 1, slug: `jeans-${id + 1}` } : null,
  suggestions: [],
  ...changes,
})

let products: Product[]
let terms: Partial<ShopTerms>
let calls: Call[]
function answer({ url, method }: Call): Response {
  const [path = ''] = url.split('?')
  const product = products.find(({ id }) => path === `/api/products/${id}`)
  if (product) return json({ product })
  if (method === 'POST') return json({ message: 'Seen.' })
  if (path === '/api/shop') return json({ shop: { ...aShop(), terms: { ...aShop().terms, ...terms } } })
  return json({ message: 'Page not found.', code: 'not_found' }, 404)
}
const open = (path: string) => {
  const router = showRoutes(routes, [path], later)
  return { address: () => router.state.location.pathname + router.state.location.search }
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => {
  getDefaultStore().set(recentProducts, [])
  products = [1, 2, 3].map(id => aProduct(id))
  terms = {}
  calls = shopThatAnswers(answer)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the pictures of a product', () => {
  /** jsdom lays nothing out: a track of 400 px that tells where it is scrolled to. */
  function layOut(): HTMLElement {
    const track = screen.getAllByRole('button', { name: /^Enlarge/ })[0]!.parentElement!
    Object.defineProperty(track, 'clientWidth', { value: 400 })
    track.scrollTo = ((to: ScrollToOptions) => {
      track.scrollLeft = to.left!
      fireEvent.scroll(track)
    }) as typeof track.scrollTo
    return track
  }
  const shown = () =>
    screen
      .getAllByRole('button', { name: /^Enlarge/ })
      .findIndex(button => button.getAttribute('aria-current') === 'true')

  it('are the outline of a garment while there is none, such as before they are fetched', async () => {
    products = [aProduct(1, { images: [] })]
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    const pictures = screen.getByRole('region', { name: 'Pictures' })
    expect([pictures.querySelector('img'), pictures.querySelectorAll('.lucide-shirt').length]).toEqual([null, 1])
  })

  it('are gone through by arrow keys, which take the focus along and stop at the ends', async () => {
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    layOut()
    const pictures = screen.getAllByRole('button', { name: /^Enlarge/ })
    pictures[0]!.focus()
    for (const [key, at] of [
      ['ArrowLeft', 0],
      ['ArrowRight', 1],
      ['ArrowRight', 2],
      ['ArrowRight', 2],
      ['ArrowLeft', 1],
    ] as const) {
      fireEvent.keyDown(document.activeElement!, { key })
      expect([shown(), pictures.indexOf(document.activeElement as HTMLElement)]).toEqual([at, at])
    }
  })

  it('are gone through by Previous and Next, which are off at the ends, and chosen one by one', async () => {
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    layOut()
    const [previous, next] = ['Previous picture', 'Next picture'].map(name =>
      screen.getByRole<HTMLButtonElement>('button', { name }),
    ) as [HTMLButtonElement, HTMLButtonElement]
    expect([previous.disabled, next.disabled]).toEqual([true, false])
    fireEvent.click(next)
    fireEvent.click(next)
    expect([shown(), previous.disabled, next.disabled]).toEqual([2, false, true])
    fireEvent.click(screen.getByRole('button', { name: 'Show picture 1' }))
    expect(shown()).toBe(0)
    fireEvent.click(next)
    fireEvent.click(previous)
    expect(shown()).toBe(0)
  })
})

describe('a product page', () => {
  it('leads to the neighbours, and shows what was looked at before, the latest first', async () => {
    const { address } = open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    expect(screen.queryByRole('heading', { name: 'Recently viewed' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull()
    for (const id of [2, 3]) {
      fireEvent.click(screen.getByRole('link', { name: 'Next' }))
      await heading(`Jeans ${id}`)
    }
    expect([address(), screen.queryByRole('link', { name: 'Next' })]).toEqual(['/shop/product/3/jeans-3', null])
    const recent = within((await screen.findByRole('heading', { name: 'Recently viewed' })).parentElement!)
    expect(recent.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      '/shop/product/2/jeans-2',
      '/shop/product/1/jeans-1',
    ])
    fireEvent.click(screen.getByRole('link', { name: 'Previous' }))
    await heading('Jeans 2')
  })

  it('tells the shop of a look once for each product', async () => {
    products = [aProduct(7, { next: { id: 8, slug: 'jeans-8' } }), aProduct(8)]
    open('/shop/product/7/jeans-7')
    await heading('Jeans 7')
    fireEvent.click(screen.getByRole('link', { name: 'Next' }))
    await heading('Jeans 8')
    fireEvent.click(screen.getByRole('link', { name: 'Previous' }))
    await heading('Jeans 7')
    expect(calls.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([
      '/api/products/7/views',
      '/api/products/8/views',
    ])
    expect(document.cookie).toMatch(/\bvisitor=[\w-]{22}\b/)
  })

  it('has its name for the day before it tells of a look, also where the product is there from the beginning', async () => {
    document.cookie = 'visitor=; path=/; max-age=0'
    const cookies: string[] = []
    shopThatAnswers(call => {
      if (call.method === 'POST') cookies.push(document.cookie)
      return answer(call)
    })
    products = [aProduct(31)]
    queries.setQueryData(['GET /api/products/:id', { id: 31 }, null], { product: products[0] })
    open('/shop/product/31/jeans-31')
    await waitFor(() => expect(cookies).toEqual([expect.stringMatching(/\bvisitor=[\w-]{22}\b/)]))
  })

  it('shows what else might please', async () => {
    products[0] = aProduct(1, { suggestions: [aProduct(8), aProduct(9)] })
    open('/shop/product/1/jeans-1')
    const others = within((await screen.findByRole('heading', { name: 'Check these out.' })).parentElement!)
    expect(others.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      '/shop/product/8/jeans-8',
      '/shop/product/9/jeans-9',
    ])
  })

  it('puts a name that is another’s or of long ago right in the address, and keeps the rest of it', async () => {
    const { address } = open('/shop/product/2/trousers?from=chat')
    await heading('Jeans 2')
    await waitFor(() => expect(address()).toBe('/shop/product/2/jeans-2?from=chat'))
  })

  it('is handed on by the device’s own sheet, and by WhatsApp where there is none', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    const url = location.origin + location.pathname
    fireEvent.click(screen.getByRole('button', { name: 'Share' }))
    expect(opened.mock.calls).toEqual([
      [`https://wa.me/?text=${encodeURIComponent(`Jeans 1 ${url}`)}`, '_blank', 'noreferrer'],
    ])
    const share = vi
      .fn<(data: ShareData) => Promise<void>>()
      .mockRejectedValue(new DOMException('closed', 'AbortError'))
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    fireEvent.click(screen.getByRole('button', { name: 'Share' }))
    Reflect.deleteProperty(navigator, 'share')
    expect([share.mock.calls, opened.mock.calls.length]).toEqual([[[{ title: 'Jeans 1', url }]], 1])
  })

  it('shows what each size measures, in the unit that was read last', async () => {
    products[0] = aProduct(1, { fit: [{ size_code: 'UK10', waist: 72, hip: 98.5, inseam: null, rise: null }] })
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    const cells = () =>
      within(screen.getByRole('table', { hidden: true }))
        .getAllByRole('cell', { hidden: true })
        .map(({ textContent }) => textContent)
    expect(
      within(screen.getByRole('table', { hidden: true }))
        .getAllByRole('columnheader', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual(['Size', 'Waist (cm)', 'Hip (cm)'])
    expect(cells()).toEqual(['72', '98.5'])
    fireEvent.click(screen.getByLabelText('Inches'))
    expect(cells().map(Number)).toEqual([28.5, 39])
    cleanup()
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    expect(screen.getByLabelText<HTMLInputElement>('Inches').checked).toBe(true)
  })

  it('promises no other time of delivery, and no other days to bring something back, than the shop’s own terms', async () => {
    terms = { delivery_time: 'Delivery takes a week.', returns: 'Bring it back within 14 days.' }
    open('/shop/product/1/jeans-1')
    await screen.findByText(/Delivery takes a week\./)
    expect(screen.getByText(/Bring it back within 14 days\./)).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/36 working hours|3 days/)
  })
})

describe('the choice of a size and a colour', () => {
  const indigo = { code: '23407F', name: 'Indigo' }
  const black = { code: '000000', name: 'Black' }
  const left = (size_code: string, colour_code: string, quantity_in_stock: number) => ({
    id: Number(`${size_code.slice(2)}${colour_code === '000000' ? 1 : 0}`),
    sku: size_code + colour_code,
    barcode: null,
    size_code,
    colour_code,
    quantity_in_stock,
  })
  const struck = (name: RegExp) => {
    const { textContent, title } = screen.getByRole('radio', { name }).closest('label')!
    const isStruck = screen.getByRole('radio', { name }).closest('label')!.querySelector('s') !== null
    expect([textContent.endsWith(', sold out'), title === 'Sold out']).toEqual([isStruck, isStruck])
    return isStruck
  }
  const quantity = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' })
  const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  beforeEach(async () => {
    products[0] = aProduct(1, {
      sizes: [
        { id: 1, code: 'UK10', name: 'UK 10' },
        { id: 2, code: 'UK12', name: 'UK 12' },
      ],
      colours: [indigo, black],
      variations: [left('UK10', '23407F', 3), left('UK12', '23407F', 0), left('UK10', '000000', 9)],
    })
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
  })

  it('begins with the first of each, and takes from one to as many as are left, by button or typed', () => {
    expect(
      screen
        .getAllByRole<HTMLInputElement>('radio')
        .filter(({ checked, name }) => checked && name !== 'fit-unit')
        .map(radio => radio.closest('label')!.textContent),
    ).toEqual(['UK 10', 'Indigo'])
    expect(screen.getByText('Only 3 left')).toBeTruthy()
    expect([quantity().value, isOff('One fewer')]).toEqual(['1', true])
    for (const [typed, taken] of [
      ['2', '2'],
      ['99', '3'],
      ['0', '1'],
      ['-4', '1'],
      ['2.5', '1'],
      ['x', '1'],
      ['', '1'],
      [' 3 ', '3'],
    ] as const) {
      fireEvent.change(quantity(), { target: { value: typed } })
      fireEvent.blur(quantity())
      expect([typed, quantity().value]).toEqual([typed, taken])
    }
    expect([isOff('One more'), isOff('One fewer')]).toEqual([true, false])
  })

  it('strikes through what is sold out in what is chosen, says what is left instead, and sells none of it', async () => {
    expect([struck(/UK 10/), struck(/UK 12/), struck(/Indigo/), struck(/Black/)]).toEqual([false, true, false, false])
    fireEvent.click(screen.getByRole('radio', { name: /UK 12/ }))
    await screen.findByText('UK 12 in Indigo is sold out. Indigo is left in UK 10.')
    expect([struck(/UK 10/), struck(/Indigo/), struck(/Black/)]).toEqual([false, true, true])
    expect([
      screen.queryByRole('textbox', { name: 'Quantity' }),
      screen.queryByRole('button', { name: 'Buy Now' }),
    ]).toEqual([null, null])
    for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Sold out' }))
      expect(button.disabled).toBe(true)
    expect(screen.getByRole('button', { name: 'Save to Wishlist' })).toBeTruthy()
  })
})

describe('the policies', () => {
  it('say of delivery what checkout reckons and the shop’s own terms say', async () => {
    terms = {
      delivery_time: 'Delivery takes a week.',
      delivery_fee: 'In Greater Accra you agree the fee with the rider.',
      pick_up: 'Ready after 2 days.',
      service: 'No dogs.',
    }
    open('/policy/shipping')
    await screen.findByText('Delivery takes a week.')
    const words = document.querySelector('article')!.textContent
    for (const expected of [
      'Ready after 2 days.',
      'In Greater Accra you agree the fee with the rider.',
      'other regions',
      'The fee depends on your delivery zone',
      'you pay it with the order',
      'GH₵\u00A02,000.00',
      'No dogs.',
    ])
      expect(words).toContain(expected)
    expect(words).not.toMatch(/not charged with the order|36 working hours|two shop numbers|3 days/)
  })

  it('say until when something may come back in the shop’s own words', async () => {
    terms = { returns: 'Bring it back within 14 days.' }
    open('/policy/returns')
    await screen.findByText('Bring it back within 14 days.')
    expect(document.querySelector('article')!.textContent).not.toContain('3 days')
  })
})
