// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ReplicaRows } from '#sync/protocol/replica.ts'
import { addScarf, cart, checkOut, openEnrolledTill, openPayment, shop } from '#tests/support/counter/till-screen.tsx'

const CASH = {
  id: 1,
  code: 'CASH',
  name: 'Cash',
  kind: 'CASH',
  asks_reference: 'NO',
  opens_drawer: 1,
  place: 1,
} as const
const TELECEL = {
  id: 5,
  code: 'TELECEL_CASH',
  name: 'Telecel Cash',
  kind: 'MOBILE_MONEY',
  asks_reference: 'MUST',
  opens_drawer: 0,
  place: 2,
} as const
const CHEQUE = {
  id: 6,
  code: 'TENDER_CHEQUE',
  name: 'Cheque',
  kind: 'OTHER',
  asks_reference: 'MAY',
  opens_drawer: 1,
  place: 3,
} as const
const VOUCHER = { ...CHEQUE, id: 7, code: 'TENDER_VOUCHER', name: 'Voucher', asks_reference: 'NO', place: 4 } as const

beforeEach(() => {
  shop.accounts = [VOUCHER, CHEQUE, TELECEL, CASH] as ReplicaRows['accounts'][]
})

const ways = () =>
  within(screen.getByRole('radiogroup', { name: 'Payment account' }))
    .getAllByRole('radio')
    .map(radio => radio.closest('label')!.textContent)
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const reference = () => screen.queryByLabelText<HTMLInputElement>(/^Reference/)

test('offers the shop’s ways of paying in its order, and asks for a reference as each wants', async () => {
  const { till } = await openEnrolledTill()
  addScarf()
  openPayment()
  expect(ways()).toEqual(['Cash', 'Telecel Cash', 'Cheque', 'Voucher'])
  choose('Telecel Cash')
  expect([reference()!.placeholder, reference()!.getAttribute('aria-required')]).toEqual([
    'From the customer’s message',
    'true',
  ])
  checkOut()
  await vi.waitFor(() =>
    expect(screen.getAllByText('Enter the reference from the customer’s mobile money message.')).toHaveLength(2),
  )
  choose('Cheque')
  expect([reference()!.placeholder, reference()!.getAttribute('aria-required')]).toEqual(['optional', 'false'])
  fireEvent.change(reference()!, { target: { value: '001122' } })
  choose('Voucher')
  expect(reference()).toBeNull()
  checkOut()
  await screen.findByRole('button', { name: 'New sale' })
  expect(await till.sales.toArray()).toMatchObject([
    { account_code: 'TENDER_VOUCHER', reference: null, tendered: null, receipt_tenders: ['Voucher'] },
  ])
  expect(screen.getByRole('article', { name: /^Receipt/ }).textContent).toContain('Voucher')
})

test('asks for the reference of a payment that is not mobile money in words of its own', async () => {
  shop.accounts = [CASH, { ...CHEQUE, asks_reference: 'MUST' }] as ReplicaRows['accounts'][]
  await openEnrolledTill()
  addScarf()
  openPayment()
  choose('Cheque')
  checkOut()
  await vi.waitFor(() => expect(screen.getAllByText('Enter the reference of this payment.')).toHaveLength(2))
  fireEvent.change(reference()!, { target: { value: '7' } })
  checkOut()
  await screen.findByRole('button', { name: 'New sale' })
})

test('sells nothing by a way of paying that the shop has archived since, and says so', async () => {
  const { till, replica } = await openEnrolledTill()
  addScarf()
  openPayment()
  choose('Voucher')
  shop.accounts = [CASH] as ReplicaRows['accounts'][]
  shop.gone = { accounts: [VOUCHER.id] }
  // Not taken while the page's first pull is under way.
  await vi.waitFor(async () => expect(await act(() => replica.refresh())).toBe(true))
  await vi.waitFor(() => expect(ways()).not.toContain('Voucher'))
  checkOut()
  await screen.findByText('This payment method is no longer offered. Choose another.')
  expect(await till.sales.count()).toBe(0)
  choose('Cash')
  checkOut()
  await screen.findByRole('button', { name: 'New sale' })
})

test('takes cash alone from a copy of the shop that has no ways of paying yet', async () => {
  shop.accounts = []
  await openEnrolledTill()
  addScarf()
  openPayment()
  expect(ways()).toEqual(['Cash'])
  expect(within(cart()).getByLabelText('Cash received')).toBeDefined()
})
