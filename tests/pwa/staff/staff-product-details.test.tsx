// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { welcome } from '#pwa/session/session.ts'
import { ProductView } from '#pwa/staff/products/product-view.tsx'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { aRow, AT, pageOf, wholeOf } from '#tests/support/goods/product-rows.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const LATER = '2026-01-02T00:00:00.000Z'
let product: StaffProduct
let refusal: object | null
let calls: Call[]

function answer({ method, url, body }: Call): Response {
  if (url.startsWith('/api/staff/categories'))
    return json({
      categories: pageOf(
        [
          { id: 1, name: 'Jeans' },
          { id: 2, name: 'Cargo' },
        ].map(category => ({ ...category, description: null, parent_id: null, icon_image: null, banner_image: null })),
      ),
    })
  if (url.startsWith('/api/sizes')) return json({ sizes: pageOf([]) })
  if (url.startsWith('/api/colours')) return json({ colours: pageOf([]) })
  if (url.startsWith('/api/staff/changes')) return json({ changes: pageOf([]) })
  if (method === 'PATCH') {
    if (refusal) return json(refusal, 'errors' in refusal ? 422 : 409)
    product = { ...product, ...(JSON.parse(body) as object), updated_at: LATER }
    return json({ message: 'Product updated.', product })
  }
  return json({ product })
}

beforeEach(() => {
  refusal = null
  product = wholeOf(aRow(1, 'Slim jeans', { retail_price: 1149.5 }), {
    features: ['Five pockets', 'High rise'],
    slug: 'slim-jeans',
    former_slugs: ['night-jeans'],
  })
  calls = shopThatAnswers(answer)
})

async function open(role_code: 'MANAGER' | 'ADMINISTRATOR' = 'MANAGER') {
  act(() => welcome('token', aUser({ role_code })))
  showRoutes([{ path: '/staff/products/:id/view/:tab?', Component: ProductView }], ['/staff/products/1/view'])
  await screen.findByRole('option', { name: 'Cargo' })
  return screen.findByLabelText<HTMLInputElement>(/^Price/)
}
const type = (label: RegExp, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Update Product Details' }))
const sent = () =>
  calls.filter(({ method }) => method === 'PATCH').map(({ url, body }) => ({ url, ...(JSON.parse(body) as object) }))

it('shows a product and its features one per line, and saves all of it as read', async () => {
  const price = await open()
  expect([price.value, screen.getByLabelText<HTMLTextAreaElement>(/^Features/).value]).toEqual([
    '1,149.50',
    'Five pockets\nHigh rise',
  ])
  type(/^Features/, 'Five pockets\n\n  Bib, with a pocket ')
  type(/^Discount/, '1,000')
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: '2' } })
  save()
  await screen.findByText('Product updated.')
  expect(sent()).toEqual([
    {
      url: '/api/staff/products/1',
      name: 'Slim jeans',
      description: '',
      category_id: 2,
      retail_price: 1149.5,
      discount: 1000,
      status_code: 'LIVE',
      features: ['Five pockets', 'Bib, with a pocket'],
      slug: 'slim-jeans',
      updated_at: AT,
    },
  ])
})

it('shows what is wrong beside each field and feature, and keeps what was typed', async () => {
  await open()
  refusal = {
    message: 'Please correct the errors shown.',
    code: 'validation',
    errors: {
      slug: ['Another product uses this address, or used it before.'],
      'features.1': ['A feature is too long.'],
    },
  }
  type(/^Address/, 'wide-jeans')
  save()
  await waitFor(() =>
    expect(screen.getAllByText('Another product uses this address, or used it before.')).toHaveLength(2),
  )
  for (const [label, words] of [
    [/^Address/, 'Another product uses this address, or used it before.'],
    [/^Features/, 'A feature is too long.'],
  ] as const) {
    const field = screen.getByLabelText<HTMLInputElement>(label)
    expect([
      field.getAttribute('aria-invalid'),
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map(id => document.getElementById(id)?.textContent)
        .join(' '),
    ]).toEqual(['true', expect.stringContaining(words)])
  }
  expect(screen.getByLabelText<HTMLInputElement>(/^Address/).value).toBe('wide-jeans')
})

it("shows somebody else's changes of the product", async () => {
  await open()
  refusal = {
    message: 'Someone changed this while you were editing.',
    code: 'stale',
    product: { ...product, name: 'Slimmer jeans', updated_at: LATER },
  }
  type(/^Name/, 'Wide jeans')
  save()
  const table = await screen.findByRole('table')
  expect(
    within(table)
      .getAllByRole('row')
      .map(row => row.textContent),
  ).toEqual(['FieldYoursTheirs', 'NameWide jeansSlimmer jeans'])
})

it('lists former addresses, and links the shop, the other tabs and, when allowed, the fit table', async () => {
  await open()
  expect(screen.getByText('/shop/product/1/night-jeans')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See it in the shop' }).getAttribute('href')).toBe(
    '/shop/product/1/slim-jeans',
  )
  expect(
    within(screen.getByRole('navigation', { name: 'Product' }))
      .getAllByRole('link')
      .map(link => link.getAttribute('href')),
  ).toEqual(['', '/prices', '/stock', '/images'].map(tab => `/staff/products/1/view${tab}`))
  expect(screen.queryByRole('link', { name: /^Fit table/ })).toBeNull()
  cleanup()
  queries.clear()
  await open('ADMINISTRATOR')
  expect(screen.getByRole('link', { name: 'Fit table of Jeans' }).getAttribute('href')).toBe('/staff/categories/1/view')
})
