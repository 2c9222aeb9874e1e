// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { takeDrawing } from '#pwa/browser/take-drawing.ts'
import { listenForInstall } from '#pwa/browser/install.ts'
import { queries } from '#pwa/lib/queries.ts'
import { later, routes } from '#pwa/routes.tsx'
import { KEPT_AT, STALE, STALE_TIMING, type Product } from '#sync/protocol/shop/catalogue.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const jeans: Product = {
  id: 3,
  slug: 'slim-jeans',
  name: 'Slim jeans',
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
  images: [],
  sizes: [],
  colours: [],
  in_stock: true,
  description: '',
  features: [],
  variations: [],
  fit: [],
  previous: null,
  next: null,
  suggestions: [],
}
/** When the copies came that the worker gives; null where the shop answers itself. */
let kept: string | null
/** The shop answers from memory, because its database is away. */
let isStale: boolean
function answer({ url }: Call): Response {
  const [path = ''] = url.split('?')
  const body =
    path === '/api/products/3'
      ? { product: jeans }
      : path === '/api/products'
        ? {
            products: { data: [jeans], total: 1, last_page: 1, current_page: 1, per_page: 12 },
            facets: { categories: [], sizes: [], colours: [], price: { min: 1, max: 2 } },
          }
        : null
  if (!body) return json({ message: 'Page not found.', code: 'not_found' }, 404)
  return Response.json(body, { headers: { ...(kept && { [KEPT_AT]: kept }), ...(isStale && { [STALE]: '1' }) } })
}
const open = (path: string) => showRoutes(routes, [path], later)

beforeEach(() => {
  localStorage.clear()
  kept = null
  isStale = false
  shopThatAnswers(answer)
})

describe('goods shown from this device’s copy', () => {
  it.each(['/', '/shop', '/shop/product/3/slim-jeans'])(
    'say on %s since when, until the shop answers again',
    async path => {
      kept = new Date(2026, 0, 5, 10, 42).toJSON()
      open(path)
      expect((await screen.findByText(/^No connection: as of .*Jan.*10:42 am$/)).parentElement!.textContent).toContain(
        'Prices and stock may have changed.',
      )
      await waitFor(() => expect(queries.isFetching()).toBe(0))
      expect(screen.getAllByText('GH₵ 180.00').length).toBeGreaterThan(0)
      kept = null
      await act(() => queries.invalidateQueries())
      await waitFor(() => expect(screen.queryByText(/^No connection/)).toBeNull())
      expect(screen.getAllByText('GH₵ 180.00').length).toBeGreaterThan(0)
    },
  )
})

describe('goods the shop shows from memory', () => {
  it.each(['/', '/shop', '/shop/product/3/slim-jeans'])(
    'say on %s that prices may be out of date while the database is away, and stop when it is back',
    async path => {
      isStale = true
      open(path)
      const note = (await screen.findByText('Prices may be out of date')).closest('[role=status]')!
      expect(note.textContent).toContain('checkout shows the current price')
      expect(screen.getAllByText('GH₵ 180.00').length).toBeGreaterThan(0)
      isStale = false
      await act(() => queries.invalidateQueries())
      await waitFor(() => expect(screen.queryByText('Prices may be out of date')).toBeNull())
    },
  )
})

it.each([true, false])('loads again at once what was drawn from memory: %s', stale => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { serverTiming: stale ? [{ name: STALE_TIMING }] : [] } as unknown as PerformanceEntry,
  ])
  const key = ['GET /api/shop', null, null]
  const drawing = { path: '/', drawn_for: 'all', replies: [[key, {}]] }
  document.body.innerHTML = `<div id="root"><p></p></div><script id="drawing" type="application/json">${JSON.stringify(drawing)}</script>`
  takeDrawing(document.getElementById('root')!)
  expect(queries.getQueryState(key)!.dataUpdatedAt === 0).toBe(stale)
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

describe('the install prompt', () => {
  const lookAround = () => localStorage.setItem('install', JSON.stringify({ pages: 4, last: '/', notBefore: 0 }))
  const question = () => screen.queryByRole('region', { name: 'Install the shop' })

  it('appears when the browser offers it to somebody who has browsed, passes on a yes, and respects a no for a month', async () => {
    lookAround()
    listenForInstall()
    const prompt = vi.fn<() => Promise<void>>(async () => {})
    const offer = () =>
      act(() => {
        dispatchEvent(
          Object.assign(new Event('beforeinstallprompt'), {
            prompt,
            userChoice: Promise.resolve({ outcome: 'accepted' }),
          }),
        )
      })
    open('/shop')
    await screen.findByText('Slim jeans')
    expect(question()).toBeNull()
    offer()
    fireEvent.click(await screen.findByRole('button', { name: 'Install' }))
    await waitFor(() => expect(question()).toBeNull())
    expect(prompt).toHaveBeenCalledOnce()
    cleanup()
    offer()
    open('/shop')
    fireEvent.click(await screen.findByRole('button', { name: 'Not now' }))
    expect(question()).toBeNull()
    cleanup()
    open('/shop')
    await screen.findByText('Slim jeans')
    expect(question()).toBeNull()
    act(() => {
      dispatchEvent(new Event('appinstalled'))
    })
  })

  it('explains on an iPhone how it is done by hand, unless it is installed', async () => {
    lookAround()
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
    open('/shop')
    await screen.findByText(/Add to Home Screen/)
    cleanup()
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
    open('/shop')
    await screen.findByText('Slim jeans')
    expect(question()).toBeNull()
    vi.restoreAllMocks()
  })
})
