// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { ConfirmForm } from '#pwa/staff/orders/confirm-form.tsx'
import { customerName } from '#pwa/staff/orders/customer-name.ts'
import { ExportButton } from '#pwa/staff/orders/export-button.tsx'
import { NoteForm } from '#pwa/staff/orders/note-form.tsx'
import { OrderFacts } from '#pwa/staff/orders/order-facts.tsx'
import { OrderView } from '#pwa/staff/orders/order-view.tsx'
import { PackingSlip } from '#pwa/staff/orders/packing-slip.tsx'
import { PickListScreen } from '#pwa/staff/orders/pick-list.tsx'
import { ReceiptButtons } from '#pwa/staff/orders/receipt-buttons.tsx'
import { RiderForm } from '#pwa/staff/orders/rider-form.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import type { StaffOrder } from '#sync/protocol/shop/order-view.ts'
import { anOrder, aShop } from '#tests/support/people/letter-facts.ts'
import { pressed } from '#tests/support/browser/pressed.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const ORDER = {
  id: 5,
  number: '5',
  status_code: 'UNPAID',
  total: 149.99,
  updated_at: '2026-01-01T00:00:00.000Z',
} as StaffOrder
const show = (screenful: ReactNode) => render(<QueryClientProvider client={queries}>{screenful}</QueryClientProvider>)

const TILLS = [
  { id: 3, code: 'T1', name: 'Front', status_code: 'ACTIVE' },
  { id: 4, code: 'T2', name: 'Sold', status_code: 'REVOKED' },
]
let provider: () => Response
let calls: Call[]
function answer({ method, url }: Call): Response {
  if (url.includes('/check-payment')) return provider()
  if (url.includes('/accounts'))
    return json({
      accounts: {
        data: ['CASH', 'BANK', 'PAYSTACK'].map((code, id) => ({ id, code, name: code, at_till: id < 2, place: id })),
      },
    })
  if (url.includes('/tills')) return json({ tills: { data: TILLS } })
  if (method === 'PATCH') return json({ message: 'Payment confirmed.', order: { ...ORDER, status_code: 'PROCESSING' } })
  return json({})
}
const sent = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body) as unknown)

beforeEach(() => {
  calls = shopThatAnswers(answer)
  provider = () => json({ message: 'The provider has no payment for this order.', order: ORDER })
})

it('asks the provider before money is confirmed by hand, and sends account, reason and the order as read', async () => {
  const onClose = vi.fn<() => void>()
  show(<ConfirmForm order={ORDER} onClose={onClose} />)
  screen.getByText('Checking with the payment provider …')
  expect(screen.queryByLabelText('Reason')).toBeNull()
  await screen.findByText('The provider has no payment for this order.')
  await waitFor(() =>
    expect([...screen.getByLabelText<HTMLSelectElement>('Payment method').options].map(({ value }) => value)).toEqual([
      'CASH',
      'BANK',
    ]),
  )
  fireEvent.change(screen.getByLabelText('Payment method'), { target: { value: 'CASH' } })
  expect([...(await screen.findByLabelText<HTMLSelectElement>(/^Drawer/)).options].map(({ text }) => text)).toEqual([
    'No till',
    'T1 · Front',
  ])
  const confirm = () =>
    act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Manually Confirm Payment' }))
    })
  const reason = screen.getByLabelText<HTMLTextAreaElement>('Reason')
  expect(reason.required).toBe(true)
  fireEvent.change(reason, { target: { value: '   ' } })
  await confirm()
  await waitFor(() =>
    expect([
      reason.getAttribute('aria-invalid'),
      screen.getAllByText('Enter how you know that it was paid.').length > 0,
    ]).toEqual(['true', true]),
  )
  expect(sent()).toEqual([])
  fireEvent.change(reason, { target: { value: 'Paid at the counter.' } })
  await confirm()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toEqual([
    { status_code: 'PROCESSING', reason: 'Paid at the counter.', account_code: 'CASH', updated_at: ORDER.updated_at },
  ])
})

