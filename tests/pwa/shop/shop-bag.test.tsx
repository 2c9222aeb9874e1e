// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unsay } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { forget, welcome, welcomeGuest } from '#pwa/session/session.ts'
import { later, routes } from '#pwa/routes.tsx'
import { wishes } from '#pwa/shop/bag/wishes.ts'
import type { CartItem } from '#sync/protocol/shop/cart.ts'
import type { Product } from '#sync/protocol/shop/catalogue.ts'
import { costs } from '#tests/support/database/costs.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

function listed(data: unknown[], url = '') {
  const page = Number(new URL(url, 'http://shop.test').searchParams.get('page')) || 1
  return {
    data: data.slice((page - 1) * 100, page * 100),
    total: data.length,
    last_page: Math.max(1, Math.ceil(data.length / 100)),
    current_page: page,
    per_page: 100,
  }
}
const jeans: Product = {
  id: 3,
  slug: 'slim-jeans',
  name: 'Slim jeans',
  category_id: 1,
  category: { id: 1, name: 'Jeans' },
  retail_price: 180,
  discount: 30.01,
  price_from: 149.99,
  price_to: 149.99,
  status_code: 'LIVE',
  views: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  favorited: false,
  images: [],
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
  previous: null,
  next: null,
  suggestions: [],
}
const aLine = (changes: Partial<CartItem> = {}): CartItem => ({
  id: 9,
  quantity: 2,
  product_variation_id: 41,
  changes: [],
  updated_at: '2026-01-01T00:00:00.000Z',
  product_variation: {
    id: 41,
    sku: 'J-41',
    size_code: 'UK10',
    colour_code: null,
    quantity_in_stock: 5,
    size: jeans.sizes[0]!,
    colour: null,
    retail_price: null,
    discount: null,
    price: 149.99,
    product: jeans,
  },
  ...changes,
})

/**
 * The shop at the other end: what it holds, whether it can be reached, and what its first answer about the bag, or
 * those to changes, wait for.
 */
let shop: {
  lines: CartItem[]
  marked: number[]
  away: boolean
  refuses: boolean
  held: Promise<void> | null
  slow: Promise<void> | null
}
let calls: Call[]
const REFUSAL = {
  message: 'Please correct the errors shown.',
  code: 'validation',
  errors: { quantity: ['Only 1 left.'] },
}

async function answer({ method, url, body }: Call): Promise<Response> {
  if (shop.away) throw new TypeError('Failed to fetch')
  const [path = ''] = url.split('?')
  if (path === '/api/guest' || path === '/api/token/refresh') return json({ token: 'g', user: null }, 201)
  if (path === '/api/products/3') return json({ product: jeans })
  if (method === 'PATCH' && shop.slow) await shop.slow
  if (method !== 'GET' && shop.refuses) return json(REFUSAL, 422)
  if (method === 'GET' && path === '/api/cart' && shop.held) {
    const [before, held] = [json({ cart_items: listed(shop.lines) }), shop.held]
    shop.held = null
    return held.then(() => before)
  }
  if (method === 'POST' && path === '/api/cart')
    shop.lines = [aLine({ quantity: (JSON.parse(body) as { quantity: number }).quantity })]
  if (method === 'PATCH' && path.startsWith('/api/cart'))
    shop.lines = shop.lines.map(line => ({
      ...line,
      changes: [],
      quantity: (JSON.parse(body) as { quantity?: number }).quantity ?? line.quantity,
    }))
  if (method === 'DELETE' && path === '/api/cart/9') shop.lines = []
  if (method === 'POST' && path === '/api/wishlist') shop.marked = [3]
  if (method === 'DELETE' && path === '/api/wishlist/3') shop.marked = []
  if (path.startsWith('/api/wishlist'))
    return json({
      message: 'Done.',
      wishlist_items: listed(shop.marked.map(id => ({ id, product_id: id, product: jeans, changes: [] }))),
      unavailable: 0,
      unavailable_items: [],
    })
  if (path.startsWith('/api/cart'))
    return json({ cart_items: listed(shop.lines, url), cart_item: shop.lines[0], message: 'Done.' })
  return json({ message: 'Page not found.', code: 'not_found' }, 404)
}

