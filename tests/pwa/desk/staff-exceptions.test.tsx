// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { welcome } from '#pwa/session/session.ts'
import { ChangeList } from '#pwa/staff/kit/change-list.tsx'
import { ExceptionList } from '#pwa/staff/exceptions/exception-list.tsx'
import type { StaffChange } from '#sync/protocol/staff/desk.ts'
import type { ShopException } from '#sync/protocol/staff/exception.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const MOMENT = '2026-11-21T10:00:00.000Z'
const exception = (id: number, changes: Partial<ShopException>): ShopException => ({
  id,
  code: 'PRICE_DRIFT',
  order_id: null,
  number: null,
  till_id: null,
  key_id: null,
  product_variation_id: null,
  item: null,
  on_hand: null,
  reserved: null,
  detail: `What happened to ${id}.`,
  status_code: 'OPEN',
  resolution: null,
  note: null,
  resolved_by: null,
  count: 1,
  created_at: MOMENT,
  resolved_at: null,
  ...changes,
})
const change = (id: number, subject: string): StaffChange => ({
  id,
  user: { id: 9, name: 'Efua' },
  ip: null,
  subject,
  subject_id: id,
  action: 'change',
  was: null,
  became: null,
  created_at: MOMENT,
})
const pageOf = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 12 })

let waiting: ShopException[]
let calls: Call[]
let refusal: string | null

function answer({ method, url }: Call): Response {
  if (method !== 'GET')
    return refusal
      ? json({ message: refusal, code: 'conflict' }, 409)
      : json({ message: 'Exception resolved.', exception: {}, resolved: 2 })
  if (url.startsWith('/api/staff/exceptions/csv'))
    return new Response('id\r\n', { headers: { 'content-type': 'text/csv' } })
  if (url.startsWith('/api/staff/exceptions')) return json({ exceptions: pageOf(waiting), open: {} })
  if (url.startsWith('/api/staff/changes'))
    return json({ changes: pageOf([change(1, 'product'), change(2, 'period'), change(3, 'order')]) })
  if (url.startsWith('/api/staff/tills')) return json({ tills: pageOf([{ id: 3, code: 'T3', name: 'By the door' }]) })
  return json({ users: pageOf([]) })
}

const open = (path: string) =>
  showRoutes(
    [
      { path: '/staff/exceptions', Component: ExceptionList },
      { path: '/staff/changes', Component: ChangeList },
    ],
    [path],
  )
const sent = () =>
  calls.filter(({ method }) => method !== 'GET').map(({ url, body }) => ({ url, ...(JSON.parse(body) as object) }))

beforeEach(() => {
  refusal = null
  waiting = [
    exception(1, {}),
    exception(2, { code: 'OVERSOLD', product_variation_id: 5, item: 'Slim jeans', on_hand: -1, reserved: 0 }),
    exception(3, { code: 'SEQUENCE_GAP' }),
  ]
  calls = shopThatAnswers(answer)
})

const usual = async (at: number) => {
  fireEvent.click((await screen.findAllByRole('button', { name: /^(Resolve|Count now)$/ }))[at]!)
  return within(await screen.findByRole('group', { name: 'Common answers' })).getAllByRole('button')
}

it('resolves by one tap with the usual words, for a price as for a gap', async () => {
  open('/staff/exceptions')
  for (const at of [0, 2]) {
    const [words] = await usual(at)
    fireEvent.click(words!)
    await waitFor(() =>
      expect(sent().at(-1)).toEqual({
        url: `/api/staff/exceptions/${at + 1}`,
        status_code: 'RESOLVED',
        note: words!.textContent,
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(sent()).toHaveLength(2)
})

it('sends the count with the words, and resolves nothing by Enter in the count', async () => {
  open('/staff/exceptions')
  const [words] = await usual(1)
  const counted = screen.getByLabelText<HTMLInputElement>(/^Quantity on hand now/)
  fireEvent.change(counted, { target: { value: '4' } })
  act(() => counted.form!.requestSubmit())
  expect(sent()).toEqual([])
  fireEvent.click(words!)
  await waitFor(() =>
    expect(sent()).toEqual([
      { url: '/api/staff/exceptions/2', status_code: 'RESOLVED', note: words!.textContent, counted: 4 },
    ]),
  )
})

it('shows those of one till and kind as one row, and resolves them all with one note', async () => {
  act(() => welcome('a-token', aUser({ role_code: 'ADMINISTRATOR' })))
  waiting = [exception(9, { code: 'DISCOUNT', till_id: 3, count: 250 }), exception(2, {})]
  open('/staff/exceptions')
  await screen.findByText('And 249 more of this type on this till.')
  expect(calls.some(({ url }) => url.includes('grouped=true'))).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Resolve all 250' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Resolve 250 exceptions' }))
  fireEvent.click(dialog.getByRole('button', { name: 'The discount was agreed.' }))
  await waitFor(() =>
    expect(sent()).toEqual([
      { url: '/api/staff/exceptions/resolve', ids: [9], note: 'The discount was agreed.', grouped: true },
    ]),
  )
})

it('shows each of a till and kind by itself on request', async () => {
  act(() => welcome('a-token', aUser({ role_code: 'ADMINISTRATOR' })))
  waiting = [exception(9, { code: 'DISCOUNT', till_id: 3, count: 250 })]
  open('/staff/exceptions')
  fireEvent.click(await screen.findByRole('link', { name: 'See each one' }))
  await waitFor(() => expect(calls.at(-1)!.url).toContain('till_id=3'))
  expect([calls.at(-1)!.url.includes('code=DISCOUNT'), calls.at(-1)!.url.includes('grouped')]).toEqual([true, false])
})

it('tells a manager who resolves what is about a cashier', async () => {
  act(() => welcome('a-token', aUser({ role_code: 'MANAGER' })))
  waiting = [exception(9, { code: 'DISCOUNT', till_id: 3 }), exception(2, {})]
  open('/staff/exceptions')
  await screen.findByText('An administrator must resolve this.')
  expect(screen.getAllByRole('button', { name: 'Resolve' })).toHaveLength(1)
})

it('keeps the words and says why when the shop refuses', async () => {
  refusal = 'Somebody else resolved it.'
  open('/staff/exceptions')
  const [words] = await usual(0)
  fireEvent.click(words!)
  await screen.findByText('Somebody else resolved it.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Outcome').value).toBe(words!.textContent)
})

