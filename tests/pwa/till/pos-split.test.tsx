// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { addScarf, cart, checkOut, openEnrolledTill, openPayment, shop } from '#tests/support/counter/till-screen.tsx'

const MOMO = 'MTN_MOBILE_MONEY'
const press = (name: string | RegExp) => fireEvent.click(within(cart()).getByRole('button', { name }))
const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const split = () => screen.getByRole('group', { name: 'Payment in parts' })
const textOf = (element: Element) => element.textContent!.replaceAll('\u00A0', ' ')
const partsShown = () =>
  within(within(split()).getByRole('list', { name: 'Parts' }))
    .getAllByRole('listitem')
    .map(textOf)
const checkout = () => within(cart()).getByRole('button', { name: /Checkout/ })

/** The payment of a scarf at 50 cedis, in parts. */
async function openSplit() {
  const page = await openEnrolledTill()
  addScarf()
  openPayment()
  press('Split payment')
  return page
}

test('takes a payment part by part, in cash with change and by mobile money', async () => {
  const { till } = await openSplit()
  expect(textOf(split())).toContain('Left to pay GH₵ 50.00')
  choose('MTN MoMo')
  type(/^Amount of this part/, '30')
  type(/^Reference/, 'MP2411001')
  press('Add this part')
  expect(partsShown()).toEqual(['MTN MoMoMP2411001GH₵ 30.00'])
  expect(textOf(split())).toContain('Left to pay GH₵ 20.00')
  expect(checkout().getAttribute('aria-disabled')).toBe('true')
  checkOut()
  await screen.findByText('GH₵ 20.00 is left to pay. Add another part.')
  expect(await till.sales.count()).toBe(0)
  choose('Cash')
  press('50')
  expect(textOf(split())).toContain('Change GH₵ 30.00')
  press('Add this part')
  expect(textOf(split())).toContain('Nothing is left to pay. Change GH₵ 30.00')
  expect(within(split()).queryByRole('radio')).toBeNull()
  checkOut()
  await screen.findByRole('button', { name: 'New sale' })
  expect(await till.sales.toArray()).toMatchObject([
    {
      account_code: MOMO,
      tendered: null,
      reference: null,
      total: 50,
      tenders: [
        { account_code: MOMO, amount: 30, reference: 'MP2411001' },
        { account_code: 'CASH', amount: 20, tendered: 50 },
      ],
      receipt_tenders: ['MTN MoMo', 'Cash'],
    },
  ])
  expect(textOf(screen.getByRole('article', { name: /^Receipt/ }))).toContain(
    'Paid by MTN MoMoGH₵ 30.00ReferenceMP2411001Paid by CashGH₵ 20.00TenderedGH₵ 50.00ChangeGH₵ 30.00',
  )
})

test('takes no part that cannot be, and says why', async () => {
  shop.momoReference = 'ON'
  await openSplit()
  choose('POS / Bank')
  type(/^Amount of this part/, '50.01')
  press('Add this part')
  await screen.findByText('Only cash gives change: at most GH₵ 50.00 here.')
  type(/^Amount of this part/, 'much')
  press('Add this part')
  await screen.findByText('Enter the amount as a number, such as 50 or 49.50.')
  type(/^Amount of this part/, '0')
  press('Add this part')
  await screen.findByText('Enter an amount above 0.')
  type(/^Amount of this part/, '20')
  choose('MTN MoMo')
  press('Add this part')
  expect(screen.getAllByText('Enter the reference from the customer’s mobile money message.').length).toBeGreaterThan(0)
  type(/^Reference/, '778899001')
  press('Add this part')
  type(/^Amount of this part/, '20')
  type(/^Reference/, '7788 99001')
  choose('MTN MoMo')
  press('Add this part')
  await screen.findByText('Another part of this payment has this reference.')
  expect(partsShown()).toHaveLength(1)
})

test('offers cash once, removes a part, and sells one part as a payment in one way', async () => {
  const { till } = await openSplit()
  press('20')
  press('Add this part')
  expect(within(split()).getAllByRole('radio')).toHaveLength(2)
  expect(within(split()).queryByRole('radio', { name: 'Cash' })).toBeNull()
  press('Remove Cash, GH₵\u00A020.00')
  expect(textOf(document.activeElement!)).toBe('Left to pay GH₵ 50.00')
  choose('Cash')
  type(/^Cash received/, '60')
  press('Add this part')
  checkOut()
  await screen.findByRole('button', { name: 'New sale' })
  const [sale] = await till.sales.toArray()
  expect(sale).toMatchObject({ account_code: 'CASH', tendered: 60, reference: null, receipt_tenders: ['Cash'] })
  expect('tenders' in sale!).toBe(false)
})

test('goes back to one payment while there is no part', async () => {
  await openSplit()
  press('Pay in one')
  expect(screen.queryByRole('group', { name: 'Payment in parts' })).toBeNull()
  expect(screen.getByLabelText('Cash received')).toBeDefined()
})

test('says when the cart costs less than its parts, and sells nothing then', async () => {
  const { till } = await openEnrolledTill()
  addScarf()
  addScarf()
  openPayment()
  press('Split payment')
  type(/^Cash received/, '80')
  press('Add this part')
  press('Back to items')
  press(/^One less Linen scarf/)
  checkOut()
  await screen.findByText(/^The parts come to GH₵ 30\.00 more than the total/)
  expect(await till.sales.count()).toBe(0)
})

test('keeps the parts on the device, and while the sale is parked', async () => {
  const { carts } = await openSplit()
  press('20')
  press('Add this part')
  await vi.waitFor(async () => expect((await carts.kept.toArray())[0]?.parts).toHaveLength(1))
  press('Back to items')
  const { parkCart, takeParked } = await import('#pwa/pos/cart/parked-carts.ts')
  await act(() => parkCart('Kojo'))
  const [parked] = await carts.kept.toArray()
  expect(parked).toMatchObject({ parked: { name: 'Kojo' }, parts: [{ amount: 20 }] })
  await act(async () => expect(await takeParked(parked!.id)).toBe(true))
  await screen.findByRole('button', { name: 'Payment: Split · 1 part' })
  openPayment()
  expect(partsShown()).toEqual(['CashGH₵ 20.00'])
})