it('sends whose drawer the cash is in, and asks so for no other account', async () => {
  show(<ConfirmForm order={ORDER} onClose={() => {}} />)
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Payment method').options).toHaveLength(2))
  const choose = (account: string) =>
    fireEvent.change(screen.getByLabelText('Payment method'), { target: { value: account } })
  choose('CASH')
  fireEvent.change(await screen.findByLabelText(/^Drawer/), { target: { value: '3' } })
  choose('BANK')
  expect(screen.queryByLabelText(/^Drawer/)).toBeNull()
  choose('CASH')
  expect(screen.getByLabelText<HTMLSelectElement>(/^Drawer/).value).toBe('3')
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Paid at the counter.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Manually Confirm Payment' }))
  await waitFor(() =>
    expect(sent()).toEqual([
      {
        status_code: 'PROCESSING',
        reason: 'Paid at the counter.',
        account_code: 'CASH',
        till_id: 3,
        updated_at: ORDER.updated_at,
      },
    ]),
  )
  localStorage.clear()
})

it('says when the provider is not responding, and shows no form when the order turns out to be paid', async () => {
  provider = () => json({ message: 'Our payment provider does not answer.', code: 'provider_unreachable' }, 503)
  show(<ConfirmForm order={ORDER} onClose={() => {}} />)
  await screen.findByText('Our payment provider does not answer.')
  screen.getByLabelText('Reason')
  cleanup()
  provider = () => json({ message: 'The order is paid.', order: { ...ORDER, status_code: 'PROCESSING' } })
  const onClose = vi.fn<() => void>()
  show(<ConfirmForm order={ORDER} onClose={onClose} />)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect([screen.queryByLabelText('Reason'), sent()]).toEqual([null, []])
})

