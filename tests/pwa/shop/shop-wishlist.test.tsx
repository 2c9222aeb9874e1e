// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unsay } from '#pwa/lib/notice.ts'
import { queries } from '#pwa/lib/queries.ts'
import { welcomeGuest } from '#pwa/session/session.ts'
import { later, routes } from '#pwa/routes.tsx'
import type { ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { WishChange } from '#sync/protocol/shop/wishlist.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const aProduct = (id: number, name: string): ProductSummary => ({
  id,
  slug: `product-${id}`,
  name,
  category_id: 1,
  category: { id: 1, name: 'Jeans' },
  retail_price: 180,
  discount: 30.01,
  price_from: 149.99,
  price_to: 149.99,
  status_code: 'LIVE',
  views: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  favorited: true,
  images: [],
  sizes: [],
  colours: [],
  in_stock: true,
})
const listed = <Row,>(data: Row[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 100 })
const marked = (id: number, name: string, changes: WishChange[] = []) => ({
  id,
  product_id: id,
  product: aProduct(id, name),
  changes,
})

let list: ReplyOf<'GET /api/wishlist'>
let away: boolean
let calls: Call[]
let cut: number

function answer({ method, url }: Call): Response {
  if (away) throw new TypeError('Failed to fetch')
  const [path = ''] = url.split('?')
  if (path === '/api/token/refresh') return json({ token: 'g', user: null })
  if (path === '/api/login' || path === '/api/register')
    return json({
      message: `Welcome.${cut ? ' We reduced one item in your bag to what is in stock.' : ''}`,
      token: 't',
      user: aUser({ role_code: 'CUSTOMER' }),
      ...(cut > 0 && { cut }),
    })
  if (path === '/api/cart') return json({ cart_items: listed([]) })
  if (method === 'PATCH' && path === '/api/wishlist')
    list.wishlist_items.data = list.wishlist_items.data.map(item => ({ ...item, changes: [] }))
  if (method === 'DELETE') list = { ...list, unavailable: 0, unavailable_items: [] }
  if (path.startsWith('/api/wishlist')) return json({ message: 'Done.', ...list })
  return json({ message: 'Page not found.', code: 'not_found' }, 404)
}
const open = (path: string) => showRoutes(routes, [path], later)
const asked = (name: string) => calls.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === name).length

beforeEach(() => {
  list = {
    wishlist_items: listed([marked(3, 'Slim jeans'), marked(4, 'Oxford shirt')]),
    unavailable: 0,
    unavailable_items: [],
  }
  away = false
  cut = 0
  calls = shopThatAnswers(answer)
})
afterEach(() => {
  act(unsay)
})

