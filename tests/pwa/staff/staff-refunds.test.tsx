// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { GoodsLeft } from '#pwa/returns/returning.ts'
import { GoodsChoice } from '#pwa/staff/refunds/goods-choice.tsx'
import { StaffRefundView } from '#pwa/staff/refunds/refund-view.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { StaffRefund } from '#sync/protocol/shop/refund.ts'
import { pressed } from '#tests/support/browser/pressed.ts'
import { queries } from '#pwa/lib/queries.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const ITEM: Omit<StaffRefund['items'][number], 'id' | 'order_item_id' | 'quantity'> = {
  given_by: null,
  exchange_variation_id: null,
  exchange_variation: null,
  handed_over_at: null,
  disposition: null,
  product_variation: {
    id: 31,
    sku: 'J-31',
    size_code: 'UK10',
    colour_code: null,
    product: { id: 1, name: 'Slim jeans', slug: 'slim-jeans', images: [] },
    size: { id: 1, code: 'UK10', name: 'UK 10' },
    colour: null,
  },
}
const REQUESTED: StaffRefund = {
  id: 5,
  action: 'REFUND',
  reason: 'DEFECTIVE',
  note: 'The zip is loose.',
  order_id: 7,
  number: '7',
  status_code: 'REQUESTED',
  money_status: 'NONE',
  goods_status: 'AWAITED',
  provider_status: null,
  amount: 100,
  decision_note: null,
  account_code: null,
  shipping_fee: 0,
  reckoned: 100,
  photos: [{ id: 1, storage_link: '/storage/returns/a.webp' }],
  items: [
    { ...ITEM, id: 11, order_item_id: 21, quantity: 1 },
    { ...ITEM, id: 12, order_item_id: 22, quantity: 2 },
  ],
  lines: [
    {
      refund_item_id: 11,
      name: 'Slim jeans, UK 10',
      price: 50,
      quantity: 1,
      amount: 50,
      exchange: null,
      exchange_price: null,
    },
    { refund_item_id: 12, name: 'Belt', price: 25, quantity: 2, amount: 50, exchange: null, exchange_price: null },
  ],
  order: {
    id: 7,
    number: '7',
    type_code: 'WEBSITE',
    account_code: 'PAYSTACK',
    gift: 0,
    customer: 'Esi',
    total: 100,
    refunded: 0,
    collected: 0,
    completed_at: '2026-01-09T10:00:00.000Z',
  },
  events: [{ code: 'REQUESTED', detail: '', by: null, created_at: '2026-01-09T11:00:00.000Z' }],
  created_at: '2026-01-09T11:00:00.000Z',
  updated_at: '2026-01-09T11:00:00.000Z',
}
const APPROVED: StaffRefund = { ...REQUESTED, status_code: 'APPROVED', money_status: 'PENDING' }
const ACCOUNTS = [
  { id: 1, code: 'CASH', name: 'Cash', balance: 0, period: '2026-01', at_till: true },
  { id: 4, code: 'PAYSTACK', name: 'Paystack', balance: 0, period: '2026-01', at_till: false },
]
const TILLS = [
  { id: 1, code: 'T1', name: 'Front', device_id: 'a', status_code: 'ACTIVE' },
  { id: 2, code: 'T2', name: 'Sold', device_id: 'b', status_code: 'REVOKED' },
]

let refund = REQUESTED
let calls: Call[] = []
let refuse: object | null = null

function answer({ method, url }: Call): Response {
  if (url.includes('/accounts'))
    return json({ accounts: { data: ACCOUNTS, total: 2, last_page: 1, current_page: 1, per_page: 100 } })
  if (url.includes('/tills'))
    return json({ tills: { data: TILLS, total: 2, last_page: 1, current_page: 1, per_page: 100 } })
  if (method !== 'GET' && refuse) return json(refuse, 409)
  return json({ message: 'Done.', refund, ...(url.endsWith('/credit') && { code: 'ABCD-EFGH-JKMN-PQRS' }) })
}

async function open(as: StaffRefund) {
  refund = as
  showRoutes([{ path: '/staff/refunds/:id/view', Component: StaffRefundView }], ['/staff/refunds/5/view'])
  await screen.findByRole('heading', { name: 'Refund #5' })
}

const press = (name: string | RegExp) => pressed(screen.getByRole('button', { name }))
const sent = () =>
  calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => [method, new URL(url, 'http://shop.test').pathname, JSON.parse(body) as object])

beforeEach(() => {
  refuse = null
  calls = shopThatAnswers(answer)
})
afterEach(() => {
  vi.useRealTimers()
})

