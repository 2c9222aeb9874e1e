// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ProductView } from '#pwa/staff/products/product-view.tsx'
import type { StaffProduct, StaffVariation } from '#sync/protocol/shop/catalogue.ts'
import { costs } from '#tests/support/database/costs.ts'
import { aRow, AT, pageOf, wholeOf } from '#tests/support/goods/product-rows.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

let product: StaffProduct
let refusal: ((call: Call) => Response | null) | null
let calls: Call[]

const variant = (id: number, size_code: string, rest: Partial<StaffVariation> = {}): StaffVariation => ({
  id,
  sku: `POT-${id}`,
  barcode: null,
  size_code,
  colour_code: null,
  quantity_in_stock: 1,
  weight: null,
  ...costs(15.99),
  ...rest,
})

function answer(call: Call): Response {
  const { method, url, body } = call
  if (url.startsWith('/api/staff/changes')) return json({ changes: pageOf([]) })
  if (method !== 'PATCH') return json({ product })
  const refused = refusal?.(call)
  if (refused) return refused
  const id = Number(url.split('/').at(-1))
  const { updated_at: _read, ...changes } = JSON.parse(body) as Partial<StaffVariation> & { updated_at: string }
  product = {
    ...product,
    updated_at: `${product.updated_at}+`,
    variations: product.variations.map(each => (each.id === id ? { ...each, ...changes } : each)),
  }
  return json({ message: 'Variant updated.', product, variation: product.variations.find(each => each.id === id) })
}

beforeEach(async () => {
  refusal = null
  product = wholeOf(aRow(1, 'Pot', { retail_price: 15.99, discount: 0 }), {
    sizes: ['UK8', 'UK10', 'UK12'].map((code, id) => ({ id, code, name: code })),
    variations: [
      variant(11, 'UK8'),
      variant(12, 'UK10', { retail_price: 9.99, price: 9.99, price_before: 9.99, weight: 450 }),
      variant(13, 'UK12'),
    ],
  })
  calls = shopThatAnswers(answer)
  showRoutes([{ path: '/staff/products/:id/view/:tab?', Component: ProductView }], ['/staff/products/1/view/prices'])
  await screen.findByLabelText('Price UK8')
})
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save prices' })
const sent = () =>
  calls.filter(({ method }) => method === 'PATCH').map(({ url, body }) => [url, JSON.parse(body) as object] as const)

it('shows what each variant has of its own, and the product’s price where it has none', () => {
  expect([field('Price UK8').value, field('Price UK8').placeholder]).toEqual(['', '15.99'])
  expect([field('Price UK10').value, field('Weight, g UK10').value]).toEqual(['9.99', '450'])
  expect(screen.getByText(/^The product costs GH₵ 15.99, less GH₵ 0.00/)).toBeTruthy()
  expect(button().disabled).toBe(true)
})

it('saves what differs, one variant after the other, each with what the one before left', async () => {
  type('Price UK8', '1,020')
  type('Price UK10', '')
  type('Discount UK12', '2.5')
  type('Price UK12', '15.')
  type('Price UK12', '')
  fireEvent.click(button())
  await screen.findByText('3 variants updated.')
  expect(sent()).toEqual([
    ['/api/staff/variations/11', { retail_price: 1020, updated_at: AT }],
    ['/api/staff/variations/12', { retail_price: null, updated_at: `${AT}+` }],
    ['/api/staff/variations/13', { discount: 2.5, updated_at: `${AT}++` }],
  ])
  expect(field('Price UK8').value).toBe('1,020.00')
  expect(button().disabled).toBe(true)
})

it('says beside the box why a variant cannot cost that, and keeps what is typed', async () => {
  refusal = ({ url }) =>
    url.endsWith('/12')
      ? json({ message: 'No.', code: 'validation', errors: { discount: ['POT-12 costs 9.99.'] } }, 422)
      : null
  type('Price UK8', '20')
  type('Discount UK10', '30')
  type('Price UK12', '25')
  fireEvent.click(button())
  const wrong = await screen.findByRole('alert')
  expect(wrong.textContent).toBe('POT-12 costs 9.99.')
  expect(field('Discount UK10').getAttribute('aria-describedby')).toBe(wrong.id)
  await waitFor(() => expect(document.activeElement).toBe(field('Discount UK10')))
  expect([field('Discount UK10').value, field('Price UK12').value]).toEqual(['30', '25'])
  expect(sent().map(([url]) => url.slice(-2))).toEqual(['11', '12'])
  await waitFor(() => expect(within(field('Price UK8').closest('li')!).getByDisplayValue('20.00')).toBeTruthy())
  type('Price UK12', '26')
  expect(screen.queryByRole('alert')).toBe(wrong)
  type('Discount UK10', '3')
  expect([screen.queryByRole('alert'), field('Discount UK10').getAttribute('aria-invalid')]).toEqual([null, null])
  expect(document.activeElement).toBe(field('Discount UK10'))
})

it('says that somebody else changed the product first, and saves what is typed after another look', async () => {
  refusal = () => json({ message: 'Changed.', code: 'stale', product, variation: product.variations[0] }, 409)
  type('Price UK8', '20')
  fireEvent.click(button())
  await screen.findByText(/^Someone else changed this product/)
  expect(field('Price UK8').value).toBe('20')
  refusal = null
  fireEvent.click(button())
  await screen.findByText('1 variant updated.')
})
