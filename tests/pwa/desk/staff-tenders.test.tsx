// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { TenderAdd } from '#pwa/staff/tenders/tender-add.tsx'
import { TenderList } from '#pwa/staff/tenders/tender-list.tsx'
import { TenderView } from '#pwa/staff/tenders/tender-view.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const AT = '2026-01-01T00:00:00.000Z'
const tender = (more: { id: number; code: string; name: string; [member: string]: unknown }) => ({
  balance: 0,
  period: '2026-01',
  at_till: true,
  kind: 'MOBILE_MONEY',
  asks_reference: 'MUST',
  opens_drawer: false,
  place: more.id,
  status_code: 'ACTIVE',
  updated_at: AT,
  ...more,
})
const ACCOUNTS = [
  tender({ id: 2, code: 'MTN_MOBILE_MONEY', name: 'MTN MoMo' }),
  tender({ id: 1, code: 'CASH', name: 'Cash', kind: 'CASH', asks_reference: 'NO', opens_drawer: true }),
  tender({ id: 9, code: 'PAYSTACK', name: 'Paystack', kind: null }),
  tender({ id: 3, code: 'AT_MONEY', name: 'AT Money', status_code: 'ARCHIVED' }),
]

let calls: Call[] = []
let reply: () => Response
beforeEach(() => {
  reply = () => json({ message: 'Payment method updated.', account: ACCOUNTS[0] })
  calls = shopThatAnswers(({ method }) => (method === 'GET' ? json({ accounts: { data: ACCOUNTS } }) : reply()))
})
const sent = () =>
  calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => [method, url, JSON.parse(body) as unknown])
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('lists the ways to pay in their order, and moves one by its arrows', async () => {
  showRoutes([{ path: '/staff/accounts/tenders', Component: TenderList }], ['/staff/accounts/tenders'])
  const list = await screen.findByRole('list', { name: 'Payment methods' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Cash Cash · opens the drawer',
    'MTN MoMo Mobile money · reference: required',
    'AT Money ArchivedMobile money · reference: required',
  ])
  expect(screen.getByRole('button', { name: 'Move Cash up' })).toHaveProperty('disabled', true)
  await press('Move MTN MoMo down')
  expect(sent()).toEqual([['PATCH', '/api/staff/accounts/2', { place: 3 }]])
  await screen.findByText('MTN MoMo: 3 of 3')
  expect(document.activeElement!.textContent).toBe('MTN MoMo')
  reply = () => json({ message: 'You do not have permission to do this.', code: 'forbidden' }, 403)
  await press('Move Cash down')
  await screen.findByText('You do not have permission to do this.')
})

it('adds a way to pay, and leads to the list', async () => {
  reply = () => json({ message: 'Payment method added.', account: ACCOUNTS[0] }, 201)
  showRoutes(
    [
      { path: '/staff/accounts/tenders/add', Component: TenderAdd },
      { path: '/staff/accounts/tenders', element: <h1>Payment methods</h1> },
    ],
    ['/staff/accounts/tenders/add'],
  )
  type(/^Name/, 'Cheque')
  expect([...screen.getByLabelText<HTMLSelectElement>(/^Kind/).options].map(({ text }) => text)).toEqual([
    'Mobile money',
    'Card',
    'Other',
  ])
  type(/^Kind/, 'OTHER')
  type(/^Reference/, 'MUST')
  fireEvent.click(screen.getByLabelText(/^Opens the drawer/))
  await press('Add payment method')
  await screen.findByRole('heading', { name: 'Payment methods' })
  expect(sent()).toEqual([
    ['POST', '/api/staff/accounts', { name: 'Cheque', kind: 'OTHER', asks_reference: 'MUST', opens_drawer: true }],
  ])
})

it('says beside the name that another account has it', async () => {
  const errors = { name: ['Another account already has this name.'] }
  reply = () => json({ message: 'Please correct the errors shown.', code: 'validation', errors }, 422)
  showRoutes([{ path: '/staff/accounts/tenders/add', Component: TenderAdd }], ['/staff/accounts/tenders/add'])
  type(/^Name/, 'Cash')
  await press('Add payment method')
  await waitFor(() => expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true'))
})

it('archives a way to pay, and offers for cash only what cash can be', async () => {
  const open = (id: number) =>
    showRoutes(
      [{ path: '/staff/accounts/tenders/:id/view', Component: TenderView }],
      [`/staff/accounts/tenders/${id}/view`],
    )
  open(2)
  await screen.findByRole('heading', { name: 'MTN MoMo' })
  type('State', 'ARCHIVED')
  await press('Update payment method')
  await screen.findByText('Payment method updated.')
  expect(sent()).toEqual([
    [
      'PATCH',
      '/api/staff/accounts/2',
      {
        name: 'MTN MoMo',
        kind: 'MOBILE_MONEY',
        asks_reference: 'MUST',
        opens_drawer: false,
        status_code: 'ARCHIVED',
        updated_at: AT,
      },
    ],
  ])
})

it('offers for cash no kind, reference or archive, and says of another account that it is not found', async () => {
  showRoutes([{ path: '/staff/accounts/tenders/:id/view', Component: TenderView }], ['/staff/accounts/tenders/1/view'])
  await screen.findByRole('heading', { name: 'Cash' })
  expect([/^Kind/, /^Reference/, /^State/].map(label => screen.queryByLabelText(label))).toEqual([null, null, null])
  await press('Update payment method')
  expect(sent()[0]![2]).toEqual({
    name: 'Cash',
    kind: 'CASH',
    asks_reference: 'NO',
    opens_drawer: true,
    updated_at: AT,
  })
})