it("shows the customer's words and photos, and approves a return for less with a reason", async () => {
  await open(REQUESTED)
  expect([
    screen.getByText('The zip is loose.'),
    screen.getByRole('img', { name: 'From the customer, 1 of 1' }),
  ]).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull()
  fireEvent.change(screen.getByLabelText(/^Refund amount/), { target: { value: '60' } })
  fireEvent.change(screen.getByLabelText(/^Message to the customer/), { target: { value: 'It was worn.' } })
  await press('Approve')
  expect(sent()).toEqual([
    [
      'PATCH',
      '/api/staff/refunds/5',
      { status_code: 'APPROVED', amount: 60, note: 'It was worn.', updated_at: REQUESTED.updated_at },
    ],
  ])
})

it('leaves an unchanged amount to the shop, and refuses an empty one', async () => {
  await open(REQUESTED)
  await press('Approve')
  await press('Refuse')
  expect(sent().map(([, , body]) => body)).toEqual([
    { status_code: 'APPROVED', note: null, updated_at: REQUESTED.updated_at },
    { status_code: 'REFUSED', note: null, updated_at: REQUESTED.updated_at },
  ])
})

it('refunds the way the money came unless changed, and takes back only what has arrived', async () => {
  await open(APPROVED)
  await screen.findByRole('option', { name: 'Cash' })
  const way = screen.getByLabelText<HTMLSelectElement>('Refund to')
  expect([way.value, [...way.options].map(({ value }) => value)]).toEqual(['PAYSTACK', ['PAYSTACK', 'CASH']])
  await press(`Refund ${formatCedis(100)}`)
  const belt = screen.getByRole('group', { name: '2 × Belt' })
  fireEvent.click(within(belt).getByLabelText('Damaged, not for sale'))
  await press('Mark as received')
  expect(sent()).toEqual([
    ['POST', '/api/staff/refunds/5/money', { account_code: 'PAYSTACK' }],
    ['POST', '/api/staff/refunds/5/goods', { items: [{ refund_item_id: 12, disposition: 'DAMAGED' }] }],
  ])
})

