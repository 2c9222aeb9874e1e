// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { welcome } from '#pwa/session/session.ts'
import { later, routes } from '#pwa/routes.tsx'
import { aShop } from '#tests/support/people/letter-facts.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const emptyPage = { data: [], total: 0, last_page: 1, current_page: 1, per_page: 12 }
const SHOP = {
  ...aShop(),
  hours: [{ days: 'Sunday', hours: 'closed' }],
  announcements: ['WELCOME!', 'UP TO 50% DISCOUNTS ON PRODUCTS'],
}

function answer({ url }: Call): Response {
  if (url === '/api/shop') return json({ shop: SHOP })
  if (url.startsWith('/api/products?'))
    return json({ products: emptyPage, facets: { categories: [], sizes: [], colours: [], price: { min: 0, max: 0 } } })
  if (url.startsWith('/api/categories'))
    return json({ categories: { ...emptyPage, data: [{ id: 4, name: 'Cargo Pants', icon_image: null }] } })
  if (url.startsWith('/api/staff/orders?')) return json({ orders: emptyPage })
  return json({ message: 'Page not found.', code: 'not_found' }, 404)
}

function open(path: string) {
  const router = showRoutes(routes, [path], later)
  return router
}

beforeEach(() => {
  shopThatAnswers(answer)
})

afterEach(() => {
  vi.useRealTimers()
})

describe('finding the way', () => {
  it('lets the browser share the shown page by the address the server gave the first one', async () => {
    const link = Object.assign(document.createElement('link'), { rel: 'canonical', href: 'https://shop.test/about' })
    document.head.append(link)
    const router = open('/about')
    await screen.findByRole('heading', { level: 1 })
    expect(link.href).toBe('https://shop.test/about')
    await act(() => router.visit('/contact'))
    await waitFor(() => expect(link.href).toBe('https://shop.test/contact'))
    link.remove()
  })

  it.each(['/404', '/page-not-found', '/nowhere'])('says at %s that the page does not exist', async path => {
    open(path)
    expect(await screen.findByText('Page not found.')).toBeTruthy()
    expect(screen.getByText("Oops. We can't seem to find this.")).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('Selvedge | Page not found'))
  })

  it('sends somebody who opens a deleted product to /404', async () => {
    const router = open('/shop/product/999/gone')
    await waitFor(() => expect(router.state.location.pathname).toBe('/404'))
  })

  it('asks a stranger at the back office to sign in and remembers the way back', async () => {
    const router = open('/staff/orders?page=2')
    await screen.findByRole('heading', { name: 'Login' })
    expect(router.state.location.search).toBe(`?redirect=${encodeURIComponent('/staff/orders?page=2')}`)
  })

  it.each([
    ['/about?from=letter', `/login?redirect=${encodeURIComponent('/about?from=letter')}`],
    ['/reset-password?token=x&email=ama%40mail.test', '/login'],
    ['/forgot-passwrd', '/login'],
    ['/register', '/login'],
  ])('leads from %s to the login by %s, never back to a way in', async (path, to) => {
    open(path)
    await screen.findByRole('heading', { level: 1 })
    expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Login' }).getAttribute('href')).toBe(to)
  })

  it.each([
    ['a customer', 'CUSTOMER', '/account-area/orders?page=2'],
    ['staff', 'MANAGER', '/staff/orders?page=2'],
  ] as const)(
    'asks %s with an ended session to sign in, remembers the way back, and forgets the person',
    async (_, role_code, path) => {
      const calls = shopThatAnswers(call =>
        /^\/api\/(shop|categories)/.test(call.url)
          ? answer(call)
          : json({ message: 'Please sign in.', code: 'unauthenticated' }, 401),
      )
      act(() => welcome('old', aUser({ role_code })))
      const router = open(path)
      await screen.findByRole('heading', { name: 'Login' })
      expect(router.state.location.search).toBe(`?redirect=${encodeURIComponent(path)}`)
      expect([localStorage.getItem('signed_in'), calls.filter(({ url }) => url === '/api/guest')]).toEqual(['null', []])
    },
  )

  it('shows a customer nothing of the back office, and a manager no users', async () => {
    act(() => welcome('t', aUser({ role_code: 'CUSTOMER' })))
    const turnedAway = open('/staff/orders')
    await waitFor(() => expect(turnedAway.state.location.pathname).toBe('/404'))
    cleanup()
    act(() => welcome('t', aUser()))
    const router = open('/staff/users')
    await waitFor(() => expect(router.state.location.pathname).toBe('/404'))
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
    expect(await screen.findByRole('link', { name: 'Store Order' })).toBeTruthy()
  })

  it('lists orders being processed by default', async () => {
    const calls = shopThatAnswers(answer)
    act(() => welcome('t', aUser()))
    open('/staff/orders')
    await screen.findByText('No orders found.')
    const asked = calls.find(({ url }) => url.startsWith('/api/staff/orders?'))!
    expect(Object.fromEntries(new URL(asked.url, 'http://shop.test').searchParams)).toMatchObject({
      page: '1',
      per_page: '12',
      status_code: 'PROCESSING',
    })
  })
})

