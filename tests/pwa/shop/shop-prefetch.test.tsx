// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SearchButton } from '#pwa/shell/search-dialog.tsx'
import { Gallery } from '#pwa/shop/product/gallery.tsx'
import { ProductCard } from '#pwa/shop/product-card.tsx'
import type { ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'

const fetched = vi.hoisted(() => [] as string[])
vi.mock('#pwa/shell/search-panel.tsx', async original => {
  fetched.push('search')
  return original()
})
vi.mock('#pwa/shop/product/zoom.tsx', async original => {
  fetched.push('zoom')
  return original()
})

const images = [1, 2].map(id => ({
  id,
  alt: null,
  dominant: null,
  colour_code: null,
  file: { storage_link: `/storage/pictures/${id}-800.webp` },
}))
const jeans = {
  id: 3,
  slug: 'slim-jeans',
  name: 'Slim jeans',
  retail_price: 180,
  discount: 0,
  images,
  colours: [],
  sizes: [],
  in_stock: true,
  favorited: false,
} as unknown as ProductSummary

beforeEach(() => {
  shopThatAnswers(() => json({ message: 'Page not found.', code: 'not_found' }, 404))
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'connection')
})

const show = () =>
  showRoutes([
    {
      path: '/',
      element: (
        <>
          <SearchButton />
          <Gallery images={images} name="Slim jeans" />
          <ProductCard product={jeans} />
        </>
      ),
    },
  ])
const cardPictures = () => screen.getByRole('article').querySelectorAll('img').length

/** A pointer comes near all that could be wanted next. */
async function comeNear(): Promise<void> {
  await act(async () => {
    fireEvent.pointerEnter(screen.getByRole('button', { name: 'Search' }))
    fireEvent.focus(screen.getByRole('button', { name: 'Search' }))
    fireEvent.pointerEnter(screen.getAllByRole('button', { name: /^Enlarge/ })[0]!.parentElement!)
    fireEvent(
      screen.getByRole('link', { name: 'Slim jeans' }),
      Object.defineProperty(new MouseEvent('pointerover', { bubbles: true }), 'pointerType', { value: 'mouse' }),
    )
  })
}

it.each([
  { saveData: true, effectiveType: '4g' },
  { saveData: false, effectiveType: '3g' },
])('prefetches nothing on a connection like %j, and loads everything requested', async connection => {
  Object.defineProperty(navigator, 'connection', {
    value: Object.assign(new EventTarget(), connection),
    configurable: true,
  })
  show()
  await comeNear()
  await new Promise(resolve => setTimeout(resolve, 50)) // in which nothing is fetched
  expect([fetched, cardPictures()]).toEqual([[], 1])
})

it('control: prefetches what comes next when data is cheap', async () => {
  show()
  await comeNear()
  await waitFor(() => expect([...fetched].sort()).toEqual(['search', 'zoom']))
  expect(cardPictures()).toBe(2)
})
