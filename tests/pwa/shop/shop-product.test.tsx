// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { later, routes } from '#pwa/routes.tsx'
import { recentProducts } from '#pwa/shop/home/recent-products.ts'
import type { Product, ProductImage } from '#sync/protocol/shop/catalogue.ts'
import type { ShopTerms } from '#sync/protocol/shop/shop.ts'
import { costs } from '#tests/support/database/costs.ts'
import { aShop } from '#tests/support/people/letter-facts.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const picture = (id: number): ProductImage => ({
  id,
  alt: null,
  dominant: null,
  colour_code: null,
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
  price_from: 180,
  price_to: 180,
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
  variations: [
    {
      id: 41,
      sku: 'J-41',
      barcode: null,
      size_code: 'UK10',
      colour_code: null,
      quantity_in_stock: 5,
      ...costs(149.99, 180),
    },
  ],
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

  it('show the outline of a garment before any picture is loaded', async () => {
    products = [aProduct(1, { images: [] })]
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    const pictures = screen.getByRole('region', { name: 'Pictures' })
    expect([pictures.querySelector('img'), pictures.querySelectorAll('.lucide-shirt').length]).toEqual([null, 1])
  })

  it('have names of their own, also where two are described alike', async () => {
    const told = ['Jeans, Indigo', 'Jeans, Indigo, from the back', 'Jeans, Indigo', null]
    products = [aProduct(1, { images: told.map((alt, i) => ({ ...picture(i + 1), alt })) })]
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    const pictures = screen.getAllByRole('button', { name: /^Enlarge/ })
    const names = [...told.slice(0, 2), 'Jeans, Indigo, picture 3', 'Jeans 1, picture 4']
    expect(pictures.map(button => button.getAttribute('aria-label'))).toEqual(names.map(name => `Enlarge: ${name}`))
    expect(pictures.map(button => button.querySelector('img')!.alt)).toEqual(names)
  })

  it('move by arrow keys, with the focus, and stop at the ends', async () => {
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

  it('move by Previous and Next, off at the ends, and by choosing one', async () => {
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

describe('a product in two colours', () => {
  const [INDIGO, BLACK] = [
    { code: '23407F', name: 'Indigo' },
    { code: '1B1D23', name: 'Black' },
  ]
  const inColours = (...codes: (string | null)[]) =>
    aProduct(1, {
      colours: [INDIGO, BLACK],
      images: codes.map((colour_code, i) => ({ ...picture(i + 1), colour_code, alt: `Picture ${i + 1}` })),
    })
  const shown = () => screen.getAllByRole('button', { name: /^Enlarge/ }).map(each => each.getAttribute('aria-label'))

  it('shows the pictures of the chosen colour, then those of all colours', async () => {
    products = [inColours(INDIGO.code, BLACK.code, null, BLACK.code)]
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    expect(shown()).toEqual(['Enlarge: Picture 1', 'Enlarge: Picture 3'])
    fireEvent.click(screen.getByRole('radio', { name: /Black/ }))
    expect(shown()).toEqual(['Enlarge: Picture 2', 'Enlarge: Picture 4', 'Enlarge: Picture 3'])
  })

  it('opens in the colour of the first picture, which is the one in lists', async () => {
    products = [inColours(BLACK.code, INDIGO.code)]
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Black/ }).checked).toBe(true)
    expect(shown()).toEqual(['Enlarge: Picture 1'])
  })

  it('shows every picture of a colour without any', async () => {
    products = [inColours(INDIGO.code, INDIGO.code)]
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    fireEvent.click(screen.getByRole('radio', { name: /Black/ }))
    expect(shown()).toHaveLength(2)
  })
})

describe('a product page', () => {
  it('links its neighbours, and shows what was viewed before, latest first', async () => {
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

  it('reports a view once per product', async () => {
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

  it("knows its visitor's name for the day before it reports a view", async () => {
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

  it('shows suggestions', async () => {
    products[0] = aProduct(1, { suggestions: [aProduct(8), aProduct(9)] })
    open('/shop/product/1/jeans-1')
    const others = within((await screen.findByRole('heading', { name: 'Check these out.' })).parentElement!)
    expect(others.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      '/shop/product/8/jeans-8',
      '/shop/product/9/jeans-9',
    ])
  })

  it('corrects a wrong or old name in the address and keeps the rest', async () => {
    const { address } = open('/shop/product/2/trousers?from=chat')
    await heading('Jeans 2')
    await waitFor(() => expect(address()).toBe('/shop/product/2/jeans-2?from=chat'))
  })

  it("is shared by the device's own sheet, or WhatsApp without one", async () => {
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

  it('shows what each size measures, in the unit last read', async () => {
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

  it('promises the same delivery time and return days as the shop’s terms', async () => {
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
    ...costs(100),
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

  it('starts with the first of each, and takes from one to all that are left, by button or typing', () => {
    expect(
      screen
        .getAllByRole<HTMLInputElement>('radio')
        .filter(({ checked, name }) => checked && name !== 'fit-unit')
        .map(radio => radio.closest('label')!.textContent),
    ).toEqual(['UK 10', 'Indigo'])
    expect(screen.getByText('Only 3 left')).toBeTruthy()
    expect([quantity().value, isOff('One fewer')]).toEqual(['1', true])
    const said: (string | null)[] = []
    for (const [typed, taken] of [
      ['2', '2'],
      ['99', '3'],
      ['2.0', 'Enter a whole number, 1 or more.'],
      ['0', 'Enter a whole number, 1 or more.'],
      ['-4', 'Enter a whole number, 1 or more.'],
      ['x', 'Enter a whole number, 1 or more.'],
      ['', 'Enter a whole number, 1 or more.'],
      [' 3 ', '3'],
    ] as const) {
      fireEvent.change(quantity(), { target: { value: typed } })
      fireEvent.blur(quantity())
      const wrong = quantity().getAttribute('aria-invalid') && screen.getByText(taken).textContent
      expect([typed, wrong ?? quantity().value]).toEqual([typed, taken])
      said.push(quantity().closest('div')!.nextSibling!.textContent)
    }
    expect(said.slice(0, 2)).toEqual(['', 'Only 3 left, so we changed the quantity to 3.'])
    expect([isOff('One more'), isOff('One fewer')]).toEqual([true, false])
  })

  it('shows the price of the choice, tells it politely when it changes, and From in lists', async () => {
    cleanup()
    products[1] = aProduct(2, {
      sizes: products[0]!.sizes,
      colours: products[0]!.colours,
      retail_price: 55,
      discount: 5,
      price_from: 50,
      price_to: 69.99,
      variations: [
        { ...left('UK10', '23407F', 3), price: 69.99, price_before: 69.99 },
        { ...left('UK10', '000000', 9), price: 50, price_before: 55 },
      ],
      suggestions: [{ ...aProduct(3), retail_price: 20, discount: 0, price_from: 20, price_to: 30 }],
    })
    open('/shop/product/2/jeans-2')
    const header = (await heading('Jeans 2')).closest('header')!
    const price = header.querySelector('[aria-live=polite]')!
    expect(price.textContent).toMatch(/^GH₵.69\.99$/)
    fireEvent.click(screen.getByRole('radio', { name: /Black/ }))
    expect(price.textContent).toMatch(/^GH₵.50\.00was GH₵.55\.00−9 %$/)
    fireEvent.click(screen.getByRole('radio', { name: /UK 12/ }))
    expect(price.textContent).toMatch(/^From GH₵.50\.00was GH₵.55\.00−9 %$/)
    expect(screen.getByText(/20\.00/).textContent).toMatch(/^From GH₵.20\.00$/)
  })

  it('strikes through what is sold out in the choice, says what is left instead, and sells none of it', async () => {
    expect([struck(/UK 10/), struck(/UK 12/), struck(/Indigo/), struck(/Black/)]).toEqual([false, true, false, false])
    fireEvent.click(screen.getByRole('radio', { name: /UK 12/ }))
    await screen.findByText('UK 12 in Indigo is sold out. Indigo is available in UK 10.')
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
  it('say of delivery what checkout charges and the shop’s terms say', async () => {
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

  it('say how one can pay, beside the buttons and at the foot of the page', async () => {
    open('/shop/product/1/jeans-1')
    await heading('Jeans 1')
    const namesIn = (part: HTMLElement) =>
      [...within(part).getByRole('list', { name: 'Payment methods' }).children].map(mark => mark.textContent)
    const told = ['MTN MoMo', 'Telecel Cash', 'AT Money', 'Visa', 'Mastercard']
    expect(['main', 'contentinfo'].map(role => namesIn(screen.getByRole(role)))).toEqual([told, told])
  })

  it('say until when returns are possible in the shop’s words', async () => {
    terms = { returns: 'Bring it back within 14 days.' }
    open('/policy/returns')
    await screen.findByText('Bring it back within 14 days.')
    expect(document.querySelector('article')!.textContent).not.toContain('3 days')
  })
})