it('gives store credit for money back, and shows its code', async () => {
  await open({ ...APPROVED, order: { ...APPROVED.order, type_code: 'STORE', account_code: 'CASH' } })
  await press(`Give ${formatCedis(100)} as store credit`)
  expect(await screen.findByText('ABCD-EFGH-JKMN-PQRS')).toBeDefined()
  expect(calls.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual(['/api/staff/refunds/5/credit'])
  cleanup()
  queries.clear()
  await open({ ...APPROVED, amount: -20 })
  await waitFor(() => expect(screen.queryByRole('button', { name: /store credit/ })).toBeNull())
})

it('asks for the drawer of a cash refund, and remembers it', async () => {
  const pay = async () => {
    await open(APPROVED)
    await screen.findByRole('option', { name: 'Cash' })
    expect(screen.queryByLabelText(/^Drawer/)).toBeNull()
    fireEvent.change(screen.getByLabelText('Refund to'), { target: { value: 'CASH' } })
    await screen.findByRole('option', { name: 'T1 · Front' })
    return screen.getByLabelText<HTMLSelectElement>(/^Drawer/)
  }
  const drawer = await pay()
  expect([...drawer.options].map(({ text }) => text)).toEqual(['The sale’s till, or none', 'T1 · Front'])
  await press(/^Refund/)
  fireEvent.change(drawer, { target: { value: '1' } })
  await press(/^Refund/)
  expect(sent().map(([, , body]) => body)).toEqual([{ account_code: 'CASH' }, { account_code: 'CASH', till_id: 1 }])
  cleanup()
  expect((await pay()).value).toBe('1')
  localStorage.clear()
})

it('refunds nothing before accounts and drawers are known', async () => {
  const held: Record<string, ((answer: Response) => void)[]> = { accounts: [], tills: [] }
  const pay = () => screen.queryByRole<HTMLButtonElement>('button', { name: /^Refund/ })
  calls = shopThatAnswers(call => {
    const name = Object.keys(held).find(each => call.url.includes(`/staff/${each}`))
    return name ? new Promise(resolve => held[name]!.push(resolve)) : answer(call)
  })
  await open({ ...APPROVED, order: { ...APPROVED.order, account_code: 'CASH' } })
  expect(pay()).toBeNull()
  await act(async () => {
    for (const come of held.accounts!) come(answer({ method: 'GET', url: '/accounts', headers: {}, body: '' }))
  })
  await waitFor(() => expect(pay()?.disabled).toBe(true))
  await press(/^Refund/)
  await waitFor(() => expect(held.tills!.length).toBeGreaterThan(0))
  await act(async () => {
    for (const come of held.tills!) come(answer({ method: 'GET', url: '/tills', headers: {}, body: '' }))
  })
  await screen.findByRole('option', { name: 'T1 · Front' })
  expect(sent()).toEqual([])
  await act(async () => {
    fireEvent.click(pay()!)
  }) // its answer has the accounts read again, which are held
  expect(sent().map(([, , body]) => body)).toEqual([{ account_code: 'CASH' }])
})

it('says when no goods are ticked, and sends nothing', async () => {
  await open(APPROVED)
  await press('Mark as received')
  await screen.findByText('Mark at least one line as received.')
  expect(sent()).toEqual([])
})

it('asks before leaving words typed for the customer', async () => {
  refund = REQUESTED
  const router = showRoutes(
    [
      { path: '/staff/refunds/:id/view', Component: StaffRefundView },
      { path: '/staff/refunds', element: <p>Elsewhere</p> },
    ],
    ['/staff/refunds/5/view'],
  )
  const words = await screen.findByLabelText(/^Message to the customer/)
  fireEvent.keyDown(words, { key: 'I' })
  fireEvent.change(words, { target: { value: 'It was worn.' } })
  void router.visit('/staff/refunds')
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await press('Stay here')
  await press('Approve')
  await act(async () => {
    void router.visit('/staff/refunds')
  })
  expect((await screen.findByText('Elsewhere')).isConnected).toBe(true)
})

it('reloads the books once money has moved', async () => {
  await open(APPROVED)
  await screen.findByRole('option', { name: 'Cash' })
  const books = () => calls.filter(({ url }) => url.includes('/accounts')).length
  const before = books()
  await press(`Refund ${formatCedis(100)}`)
  await waitFor(() => expect(books()).toBe(before + 1))
})

it('moves focus to the top when the pressed button is gone', async () => {
  await open(APPROVED)
  const pay = await screen.findByRole('button', { name: `Refund ${formatCedis(100)}` })
  pay.focus()
  refund = { ...APPROVED, money_status: 'DONE', account_code: 'CASH' }
  await act(async () => {
    fireEvent.click(pay)
  })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

it('keeps exchanged goods in view whatever else is searched', async () => {
  const row = (id: number, name: string) => ({ id, name, size: 'UK 10', colour: null, available: 3 })
  const product_variation = {
    id: 1,
    product: { id: 5, name: 'Slim jeans', slug: 'slim', images: [] },
    size: { id: 1, code: 'UK10', name: 'UK 10' },
    colour: null,
  } as unknown as GoodsLeft['product_variation']
  const goods: GoodsLeft = { key: '5', order_item_id: 5, given_by: null, quantity: 1, until: null, product_variation }
  shopThatAnswers(({ url }) =>
    url.includes('/products/5/stock')
      ? json({ stock: { variations: [row(2, 'Slim jeans')] } })
      : json({ stock: { data: [row(9, 'Jacket')] } }),
  )
  function Chooser() {
    const [value, choose] = useState<number | null>(null)
    return (
      <>
        <GoodsChoice goods={goods} value={value} onChange={choose} errors={undefined} />
        <output>{value}</output>
      </>
    )
  }
  showRoutes([{ path: '/', Component: Chooser }])
  const choice = () => screen.getByLabelText<HTMLSelectElement>('Exchange for').selectedOptions[0]!.text
  const look = (text: string) =>
    fireEvent.change(screen.getByLabelText(/^Another product/), { target: { value: text } })
  look('jacket')
  await screen.findByRole('option', { name: 'Jacket, UK 10 (3 left)' })
  fireEvent.change(screen.getByLabelText('Exchange for'), { target: { value: '9' } })
  look('')
  await screen.findByRole('option', { name: 'Slim jeans, UK 10 (3 left)' })
  expect([screen.getByRole('status').textContent, choice()]).toEqual(['9', 'Jacket, UK 10'])
})

it('says who was faster, and shows what they did', async () => {
  await open(APPROVED)
  await screen.findByLabelText('Refund to')
  refuse = { message: 'There is nothing left to pay.', code: 'conflict' }
  refund = { ...APPROVED, money_status: 'DONE', account_code: 'CASH' }
  await press(/^Refund/)
  expect(await screen.findByText('Done')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull()
})

it('asks before it is called off, in words for the customer', async () => {
  await open(APPROVED)
  await press('Cancel Return')
  const dialog = screen.getByRole('dialog', { name: 'Cancel this return?' })
  fireEvent.change(within(dialog).getByLabelText('Message to the customer'), { target: { value: 'It never came.' } })
  await act(async () => {
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel Return' }))
  })
  expect(sent()).toEqual([['POST', '/api/staff/refunds/5/call-off', { note: 'It never came.' }]])
})

it("shows the provider's news by itself, and stops once the refund is through", async () => {
  const reads = () => calls.filter(({ url }) => url.includes('/refunds/5')).length
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await open({
    ...APPROVED,
    status_code: 'COMPLETED',
    money_status: 'PROCESSING',
    provider_status: 'SENT',
    goods_status: 'BACK',
    account_code: 'PAYSTACK',
  })
  expect(screen.getByText(/The payment provider is sending the money/)).toBeTruthy()
  refund = { ...refund, money_status: 'DONE', provider_status: 'PROCESSED' }
  await wait(4_000)
  expect(screen.getByText('Nothing. Refund and items are settled.')).toBeTruthy()
  const before = reads()
  await wait(60_000)
  expect(reads()).toBe(before)
})
