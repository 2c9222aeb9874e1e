// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { addScarf, checkOut, openEnrolledTill, openPayment, shop } from '#tests/support/counter/till-screen.tsx'
import { referenceKey } from '#sync/protocol/shop/payment-reference.ts'

const field = () => screen.getByLabelText(/^Reference/)
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const nextSale = async () => fireEvent.click(await screen.findByRole('button', { name: 'New sale' }))

function payByMomo(reference: string) {
  addScarf()
  openPayment()
  fireEvent.click(screen.getByRole('radio', { name: 'MTN MoMo' }))
  if (reference) type(reference)
}

test('sells on mobile money without a reference until the shop wants one', async () => {
  const { till } = await openEnrolledTill()
  payByMomo('')
  checkOut()
  await nextSale()
  expect((await till.sales.toArray())[0]).toMatchObject({ account_code: 'MTN_MOBILE_MONEY', reference: null })
})

test('asks for the reference where the shop wants one, and says beside the field what is wrong', async () => {
  shop.momoReference = 'ON'
  const { till } = await openEnrolledTill()
  payByMomo('')
  checkOut()
  await vi.waitFor(() =>
    expect(screen.getAllByText('Enter the reference from the customer’s mobile money message.')).toHaveLength(2),
  )
  expect(field().getAttribute('aria-invalid')).toBe('true')
  type('12 3')
  expect(screen.getByText('A mobile money reference has 6 to 30 letters and digits.')).toBeDefined()
  checkOut()
  await vi.waitFor(() => expect(screen.getAllByText(/^A mobile money reference has/)).toHaveLength(2))
  expect(await till.sales.count()).toBe(0)
  type('2411 0099')
  expect(field().getAttribute('aria-invalid')).toBeNull()
  checkOut()
  await nextSale()
  expect((await till.sales.toArray())[0]).toMatchObject({ reference: '2411 0099' })
  addScarf()
  checkOut()
  await nextSale()
})

test('names the sale on this device that already has the reference, and sells all the same', async () => {
  const { till } = await openEnrolledTill()
  shop.isOnline = false
  payByMomo('24110012345')
  checkOut()
  await nextSale()
  payByMomo('2411 0012 345')
  expect((await screen.findByText(/already has this reference/)).textContent).toMatch(/^T2-000119 of /)
  type('24110012346')
  expect(screen.queryByText(/already has this reference/)).toBeNull()
  type('24110012345')
  await screen.findByText(/already has this reference/)
  checkOut()
  await nextSale()
  expect(await till.sales.count()).toBe(2)
})

test('compares references by their letters and digits alone', () => {
  const momo = (reference: string) => referenceKey({ kind: 'MOBILE_MONEY', reference })
  expect(['', ' - ', '\u200b', '…'].map(momo)).toEqual(['', ' - ', '\u200b', '…'].map(() => null))
  expect(['ab-1', 'AB1', ' ａｂ１ ', 'a b\u00a01'].map(momo)).toEqual(['AB1', 'AB1', 'AB1', 'AB1'])
  expect(referenceKey({ kind: 'CARD', reference: 'AB1' })).toBeNull()
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme-ascii' }), (one, noise) => {
      const key = momo(one)
      expect(momo(`${one}${noise.replaceAll(/[0-9a-z]/gi, '')}`)).toBe(key)
      expect(key ?? 'A').toMatch(/^[0-9A-Z]{1,120}$/)
    }),
  )
})
