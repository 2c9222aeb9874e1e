// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addScarf, checkOut, openEnrolledTill, openPayment, shop } from '#tests/support/counter/till-screen.tsx'

const phone = () => screen.getByLabelText(/^Phone/)
const typePhone = (value: string) => fireEvent.change(phone(), { target: { value } })
const nextSale = async () => fireEvent.click(await screen.findByRole('button', { name: 'New sale' }))

test('says beside the field that a number is not a phone, and sells nothing until it is right or empty', async () => {
  const { till } = await openEnrolledTill()
  addScarf()
  openPayment()
  for (const wrong of ['024 123 45', '12', 'Kofi', '024 412 3456 789 000']) {
    typePhone(wrong)
    fireEvent.blur(phone())
    await waitFor(() => expect(phone().getAttribute('aria-invalid')).toBe('true'))
    checkOut()
    await waitFor(() => expect(screen.getAllByText(/^Enter a valid phone number/)).toHaveLength(2))
  }
  expect(await till.sales.count()).toBe(0)
  typePhone('')
  expect(phone().getAttribute('aria-invalid')).toBeNull()
  checkOut()
  await nextSale()
  expect((await till.sales.toArray())[0]).toMatchObject({ customer_phone: null })
})

test.each([
  ['0244 123 456', '+233244123456'],
  ['０２４４１２３４５６', '+233244123456'],
  ['+44 20 7946 0958', '+442079460958'],
])('keeps %s as %s, so that one customer has one number', async (typed, kept) => {
  const { till } = await openEnrolledTill()
  // The till forgets a customer once the shop has the sale.
  shop.isOnline = false
  addScarf()
  openPayment()
  typePhone('1')
  fireEvent.blur(phone())
  await waitFor(() => expect(phone().getAttribute('aria-invalid')).toBe('true'))
  typePhone(typed)
  checkOut()
  await nextSale()
  expect((await till.sales.toArray())[0]).toMatchObject({ customer_phone: kept })
})