describe('the wishlist', () => {
  beforeEach(() => act(() => welcomeGuest('g')))

  it('names what changed about each product until it is read', async () => {
    list.wishlist_items = listed([
      marked(3, 'Slim jeans', [{ code: 'price', was: 180, now: 149.99 }, { code: 'back' }]),
      marked(4, 'Oxford shirt', [{ code: 'sold_out' }]),
      marked(5, 'Belt'),
    ])
    open('/wishlist')
    const title = await screen.findByText('2 items changed since you were last here')
    expect([...title.parentElement!.querySelectorAll('li')].map(line => line.textContent)).toEqual([
      'Slim jeans: The price dropped from GH₵\u00A0180.00 to GH₵\u00A0149.99. Back in stock.',
      'Oxford shirt: Sold out for now.',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Got it' }))
    await waitFor(() => expect(screen.queryByText(/since you were last here/)).toBeNull())
    expect([asked('PATCH /api/wishlist'), screen.getAllByRole('article')]).toEqual([
      1,
      expect.objectContaining({ length: 3 }),
    ])
  })

  it('names what is not for sale, which can be removed', async () => {
    list = { wishlist_items: listed([]), unavailable: 1, unavailable_items: [{ product_id: 9, name: 'Kente jacket' }] }
    open('/wishlist')
    await screen.findByText('Kente jacket')
    expect(screen.queryByText('Your Wishlist Is Empty')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Remove Kente jacket' }))
    await screen.findByText('Your Wishlist Is Empty')
    expect(asked('DELETE /api/wishlist/9')).toBe(1)
  })

  it('stays readable offline, with its time; a removal shows here at once and is sent later', async () => {
    list.wishlist_items.data[1]!.changes = [{ code: 'sold_out' }]
    open('/wishlist')
    await screen.findByRole('link', { name: 'Slim jeans' })
    cleanup()
    queries.clear()
    away = true
    open('/wishlist')
    expect((await screen.findByText(/^No connection: as of \d+:\d\d [ap]m$/)).parentElement!.textContent).toContain(
      'Your changes are saved here and sent later.',
    )
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Got it' })).disabled).toBe(true)
    fireEvent.click(await screen.findByRole('button', { name: 'Save Slim jeans to wishlist' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Slim jeans' })).toBeNull())
    await screen.findByText(/One change is saved here and will be sent later/)
    away = false
    act(() => {
      dispatchEvent(new Event('online'))
    })
    await waitFor(() => expect(asked('DELETE /api/wishlist/3')).toBeGreaterThan(0))
  })

  it('shows what this device last knew until it is loaded again, so that hearts need not wait', async () => {
    open('/wishlist')
    await screen.findByRole('link', { name: 'Wishlist, 2 saved' })
    cleanup()
    queries.clear()
    list.wishlist_items = listed([marked(4, 'Oxford shirt')])
    let letGo = () => {}
    const come = new Promise<void>(resolve => {
      letGo = resolve
    })
    calls = shopThatAnswers(async call => {
      if (call.url.startsWith('/api/wishlist')) await come
      return answer(call)
    })
    open('/wishlist')
    await screen.findByRole('link', { name: 'Wishlist, 2 saved' })
    expect([asked('GET /api/wishlist'), screen.queryByText(/^No connection/)]).toEqual([1, null])
    act(letGo)
    await screen.findByRole('link', { name: 'Wishlist, 1 saved' })
    expect(screen.queryByRole('link', { name: 'Slim jeans' })).toBeNull()
  })

  it('ignores what an older build of the app stored', async () => {
    localStorage.setItem(
      'copy GET /api/wishlist',
      JSON.stringify({
        whose: 'guest',
        at: Date.now(),
        reply: {
          wishlist_items: listed([{ id: 3, product_id: 3, product: aProduct(3, 'Slim jeans') }]),
          unavailable: 0,
        },
      }),
    )
    away = true
    open('/wishlist')
    await screen.findByText('Your wishlist could not be loaded.')
    expect(screen.queryByText('Slim jeans')).toBeNull()
  })
})

describe('somebody who signs in with a bag', () => {
  const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })

  it.each([0, 1])('is told how many lines were cut: %i', async lines => {
    cut = lines
    const router = open('/login?redirect=/wishlist')
    await screen.findByRole('heading', { name: 'Login' })
    type('Email', 'ama@shop.test')
    type('Password', 'Demo-1234')
    fireEvent.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/wishlist'))
    const notice = () => screen.queryByText('Welcome. We reduced one item in your bag to what is in stock.')
    await waitFor(() =>
      expect([
        notice() !== null,
        screen.queryByRole('link', { name: 'Your bag' })?.getAttribute('href') ?? null,
      ]).toEqual(lines ? [true, '/cart'] : [false, null]),
    )
  })

  it('is told when registering too', async () => {
    cut = 1
    open('/register')
    await screen.findByRole('heading', { name: 'Create an account' })
    for (const [name, value] of [
      ['Name', 'Esi Owusu'],
      ['Email', 'esi@shop.test'],
      ['Phone', '0244123456'],
      ['Password', 'kente-and-denim'],
    ] as const)
      type(name, value)
    fireEvent.change(document.querySelector('[name=password_confirmation]')!, { target: { value: 'kente-and-denim' } })
    fireEvent.submit(document.querySelector('main form')!)
    expect(await screen.findByText('Welcome. We reduced one item in your bag to what is in stock.')).toBeTruthy()
  })
})