function open(path: string) {
  const router = showRoutes(routes, [path], later)
  return router
}
const asked = (name: string) => calls.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === name)
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })

beforeEach(() => {
  shop = { lines: [], marked: [], away: false, refuses: false, held: null, slow: null }
  calls = shopThatAnswers(answer)
})
afterEach(() => {
  act(unsay)
})

describe('a stranger', () => {
  it.each([
    ['/cart', 'Your Cart Is Empty'],
    ['/wishlist', 'Your Wishlist Is Empty'],
  ])('finds %s empty without asking the shop', async (path, words) => {
    open(path)
    await screen.findByText(words)
    expect(screen.getByRole('link', { name: 'Go to the shop' }).getAttribute('href')).toBe('/shop')
    expect([asked('GET /api/cart'), asked('GET /api/wishlist'), asked('POST /api/guest')]).toEqual([[], [], []])
    expect(screen.getByRole('link', { name: 'Cart' }).textContent).toBe('')
  })

  it('becomes a guest with the first thing in the bag, and the count follows', async () => {
    open('/shop/product/3/slim-jeans')
    fireEvent.click(await button('One more'))
    fireEvent.click(screen.getAllByRole('button', { name: 'Add to Shopping Bag' })[0]!)
    await screen.findByText('Added to your shopping bag.')
    await screen.findByRole('link', { name: 'Cart, 2 in it' })
    expect(
      calls.map(({ method, url }) => `${method} ${url}`).filter(call => /guest|POST \/api\/cart/.test(call)),
    ).toEqual(['POST /api/guest', 'POST /api/cart'])
    expect(JSON.parse(asked('POST /api/cart')[0]!.body)).toEqual({ product_variation_id: 41, quantity: 2 })
  })

  it('sees what was added while the bag was first loading', async () => {
    let release = () => {}
    shop.held = new Promise(resolve => {
      release = resolve
    })
    act(() => welcomeGuest('g'))
    open('/shop/product/3/slim-jeans')
    await waitFor(() => expect(asked('GET /api/cart')).toHaveLength(1))
    fireEvent.click((await screen.findAllByRole('button', { name: 'Add to Shopping Bag' }))[0]!)
    await screen.findByText('Added to your shopping bag.')
    act(() => release())
    await screen.findByRole('link', { name: 'Cart, 1 in it' })
  })

  it('goes to checkout with Buy Now', async () => {
    const router = open('/shop/product/3/slim-jeans')
    fireEvent.click(await button('Buy Now'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/checkout'))
    expect((await screen.findAllByText('GH₵ 149.99')).length).toBeGreaterThan(0)
  })

  it('reads the server’s words on a refusal, and the count is loaded all the same', async () => {
    act(() => welcomeGuest('g'))
    shop.refuses = true
    open('/shop/product/3/slim-jeans')
    await waitFor(() => expect(asked('GET /api/cart')).toHaveLength(1))
    fireEvent.click((await screen.findAllByRole('button', { name: 'Add to Shopping Bag' }))[0]!)
    expect((await screen.findByRole('alert')).textContent).toContain('Only 1 left.')
    await waitFor(() => expect(asked('GET /api/cart')).toHaveLength(2))
  })
})

describe('the bag', () => {
  beforeEach(() => {
    shop.lines = [aLine()]
    act(() => welcomeGuest('g'))
  })

  it('shows all pages of two merged bags', async () => {
    shop.lines = Array.from({ length: 120 }, (_, i) =>
      aLine({
        id: 9 + i,
        quantity: 1,
        product_variation: { ...aLine().product_variation, id: 41 + i, sku: `J-${41 + i}` },
      }),
    )
    open('/cart')
    await screen.findAllByText('Slim jeans')
    expect(screen.getAllByRole('button', { name: 'Remove Slim jeans' })).toHaveLength(120)
    expect(asked('GET /api/cart').map(({ url }) => new URL(url, 'http://shop.test').searchParams.get('page'))).toEqual([
      null,
      '2',
    ])
  })

  it('shows each line with its total, sends quick taps as one, and removes', async () => {
    open('/cart')
    await screen.findByText('Slim jeans')
    expect(screen.getAllByText('GH₵ 299.98')).toHaveLength(2)
    const more = screen.getByRole('button', { name: 'One more' })
    fireEvent.click(more)
    fireEvent.click(more)
    await waitFor(() => expect(screen.getAllByText('GH₵ 599.96')).toHaveLength(2))
    expect(asked('PATCH /api/cart/9').map(({ body }) => JSON.parse(body) as object)).toEqual([{ quantity: 4 }])
    fireEvent.click(screen.getByRole('button', { name: 'Remove Slim jeans' }))
    await screen.findByText('Your Cart Is Empty')
  })

  it("returns to the shop's state when a change is refused, and says why", async () => {
    shop.refuses = true
    open('/cart')
    fireEvent.click(await button('One more'))
    await screen.findByText('Only 1 left.')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Slim jeans' }).value).toBe('2')
  })

  it('is ordered with the quantity typed just before Checkout', async () => {
    let letGo = () => {}
    shop.slow = new Promise(resolve => {
      letGo = resolve
    })
    const router = open('/cart')
    const quantity = await screen.findByRole('textbox', { name: 'Quantity of Slim jeans' })
    fireEvent.change(quantity, { target: { value: '3' } })
    fireEvent.blur(quantity)
    fireEvent.click(screen.getByRole('link', { name: 'Checkout' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/checkout'))
    await waitFor(() => expect(asked('PATCH /api/cart/9').map(({ body }) => body)).toEqual(['{"quantity":3}']))
    await screen.findByRole('heading', { name: 'Checkout' })
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Information' })).toBeNull())
    act(letGo)
    await screen.findByRole('form', { name: 'Information' })
    expect(screen.getAllByText('GH₵ 449.97').length).toBeGreaterThan(0)
    expect(screen.queryByText('GH₵ 299.98')).toBeNull()
  })

  it('shows a refusal of a change after its page was left', async () => {
    let letGo = () => {}
    shop.slow = new Promise(resolve => {
      letGo = resolve
    })
    shop.refuses = true
    const router = open('/cart')
    fireEvent.click(await button('One more'))
    await act(() => router.navigator.push('/shop'))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'In Your Bag' })).toBeNull())
    act(letGo)
    await screen.findByText('Slim jeans: Only 1 left.')
  })

  it('names changes until read, and leaves unavailable goods out of the total', async () => {
    shop.lines = [
      aLine({ changes: [{ code: 'price', was: 120, now: 149.99 }] }),
      aLine({ id: 10, product_variation_id: 42, changes: [{ code: 'sold_out', was: 2, now: 0 }] }),
    ]
    open('/cart')
    await screen.findByText('The price went up from GH₵ 120.00 to GH₵ 149.99.')
    expect(screen.getByText('Sold out for now. It is not part of the total.')).toBeTruthy()
    expect(within(screen.getByRole('complementary', { name: 'Total' })).getByText('GH₵ 299.98')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Got it' }))
    await waitFor(() => expect(screen.queryByText('One item changed since you were last here')).toBeNull())
    expect(asked('PATCH /api/cart/9').map(({ body }) => body)).toEqual(['{}'])
  })

  it('stays readable offline, with its time, and waits', async () => {
    open('/cart')
    await screen.findByText('Slim jeans')
    cleanup()
    queries.clear()
    shop.away = true
    open('/cart')
    expect((await screen.findByText(/^No connection: as of \d+:\d\d [ap]m$/)).parentElement!.textContent).toContain(
      'change your bag when you are back online',
    )
    expect(screen.getByText('Slim jeans')).toBeTruthy()
    for (const name of ['One more', 'One fewer', 'Remove Slim jeans'])
      expect([name, screen.getByRole<HTMLButtonElement>('button', { name }).disabled]).toEqual([name, true])
  })

  it('says so as soon as the network is lost, and no longer once it is back', async () => {
    open('/cart')
    await screen.findByText('Slim jeans')
    shop.away = true
    act(() => {
      dispatchEvent(new Event('offline'))
    })
    await screen.findByText(/^No connection: as of \d+:\d\d [ap]m$/)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Checkout' }).disabled).toBe(true)
    shop.away = false
    act(() => {
      dispatchEvent(new Event('online'))
    })
    await waitFor(() => expect(screen.queryByText(/^No connection/)).toBeNull())
    expect(screen.getByRole('link', { name: 'Checkout' })).toBeTruthy()
  })

  it('belongs to the next person who signs in, and to nobody after signing out', async () => {
    open('/cart')
    await screen.findByText('Slim jeans')
    cleanup()
    shop.away = true
    act(() => welcome('t', aUser({ role_code: 'CUSTOMER' })))
    open('/cart')
    await screen.findByText('Your bag could not be loaded.')
    expect(Object.keys(localStorage).some(key => key.startsWith('copy '))).toBe(true)
    act(forget)
    expect(Object.keys(localStorage).some(key => key.startsWith('copy '))).toBe(false)
  })

  it('follows another tab', async () => {
    open('/cart')
    await screen.findByText('Slim jeans')
    shop.lines = []
    const other = new BroadcastChannel('gathered')
    other.postMessage('GET /api/cart')
    expect(await screen.findByText('Your Cart Is Empty')).toBeTruthy()
    other.close()
  })
})

describe('a heart', () => {
  it('fills at once, counts, and empties again', async () => {
    open('/shop/product/3/slim-jeans')
    fireEvent.click(await button('Save to Wishlist'))
    await button('Remove from Wishlist')
    await screen.findByRole('link', { name: 'Wishlist, 1 saved' })
    await waitFor(() => expect(shop.marked).toEqual([3]))
    fireEvent.click(await button('Remove from Wishlist'))
    await waitFor(() => expect(shop.marked).toEqual([]))
    await screen.findByRole('link', { name: 'Wishlist' })
  })

  it('of a stranger stays filled until the list is loaded', async () => {
    let letGo = () => {}
    const come = new Promise<void>(resolve => {
      letGo = resolve
    })
    calls = shopThatAnswers(async call => {
      const [reply] = await Promise.all([
        answer(call),
        call.method === 'GET' && call.url.startsWith('/api/wishlist') ? come : null,
      ])
      return reply
    })
    open('/shop/product/3/slim-jeans')
    fireEvent.click(await button('Save to Wishlist'))
    await waitFor(() => expect([shop.marked, asked('GET /api/wishlist').length > 0]).toEqual([[3], true]))
    await act(async () => {})
    expect(getDefaultStore().get(wishes)).toEqual({ 3: true })
    expect(screen.getByRole('button', { name: 'Remove from Wishlist' })).toBeTruthy()
    act(letGo)
    await waitFor(() => expect(getDefaultStore().get(wishes)).toEqual({}))
    expect(screen.getByRole('button', { name: 'Remove from Wishlist' })).toBeTruthy()
  })

  it('returns to its old state when the shop refuses, with the reason', async () => {
    shop.refuses = true
    open('/shop/product/3/slim-jeans')
    fireEvent.click(await button('Save to Wishlist'))
    await screen.findByText('Only 1 left.')
    await button('Save to Wishlist')
    expect(getDefaultStore().get(wishes)).toEqual({})
  })

  it('pressed offline waits in this browser, says so, and is sent later', async () => {
    open('/shop/product/3/slim-jeans')
    const heart = await button('Save to Wishlist')
    shop.away = true
    fireEvent.click(heart)
    await screen.findByText('You are offline. We saved this here and will add it to your wishlist later.')
    await screen.findByRole('link', { name: 'Wishlist, 1 saved' })
    expect(JSON.parse(localStorage.getItem('wishes')!)).toEqual({ 3: true })
    shop.away = false
    act(() => {
      dispatchEvent(new Event('online'))
    })
    await waitFor(() => expect(shop.marked).toEqual([3]))
    await waitFor(() => expect(getDefaultStore().get(wishes)).toEqual({}))
    await button('Remove from Wishlist')
  })
})