it('activates a cashier whom a restore had lost with one tap, and says what prevents it', async () => {
  waiting = [exception(5, { code: 'TELLER_RESTORED', detail: 'The backup did not have the account of Kojo.' })]
  open('/staff/exceptions')
  fireEvent.click(await screen.findByRole('button', { name: 'Resolve' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cashier awaiting approval' }))
  refusal = 'Enter the email address of Kojo under Users first.'
  fireEvent.click(dialog.getByRole('button', { name: 'Activate and invite' }))
  await dialog.findByText('Enter the email address of Kojo under Users first.')
  refusal = null
  fireEvent.click(await dialog.findByRole('button', { name: 'Activate and invite' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual(
    Array(2).fill('/api/staff/exceptions/5/activate'),
  )
})

const KEY = 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s'
const newTill = async () => {
  waiting = [exception(6, { code: 'NEW_TILL', till_id: 3, key_id: KEY, detail: 'The key waits for approval.' })]
  open('/staff/exceptions')
  fireEvent.click(await screen.findByRole('button', { name: 'Resolve' }))
  return within(await screen.findByRole('dialog', { name: 'Till awaiting approval' }))
}

// Before: whoever read of a new till had to look for it among the tills.
it('approves a new till with one tap, and says what prevents it', async () => {
  act(() => welcome('a-token', aUser({ role_code: 'ADMINISTRATOR' })))
  const dialog = await newTill()
  expect(dialog.getByRole('link', { name: 'See the till' }).getAttribute('href')).toBe('/staff/tills/3/view')
  refusal = 'This till does not have this key.'
  fireEvent.click(dialog.getByRole('button', { name: 'Approve this till' }))
  await dialog.findByText('This till does not have this key.')
  refusal = null
  fireEvent.click(await dialog.findByRole('button', { name: 'Approve this till' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const asked = { url: '/api/staff/tills/3', approved_key_id: KEY }
  expect(sent()).toEqual([asked, asked])
})

it('tells a manager whom to ask about a new till', async () => {
  act(() => welcome('a-token', aUser({ role_code: 'MANAGER' })))
  const dialog = await newTill()
  expect([dialog.queryByRole('button', { name: 'Approve this till' }), dialog.getByText(/^Ask an admin/)]).toEqual([
    null,
    expect.anything(),
  ])
})

it('books a rejected sale once nothing prevents it, and says what does', async () => {
  waiting = [exception(4, { code: 'SALE_REJECTED', detail: 'T2-000118 over 149.98: This cashier does not exist.' })]
  open('/staff/exceptions')
  fireEvent.click(await screen.findByRole('button', { name: 'Resolve' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Could not be booked' }))
  refusal = 'This cashier does not exist.'
  fireEvent.click(dialog.getByRole('button', { name: 'Book it now' }))
  await dialog.findByText('This cashier does not exist.')
  refusal = null
  fireEvent.click(await dialog.findByRole('button', { name: 'Book it now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual(
    Array(2).fill('/api/staff/exceptions/4/apply'),
  )
})

it('books what no till can prove with its written reason', async () => {
  waiting = [
    exception(4, { code: 'SALE_REJECTED', detail: 'T2-000118 over 149.98: We cannot verify that this till made it.' }),
  ]
  open('/staff/exceptions')
  fireEvent.click(await screen.findByRole('button', { name: 'Resolve' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Could not be booked' }))
  fireEvent.change(dialog.getByLabelText('Outcome'), { target: { value: 'The cashier confirmed it. ' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Book it now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.filter(({ method }) => method === 'POST').map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    ['/api/staff/exceptions/4/apply', { note: 'The cashier confirmed it.' }],
  ])
})

it("moves from row to row by arrow keys, by each row's action", async () => {
  open('/staff/exceptions')
  const doors = await screen.findAllByRole('button', { name: /^(Resolve|Count now)$/ })
  doors[0]!.focus()
  for (const [key, at] of [
    ['ArrowDown', 1],
    ['End', 2],
    ['ArrowUp', 1],
    ['Home', 0],
  ] as const) {
    fireEvent.keyDown(document.activeElement!, { key })
    expect([key, doors.indexOf(document.activeElement as HTMLElement)]).toEqual([key, at])
  }
})

it('moves from change to change by arrow keys, also over one without a link', async () => {
  open('/staff/changes')
  const first = await screen.findByRole('link', { name: 'Product 1' })
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement?.closest('tr')?.textContent).toContain('Month 2')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Order 3' }))
})

it('exports what its filter shows, not its page', async () => {
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  open('/staff/exceptions?code=PAYMENTS&search=T1-4&till_id=3&start_date=2026-11-01&page=3')
  fireEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  const asked = new URL(calls.find(({ url }) => url.includes('/csv'))!.url, 'http://shop.test').searchParams
  expect(Object.fromEntries(asked)).toEqual({
    status_code: 'OPEN',
    about: 'PAYMENTS',
    search: 'T1-4',
    till_id: '3',
    start_date: '2026-11-01',
  })
})
