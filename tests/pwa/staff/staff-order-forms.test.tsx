// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { orderReceipt } from '#pwa/orders/order-receipt.ts'
import { CancelForm } from '#pwa/staff/orders/cancel-form.tsx'
import { OrderFacts } from '#pwa/staff/orders/order-facts.tsx'
import { OrderSteps } from '#pwa/staff/orders/order-steps.tsx'
import { ReceiptButtons } from '#pwa/staff/orders/receipt-buttons.tsx'
import { RiderForm } from '#pwa/staff/orders/rider-form.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import type { OrderStatus } from '#sync/protocol/shop/order.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import { anOrder, aShop } from '#tests/support/people/letter-facts.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const order = (changes: Partial<StaffOrder> = {}): StaffOrder => ({
  ...anOrder({ id: 5, paid_at: '2026-11-21T10:05:00.000Z' }),
  staff_note: null,
  rider: null,
  ...changes,
})
const refund = (id: number, changes: Partial<Refund>): Refund => ({
  id,
  action: 'REFUND',
  reason: 'MISFIT',
  note: null,
  order_id: 5,
  number: '5',
  status_code: 'COMPLETED',
  money_status: 'DONE',
  goods_status: 'BACK',
  provider_status: null,
  amount: 50,
  decision_note: null,
  items: [],
  photos: [],
  created_at: '2026-11-22T10:00:00.000Z',
  ...changes,
})
/** The newest first, as the shop lists them. */
const REFUNDS = [
  refund(9, { status_code: 'REFUSED', money_status: 'NONE' }),
  refund(8, { status_code: 'APPROVED', money_status: 'PENDING', amount: 20 }),
  refund(7, { money_status: 'PROCESSING', provider_status: 'QUEUED', amount: 30 }),
  refund(6, { money_status: 'PROCESSING', provider_status: 'SENT', amount: 14.99 }),
  refund(5, { action: 'EXCHANGE', amount: -10 }),
  refund(4, { action: 'EXCHANGE', money_status: 'NONE', amount: 0 }),
  refund(3, {}),
]

const show = (screenful: ReactNode) => render(<QueryClientProvider client={queries}>{screenful}</QueryClientProvider>)
let calls: Call[]
const sent = () => calls.filter(({ method }) => method !== 'GET').map(({ body }) => JSON.parse(body) as unknown)

beforeEach(() => {
  calls = shopThatAnswers(({ method, url }) => {
    if (url.includes('/refunds')) return json({ refunds: { data: REFUNDS } })
    return json(method === 'GET' ? { shop: aShop() } : { message: 'Done.', order: order() })
  })
})

it('cancels an unpaid order only with a reason, which its customer reads', async () => {
  const onClose = vi.fn<() => void>()
  const unpaid = order({ status_code: 'UNPAID' })
  show(<CancelForm order={unpaid} onClose={onClose} />)
  const reason = screen.getByLabelText<HTMLTextAreaElement>('Reason (the customer sees it)')
  const cancel = () =>
    act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Cancel Order' }))
    })
  expect(reason.required).toBe(true)
  fireEvent.change(reason, { target: { value: '  ' } })
  await cancel()
  await waitFor(() => expect(screen.getAllByText('Enter a reason.').length).toBeGreaterThan(0))
  expect(sent()).toEqual([])
  fireEvent.change(reason, { target: { value: 'Ordered twice.' } })
  await cancel()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toEqual([{ status_code: 'CANCELLED', reason: 'Ordered twice.', updated_at: unpaid.updated_at }])
})

it.each<[OrderStatus, string[], boolean]>([
  ['UNPAID', ['Manually Confirm Payment', 'Cancel Order'], false],
  ['PROCESSING', ['Mark as Ready To Ship or Deliver'], true],
  ['READY_TO_SHIP', ['Mark as Completed'], true],
  ['COMPLETED', [], true],
])(
  'offers of an order that is %s its single steps in the words of the shop, and its receipt once it is paid',
  async (status_code, steps, isPaid) => {
    showRoutes([{ path: '/', element: <OrderSteps order={order({ status_code })} /> }])
    if (isPaid) await screen.findByRole('button', { name: 'Print Receipt' })
    const pressed = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(pressed).toEqual([...steps, ...(isPaid ? ['Print Receipt', 'Download PDF'] : [])])
    expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(
      isPaid ? ['Packing slip', 'New Refund'] : [],
    )
  },
)