it('prepares an export of the filter, shows its progress, and hands it out', async () => {
  const job = {
    id: 9,
    kind: 'order-export',
    status_code: 'RUNNING',
    done: 500,
    total: 2000,
    result: null,
    error: null,
    created_at: '',
    finished_at: null,
  }
  const jobs = [job, { ...job, status_code: 'DONE', done: 2000 }]
  calls = shopThatAnswers(({ url }) =>
    url.includes('/jobs/9')
      ? json({ job: jobs.length > 1 ? jobs.shift() : jobs[0] })
      : json({ orders: {}, export: { id: 9, status: 'PENDING', done: 0, total: 0 } }),
  )
  show(<ExportButton filters={{ status_code: 'PROCESSING' }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Prepare Export' }))
  await screen.findByText('Preparing 500 of 2,000 …')
  await screen.findByRole('button', { name: 'Download Export' })
  expect(calls[0]!.url).toBe('/api/staff/orders?status_code=PROCESSING&per_page=1&prepareExport=true')
})

it('says why an export failed, and starts it again', async () => {
  calls = shopThatAnswers(({ url }) =>
    url.includes('/jobs/')
      ? json({
          job: {
            id: 9,
            kind: 'order-export',
            status_code: 'FAILED',
            done: 0,
            total: 0,
            result: null,
            error: 'No room.',
            created_at: '',
            finished_at: null,
          },
        })
      : json({ orders: {}, export: { id: 9 } }),
  )
  show(<ExportButton filters={{}} />)
  fireEvent.click(screen.getByRole('button', { name: 'Prepare Export' }))
  await screen.findByText('We couldn’t create the export: No room.')
  expect(screen.getByRole('button', { name: 'Prepare Export' })).toHaveProperty('disabled', false)
})

it('prints the receipt of a sale as the till does, with the cash received, and removes it afterwards', async () => {
  calls = shopThatAnswers(() => json({ shop: aShop(), refunds: { data: [] }, accounts: { data: [] } }))
  const sale: StaffOrder = {
    ...anOrder({
      number: 'T1-000007',
      type_code: 'STORE',
      status_code: 'COMPLETED',
      account_code: 'CASH',
      tendered: 200,
      total: 149.99,
      shipping_address: null,
    }),
    staff_note: null,
    rider: null,
  }
  const seen: (string | null)[] = []
  vi.stubGlobal('print', () => {
    seen.push(screen.getByRole('article', { name: 'Receipt T1-000007', hidden: true }).textContent)
  })
  show(<ReceiptButtons order={sale} />)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Print Receipt' })).toHaveProperty('disabled', false))
  fireEvent.click(screen.getByRole('button', { name: 'Print Receipt' }))
  expect(seen).toHaveLength(1)
  for (const words of [
    'Paid byCash',
    `Tendered${formatCedis(200)}`,
    `Change${formatCedis(50.01)}`,
    'PayerWalk-in customer',
    aShop().receipt_note,
  ])
    expect(seen[0]).toContain(words)
  fireEvent(window, new Event('afterprint'))
  expect(screen.queryByRole('article', { hidden: true })).toBeNull()
  screen.getByRole('button', { name: 'Download PDF' })
})

it('uses the singular for one piece, on the pick list and the packing slip', async () => {
  const [item] = anOrder().items
  const { product, size, colour, sku } = item!.product_variation
  const line = {
    product_variation_id: 1,
    sku,
    barcode: null,
    category: 'Jeans',
    product,
    size,
    colour,
    quantity: 1,
    on_hand: 4,
    orders: [{ id: 5, number: '5', quantity: 1 }],
  }
  calls = shopThatAnswers(({ url }) => {
    if (url.includes('/pick-list')) return json({ pick_list: { orders: 1, pieces: 1, lines: [line] } })
    if (url.includes('/delivery/zones')) return json({ delivery_zones: { data: [] } })
    if (url.includes('/refunds'))
      return json({ refunds: { data: [], total: 0, last_page: 1, current_page: 1, per_page: 100 } })
    return json({
      shop: aShop(),
      order: { ...anOrder({ items: [{ ...item!, quantity: 1 }] }), staff_note: null, rider: null },
    })
  })
  showRoutes([{ path: '/pick-list', element: <PickListScreen /> }], ['/pick-list'])
  await screen.findByText(/^1 piece for 1 order, /)
  cleanup()
  showRoutes([{ path: '/orders/:id/packing-slip', element: <PackingSlip /> }], ['/orders/5/packing-slip'])
  expect((await screen.findByText(/^1 piece\./)).textContent).toMatch(/^1 piece\. /)
})

it('shows an address with zone and region by name, on the slip and beside the order', async () => {
  calls = shopThatAnswers(({ url }) => {
    if (url.includes('/checkout/regions')) return json({ regions: [{ code: 'GH-AH', name: 'Ashanti' }] })
    if (url.includes('/delivery/zones'))
      return json({ delivery_zones: { data: [{ code: 'KUMASI', name: 'Kumasi Central' }] } })
    if (url.includes('/shop')) return json({ shop: aShop() })
    if (url.includes('/refunds')) return json({ refunds: { data: [] } })
    if (url.includes('/accounts')) return json({ accounts: { data: [] } })
    return json({ order: { ...anOrder({ id: 5 }), staff_note: null, rider: null } })
  })
  showRoutes([{ path: '/staff/orders/:id/packing-slip', Component: PackingSlip }], ['/staff/orders/5/packing-slip'])
  const area = await screen.findByText('Kumasi Central, Ashanti')
  expect(area.previousElementSibling?.textContent).toBe('7 Ring Road')
  cleanup()
  show(<OrderFacts order={{ ...anOrder({ id: 5 }), staff_note: null, rider: null }} />)
  expect((await screen.findByText('Kumasi Central, Ashanti')).previousElementSibling?.textContent).toBe('Area')
})

it("shows the name and the email given for an order, and the account's email only where it differs", () => {
  const order = anOrder({ id: 5 })
  const given = { ...order.shipping_address!, email: 'for-my-sister@mail.test' }
  const customer = { id: 9, name: 'Ama Account', email: 'ama@mail.test' }
  const staffOrder = { ...order, shipping_address: given, customer_name: 'Esi Given', staff_note: null, rider: null }
  const of = (name: string) => screen.queryByText(name)?.nextElementSibling?.textContent
  const { unmount } = show(<OrderFacts order={{ ...staffOrder, customer }} />)
  expect([of('Customer'), of('Email'), of('Customer’s account')]).toEqual([
    'Esi Given',
    'for-my-sister@mail.test',
    'ama@mail.test',
  ])
  unmount()
  show(<OrderFacts order={{ ...staffOrder, customer: { ...customer, email: given.email } }} />)
  expect([of('Email'), of('Customer’s account')]).toEqual(['for-my-sister@mail.test', undefined])
})

it.each([
  [
    'the name given',
    { customer_name: 'Esi Given', customer: { id: 9, name: 'Ama', email: 'ama@mail.test' } },
    'Esi Given',
  ],
  ['the account’s where none was given', { customer: { id: 9, name: 'Ama', email: 'ama@mail.test' } }, 'Ama'],
  ['a guest of the website', {}, 'Guest'],
  ['who walked in', { type_code: 'STORE' as const }, 'Walk-in customer'],
])('calls a customer in lists by %s', (_, change, name) => {
  expect(customerName({ customer_name: null, customer: null, type_code: 'WEBSITE', ...change })).toBe(name)
})

const DELIVERED: StaffOrder = {
  ...anOrder({
    id: 5,
    status_code: 'PROCESSING',
    delivery_method_code: 'delivery',
    shipping_region_code: 'GH-AA',
    updated_at: '2026-01-01T00:00:01.000Z',
  }),
  staff_note: null,
  rider: null,
}
/** The order as it is at the shop, read into the forms of a page. */
function desk() {
  let now = DELIVERED
  const page = () => (
    <QueryClientProvider client={queries}>
      <RiderForm order={now} />
      <NoteForm order={now} />
    </QueryClientProvider>
  )
  const { rerender } = render(page())
  calls = shopThatAnswers(({ body }) => {
    const { staff_note, updated_at } = JSON.parse(body) as StaffOrder
    if (updated_at !== now.updated_at)
      return json({ message: 'Someone changed this while you were editing.', code: 'stale', order: now }, 409)
    write({ staff_note })
    return json({ message: 'Note saved.', order: now })
  })
  const write = (change: Partial<StaffOrder>) => {
    now = { ...now, ...change, updated_at: new Date(Date.parse(now.updated_at) + 1000).toJSON() }
  }
  return { write, read: () => rerender(page()), note: () => now.staff_note }
}
const note = () => screen.getByLabelText<HTMLTextAreaElement>(/^For staff only/)
const typeNote = (value: string) => fireEvent.change(note(), { target: { value } })
const saveNote = () => pressed(screen.getByRole('button', { name: 'Save note' }))

it('shows a note somebody else wrote before it is overwritten, also when loaded again', async () => {
  const { write, read, note: kept } = desk()
  typeNote('Call first.')
  write({ staff_note: 'She is away until Friday.' })
  read()
  await saveNote()
  expect([kept(), note().value]).toEqual(['She is away until Friday.', 'Call first.'])
  await screen.findByText('The note now says: “She is away until Friday.” Save again to replace it with yours.')
  read()
  await saveNote()
  expect(kept()).toBe('Call first.')
})

it('saves a note though the order changed otherwise, and shows a newer note when nothing was typed', async () => {
  const { write, read, note: kept } = desk()
  typeNote('Call first.')
  write({ rider: { name: 'Kojo', phone: '+233244000111', fee: null } })
  read()
  await saveNote()
  read()
  expect([kept(), note().value]).toEqual(['Call first.', 'Call first.'])
  write({ staff_note: 'Called.' })
  read()
  expect(note().value).toBe('Called.')
  typeNote('Called twice.')
  await saveNote()
  expect(kept()).toBe('Called twice.')
})

it('keeps a typed rider while a note is saved', async () => {
  const { write, read } = desk()
  const name = () => screen.getByLabelText<HTMLInputElement>(/^Name/)
  fireEvent.change(name(), { target: { value: 'Kojo' } })
  typeNote('Call first.')
  await saveNote()
  read()
  expect(name().value).toBe('Kojo')
  write({ rider: { name: 'Esi', phone: '+233244000111', fee: null } })
  read()
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Esi')
})

it('shows which goods a return asked for, and who changed it', async () => {
  const refund = {
    id: 31,
    action: 'EXCHANGE',
    status_code: 'APPROVED',
    amount: 0,
    items: [{ quantity: 2 }, { quantity: 1 }],
    created_at: '2026-01-02T10:00:00.000Z',
  }
  const change = {
    id: 1,
    user: { id: 7, name: 'Ama' },
    action: 'note',
    subject: 'order',
    subject_id: 5,
    was: null,
    became: null,
    ip: null,
    created_at: '2026-01-02T10:00:00.000Z',
  }
  const paged = (data: unknown[]) => ({ data, total: data.length, current_page: 1, last_page: 1, per_page: 100 })
  calls = shopThatAnswers(({ url }) => {
    if (url.includes('/timeline')) return json({ timeline: [] })
    if (url.includes('/delivery/zones')) return json({ delivery_zones: paged([]) })
    if (url.includes('/refunds')) return json({ refunds: paged([refund]) })
    if (url.includes('/accounts')) return json({ accounts: paged([]) })
    return json(
      url.includes('/changes')
        ? { changes: paged([change]) }
        : { order: { ...DELIVERED, paid_at: '2026-01-01T00:00:00.000Z' } },
    )
  })
  showRoutes([{ path: '/staff/orders/:id/view', Component: OrderView }], ['/staff/orders/5/view'])
  const row = within(await screen.findByRole('region', { name: 'Returns' })).getByRole('row', { name: /Exchange 31/ })
  expect([
    within(row).getByRole('link').getAttribute('href'),
    within(row).getByText('Approved'),
    within(row).getByRole('cell', { name: '3' }),
  ]).toEqual(['/staff/refunds/31/view', expect.anything(), expect.anything()])
  expect(calls.filter(({ url }) => url.includes('/refunds')).map(({ url }) => url)).toEqual([
    '/api/staff/refunds?order_id=5&per_page=100',
  ])
  const history = screen.getByText('History').closest('details')!
  history.open = true
  fireEvent(history, new Event('toggle'))
  await screen.findByText('Noted', { exact: false })
  expect(calls.some(({ url }) => url.startsWith('/api/staff/changes?subject=order&subject_id=5'))).toBe(true)
})

it('asks before leaving what is typed for one order, and takes none of it to another', async () => {
  const order = (id: number) => ({ ...DELIVERED, id, number: String(id) })
  calls = shopThatAnswers(({ url }) =>
    json(
      url.includes('/timeline')
        ? { timeline: [] }
        : url.includes('/refunds')
          ? { refunds: { data: [] } }
          : url.includes('/accounts')
            ? { accounts: { data: [] } }
            : { order: order(Number(/orders\/(\d+)/.exec(url)![1])) },
    ),
  )
  const router = showRoutes([{ path: '/staff/orders/:id/view', Component: OrderView }], ['/staff/orders/5/view'])
  await screen.findByRole('heading', { name: 'Order 5' })
  typeNote('Call first.')
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Kojo' } })
  void router.visit('/staff/orders/6/view')
  await screen.findByRole('dialog', { name: 'Leave without saving?' })
  expect(note().value).toBe('Call first.')
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  })
  await screen.findByRole('heading', { name: 'Order 6' })
  expect([note().value, screen.getByLabelText<HTMLInputElement>(/^Name/).value]).toEqual(['', ''])
})
