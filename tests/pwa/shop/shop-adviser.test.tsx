// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { welcome } from '#pwa/session/session.ts'
import { SizeAdviser } from '#pwa/shop/adviser/size-adviser.tsx'
import { garmentsIn } from '#pwa/shop/adviser/own-garments.ts'
import type { FitRow } from '#sync/protocol/fit.ts'
import type { Product } from '#sync/protocol/shop/catalogue.ts'
import { anOrder } from '#tests/support/people/letter-facts.ts'
import type { BrandSize } from '#sync/protocol/sizes/brand-sizes.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'

const row = (size_code: string, waist: number): FitRow => ({
  size_code,
  waist,
  hip: waist + 26,
  inseam: null,
  rise: null,
})
const SIZES = [
  { id: 1, code: 'UK10', name: 'UK 10' },
  { id: 2, code: 'UK12', name: 'UK 12' },
]
const product = {
  id: 2,
  name: 'Wide jeans',
  sizes: SIZES,
  fit: [row('UK10', 70), row('UK12', 74)],
} as unknown as Product
const choose = vi.fn<(size_code: string) => void>()
let statuses: string[]
let owned: FitRow[]
let isGone: boolean
let brands: BrandSize[]

beforeEach(() => {
  choose.mockClear()
  statuses = ['PROCESSING', 'COMPLETED']
  owned = [row('UK10', 73)]
  isGone = false
  brands = [
    { brand: 'Levi’s 501', size: '26', waist: 66, hip: 92, inseam: 81 },
    { brand: 'Levi’s 501', size: '28', waist: 74, hip: 100, inseam: 81 },
    { brand: 'Zara', size: 'XXL', waist: 96, hip: 122, inseam: null },
    { brand: 'Zara', size: 'M', waist: 70, hip: 96, inseam: null },
  ]
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
  shopThatAnswers(({ url }) => {
    if (url.includes('/size-history'))
      return json({ sizes: [{ size_code: 'UK12', kept_of_ten: 4, fit: { SMALL: 0, TRUE: 0, LARGE: 0 } }] })
    if (url.includes('/api/brand-sizes')) return json({ sizes: brands })
    if (/\/api\/account\/orders\/\d+$/.test(url)) return json({ order: anOrder() })
    if (url.includes('/api/account/orders'))
      return json({ orders: { data: statuses.map((status_code, i) => anOrder({ id: i + 1, status_code } as never)) } })
    return isGone ? json({ message: 'Gone', code: 'not_found' }, 404) : json({ product: { ...product, fit: owned } })
  })
})

async function open(isCustomer = true) {
  showRoutes([{ path: '/', element: <SizeAdviser product={product} open onClose={() => {}} choose={choose} /> }])
  if (isCustomer) act(() => welcome('t', aUser({ role_code: 'CUSTOMER' })))
  await screen.findByLabelText('A size I wear')
}
const suggest = () => fireEvent.submit(screen.getByRole('form', { hidden: true }))

it('suggests the size nearest to something that the customer bought, and says that many sent it back', async () => {
  await open()
  fireEvent.click(screen.getByLabelText('Something I bought here'))
  const field = await screen.findByLabelText<HTMLSelectElement>('What you bought')
  expect([...field.options].map(({ text }) => text)).toEqual(['Slim jeans, UK 10'])
  suggest()
  await screen.findByText('We suggest UK 12.')
  expect(screen.getByText('It is closest to your Slim jeans, UK 10.')).toBeTruthy()
  expect(screen.getByText(/^Only 4 of 10 buyers kept this size\./)).toBeTruthy()
  fireEvent.click(screen.getByText('Choose UK 12'))
  expect(choose).toHaveBeenCalledWith('UK12')
})

it.each([
  ['without measurements', false],
  ['that the shop no longer has', true],
])('says so of a piece %s', async (_, gone) => {
  ;[isGone, owned] = [gone, []]
  await open()
  fireEvent.click(screen.getByLabelText('Something I bought here'))
  await screen.findByLabelText('What you bought')
  suggest()
  expect(await screen.findByText('We have no measurements of that item. Try another option.')).toBeTruthy()
})

it('says that nothing was bought before an order is complete', async () => {
  statuses = ['PROCESSING', 'CANCELLED']
  await open()
  fireEvent.click(screen.getByLabelText('Something I bought here'))
  expect(await screen.findByText('You have no completed orders yet. Try another option.')).toBeTruthy()
})

it('does not offer it to a guest', async () => {
  await open(false)
  expect(screen.queryByLabelText('Something I bought here')).toBeNull()
})

it('lists each product and size once', () => {
  expect(garmentsIn([anOrder(), anOrder()]).map(({ key }) => key)).toEqual(['1 UK10'])
})

it('suggests the size nearest to one of another brand to a guest, and says that it is a guide', async () => {
  await open(false)
  fireEvent.click(screen.getByLabelText('Another brand I wear'))
  const brand = await screen.findByLabelText<HTMLSelectElement>('Brand and garment')
  const size = () => screen.getByLabelText<HTMLSelectElement>('Size on its label')
  const sizes = () => [...size().options].map(({ text }) => text)
  expect([[...brand.options].map(({ text }) => text), sizes()]).toEqual([
    ['Levi’s 501', 'Zara'],
    ['26', '28'],
  ])
  expect(screen.getByText(/^A guide only: brands cut differently\./)).toBeTruthy()
  fireEvent.change(size(), { target: { value: '28' } })
  suggest()
  await screen.findByText('We suggest UK 12.')
  expect(screen.getByText('It is closest to your Levi’s 501, 28.')).toBeTruthy()
  fireEvent.change(brand, { target: { value: 'Zara' } })
  fireEvent.input(brand)
  expect([sizes(), screen.queryByText('We suggest UK 12.')]).toEqual([['XXL', 'M'], null])
  suggest()
  await screen.findByText('Even UK 12, the largest size, is likely too small for you.')
})

it('says so when there are no sizes of other brands, or nothing to compare', async () => {
  brands = []
  await open(false)
  fireEvent.click(screen.getByLabelText('Another brand I wear'))
  await screen.findByText('We have no sizes of other brands yet. Try another option.')
  expect(screen.getByText<HTMLButtonElement>('Suggest a size').closest('button')!.disabled).toBe(true)
})