describe('the shop', () => {
  const announced = () =>
    within(screen.getByRole('region', { name: 'Announcements' }))
      .getAllByText(/\w/)
      .filter(line => !line.hasAttribute('aria-hidden'))
      .map(({ textContent }) => textContent)

  it('rotates its announcements every five seconds until paused', async () => {
    open('/')
    await screen.findByText('WELCOME!')
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Pause announcements' }))
    fireEvent.click(screen.getByRole('button', { name: 'Play announcements' }))
    expect(announced()).toEqual(['WELCOME!'])
    void act(() => vi.advanceTimersByTime(4999))
    expect(announced()).toEqual(['WELCOME!'])
    void act(() => vi.advanceTimersByTime(1))
    expect(announced()).toEqual(['UP TO 50% DISCOUNTS ON PRODUCTS'])
    fireEvent.click(screen.getByRole('button', { name: 'Pause announcements' }))
    void act(() => vi.advanceTimersByTime(20_000))
    expect(announced()).toEqual(['UP TO 50% DISCOUNTS ON PRODUCTS'])
    fireEvent.click(screen.getByRole('button', { name: 'Play announcements' }))
    void act(() => vi.advanceTimersByTime(5000))
    expect(announced()).toEqual(['WELCOME!'])
  })

  it('keeps its announcements still for people who prefer that, until they ask', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('prefers-reduced-motion: reduce') }))
    open('/')
    await screen.findByText('WELCOME!')
    vi.useFakeTimers()
    void act(() => vi.advanceTimersByTime(20_000))
    expect(announced()).toEqual(['WELCOME!'])
    fireEvent.click(screen.getByRole('button', { name: 'Play announcements' }))
    void act(() => vi.advanceTimersByTime(5000))
    expect(announced()).toEqual(['UP TO 50% DISCOUNTS ON PRODUCTS'])
  })

  it('requests the category, words and order of the address', async () => {
    const calls = shopThatAnswers(answer)
    open('/shop?category=6,7&search=top&sort=price-low-to-high')
    await screen.findByText('No products found.')
    const asked = new URL(calls.find(({ url }) => url.startsWith('/api/products?'))!.url, 'http://shop.test')
      .searchParams
    expect([
      asked.getAll('categories[]'),
      asked.get('search_text'),
      asked.get('order_column'),
      asked.get('order_direction'),
      asked.get('per_page'),
    ]).toEqual([['6', '7'], 'top', 'products.retail_price', 'asc', '12'])
  })
})

describe('signing in', () => {
  it('shows the server’s words, keeps what was typed, and returns to the old page', async () => {
    let wrong = true
    shopThatAnswers(call => {
      if (call.url !== '/api/login') return answer(call)
      return wrong
        ? json({ message: 'Email or password is wrong.', code: 'unauthenticated' }, 401)
        : json({ message: 'Welcome.', token: 't', user: aUser({ role_code: 'CUSTOMER' }) })
    })
    const router = open('/login?redirect=/about')
    const email = await screen.findByLabelText<HTMLInputElement>('Email')
    fireEvent.change(email, { target: { value: 'ama@shop.test' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Demo-1234' } })
    fireEvent.click(screen.getByRole('button', { name: 'Login' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Email or password is wrong.')
    expect(email.value).toBe('ama@shop.test')
    wrong = false
    fireEvent.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/about'))
  })
})
