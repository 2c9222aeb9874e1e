// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CouponBox } from '#pwa/checkout/coupon-box.tsx'
import { coupon, forgetDraft } from '#pwa/checkout/draft.ts'
import { Information } from '#pwa/checkout/information.tsx'
import type { CheckoutCoupon } from '#sync/protocol/entities/coupon.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'

const CODE = {
  id: 3,
  code: 'JEANS10',
  name: 'Jeans',
  type: 'percentage',
  value: 10,
  minimum_subtotal: null,
  categories: [],
} as unknown as CheckoutCoupon

beforeEach(() => {
  shopThatAnswers(({ url }) =>
    url.includes('/coupons/validate') ? json({ message: 'It counts.', coupon: CODE }) : json({}),
  )
})
afterEach(() => {
  act(forgetDraft)
})

const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })

it('focuses the first wrong field and stays there until the form is checked again', async () => {
  showRoutes(
    [
      { path: '/checkout', Component: Information },
      { path: '/checkout/review', element: <h1>Review</h1> },
    ],
    ['/checkout'],
  )
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  await press('Review Order')
  await waitFor(() => expect(document.activeElement).toBe(field('First name')))
  for (const typed of ['A', 'Am', 'Ama']) fireEvent.change(field('First name'), { target: { value: typed } })
  expect(document.activeElement).toBe(field('First name'))
  expect([field('First name'), field('Last name')].map(input => input.getAttribute('aria-invalid'))).toEqual([
    null,
    'true',
  ])
  await press('Review Order')
  await waitFor(() => expect(document.activeElement).toBe(field('Last name')))
})

it('says that a coupon is being checked, and empties its box once applied', async () => {
  let letGo = (_: Response) => {}
  const slow = new Promise<Response>(resolve => {
    letGo = resolve
  })
  shopThatAnswers(() => slow)
  showRoutes([{ path: '/', element: <CouponBox rests={null} /> }])
  const box = screen.getByLabelText<HTMLInputElement>('Discount code')
  fireEvent.change(box, { target: { value: ' jeans10 ' } })
  await press('Apply')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Verifying ...' }).disabled).toBe(true)
  await act(async () => letGo(json({ message: 'It counts.', coupon: CODE })))
  await screen.findByText('JEANS10')
  expect([box.value, screen.getByRole('button', { name: 'Apply' }).textContent]).toEqual(['', 'Apply'])
})

it('drops the message about a refused coupon once another is applied', async () => {
  showRoutes([{ path: '/', element: <CouponBox errors={['This code is used up.']} rests={null} /> }])
  expect(screen.getByRole('alert').textContent).toBe('This code is used up.')
  fireEvent.change(screen.getByLabelText('Discount code'), { target: { value: 'JEANS10' } })
  await press('Apply')
  await waitFor(() => expect(getDefaultStore().get(coupon)?.code).toBe('JEANS10'))
  expect(screen.queryByRole('alert')).toBeNull()
})