it('says on the receipt what returns have changed, and what remains paid', async () => {
  const { since } = orderReceipt(order(), aShop(), REFUNDS)
  expect(since).toEqual([
    { words: 'Refund #3', amount: -50 },
    { words: 'Difference paid, exchange #5', amount: 10 },
    { words: 'Refund #6', amount: -14.99 },
  ])
  const seen: string[] = []
  vi.stubGlobal('print', () => {
    seen.push(screen.getByRole('article', { name: 'Receipt 5', hidden: true }).textContent!)
  })
  show(<ReceiptButtons order={order()} />)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Print Receipt' })).toHaveProperty('disabled', false))
  fireEvent.click(screen.getByRole('button', { name: 'Print Receipt' }))
  for (const words of [
    `Refund #3${formatCedis(50)}`,
    `Difference paid, exchange #5${formatCedis(10)}`,
    `Net paid${formatCedis(260)}`,
  ])
    expect(seen[0]).toContain(words)
  fireEvent(window, new Event('afterprint'))
})

it('writes no receipt before returns are known', async () => {
  let come: (answer: Response) => void = () => {}
  calls = shopThatAnswers(({ url }) =>
    url.includes('/refunds')
      ? new Promise(resolve => {
          come = resolve
        })
      : json({ shop: aShop() }),
  )
  show(<ReceiptButtons order={order()} />)
  const buttons = () => screen.getAllByRole<HTMLButtonElement>('button').map(({ disabled }) => disabled)
  await screen.findByRole('button', { name: 'Print Receipt' })
  expect(buttons()).toEqual([true, true])
  await act(async () => come(json({ refunds: { data: [] } })))
  await waitFor(() => expect(buttons()).toEqual([false, false]))
})

it('asks before leaving a typed rider, and no more once saved', async () => {
  const delivered = order({ delivery_method_code: 'delivery', shipping_region_code: 'GH-AA' })
  const router = showRoutes([
    { path: '/', element: <RiderForm order={delivered} /> },
    { path: '/elsewhere', element: <p>Elsewhere</p> },
  ])
  const name = screen.getByLabelText(/^Name/)
  fireEvent.keyDown(name, { key: 'K' })
  fireEvent.change(name, { target: { value: 'Kojo' } })
  fireEvent.change(screen.getByLabelText(/^Phone/), { target: { value: '024 412 3456' } })
  void router.visit('/elsewhere')
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
  fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save rider' }))
  })
  await waitFor(() => expect(sent()).toHaveLength(1))
  await act(async () => {
    void router.visit('/elsewhere')
  })
  await screen.findByText('Elsewhere')
})

it.each([
  ['a sale that came late', {}, ['SoldNovember 20th 2026, 11:50 pm', 'ArrivedNovember 21st 2026, 8:05 am']],
  [
    'a sale by a slow clock',
    { arrived_at: null, occurred_at: '2026-11-17T23:50:00.000Z' },
    ['SoldNovember 20th 2026, 11:50 pm', 'Till’s clockNovember 17th 2026, 11:50 pm'],
  ],
  [
    'a website order',
    { type_code: 'WEBSITE', occurred_at: null, arrived_at: null },
    ['PlacedNovember 20th 2026, 11:50 pm'],
  ],
] as const)('says when it was, for %s', (_, changes, times) => {
  const late: Partial<StaffOrder> = {
    type_code: 'STORE',
    occurred_at: '2026-11-20T23:50:00.000Z',
    ordered_at: '2026-11-20T23:50:00.000Z',
    arrived_at: '2026-11-21T08:05:00.000Z',
  }
  calls = shopThatAnswers(() => json({ accounts: { data: [] }, delivery_zones: { data: [] } }))
  show(<OrderFacts order={order({ ...late, ...changes })} />)
  const facts = [...document.querySelectorAll('dt')].map(
    ({ textContent, nextSibling }) => `${textContent}${nextSibling!.textContent}`,
  )
  expect(facts.filter(words => /^(Sold|Placed|Arrived|Till’s clock|Recorded)/.test(words))).toEqual(times)
})
