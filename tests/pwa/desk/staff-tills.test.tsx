// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { welcome } from '#pwa/session/session.ts'
import { placeOf } from '#pwa/staff/kit/change-words.ts'
import { TillList } from '#pwa/staff/tills/till-list.tsx'
import { TillView } from '#pwa/staff/tills/till-view.tsx'
import { stretches } from '#pwa/staff/tills/till-words.tsx'
import type { RoleCode } from '#sync/protocol/roles.ts'
import type { StaffTill, TillKey } from '#sync/protocol/till.ts'
import { pressed } from '#tests/support/browser/pressed.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const MOMENT = '2026-11-21T10:00:00.000Z'
const LATER = '2026-11-21T11:00:00.000Z'
const TILL: StaffTill = {
  id: 3,
  code: 'T3',
  name: 'Counter tablet',
  device_id: 'a-device',
  status_code: 'ACTIVE',
  seen_at: MOMENT,
  last_sale: { order_id: 9, number: 'T3-000009', sold_at: MOMENT },
  last_seq: 12,
  open_gaps: 1,
  enrolled_by: { id: 7, name: 'Ama' },
  created_at: MOMENT,
  updated_at: MOMENT,
}
const GAP = { id: 5, code: 'SEQUENCE_GAP', detail: 'T3: numbers 3 to 4 have not arrived.', created_at: MOMENT }
const SALE = { id: 9, number: 'T3-000009', ordered_at: MOMENT, teller: { id: 7, name: 'Ama', email: '' }, total: 20 }
const pageOf = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 12 })

let calls: Call[]
let tills: StaffTill[]
let keys: TillKey[]
let refusal: { status: number; body: object } | null

function answer({ method, url, body }: Call): Response {
  const till = { ...tills[0]!, last_number: 9, missing_seqs: [3, 4], keys }
  if (method === 'PATCH') {
    if (refusal) return json(refusal.body, refusal.status)
    tills = [{ ...tills[0]!, ...(JSON.parse(body) as object), updated_at: LATER }]
    return json({ message: 'Till updated.', till: { ...till, ...tills[0] } })
  }
  if (url.includes('/csv')) return new Response('id\r\n', { headers: { 'content-type': 'text/csv' } })
  if (url.startsWith('/api/staff/tills/3')) return json({ till })
  if (url.startsWith('/api/staff/tills')) return json({ tills: pageOf(tills) })
  if (url.startsWith('/api/staff/exceptions')) return json({ exceptions: pageOf([GAP]), open: {} })
  return url.startsWith('/api/staff/orders') ? json({ orders: pageOf([SALE]) }) : json({ changes: pageOf([]) })
}

const open = (path: string) =>
  showRoutes(
    [
      { path: '/staff/tills', Component: TillList },
      { path: '/staff/tills/:id/view', Component: TillView },
    ],
    [path],
  )
const input = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const sent = () => JSON.parse(calls.findLast(({ method }) => method === 'PATCH')!.body) as unknown
const asked = (path: string) =>
  Object.fromEntries(new URL(calls.findLast(({ url }) => url.split('?')[0] === path)!.url, 'http://shop').searchParams)
const save = () => pressed(screen.getByRole('button', { name: 'Update Till' }))

beforeEach(() => {
  refusal = null
  tills = [TILL]
  keys = []
  calls = shopThatAnswers(answer)
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  vi.restoreAllMocks()
})

it('lists tills with state, last sale and gaps, each with a link', async () => {
  open('/staff/tills?search=tab&status_code=ACTIVE&gaps=1&order_column=seen_at&order_direction=asc&page=1')
  const row = (await screen.findByRole('link', { name: 'Counter tablet' })).closest('tr')!
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent?.replace(/\w+ \d+\w+ 2026(, [^,]*?m\b)?/, 'then')),
  ).toEqual(['Counter tablet', 'T3', 'In use', 'then', 'T3-000009, then', '12', '1 open', 'then, by Ama'])
  expect(
    within(row)
      .getAllByRole('link')
      .map(link => link.getAttribute('href')),
  ).toEqual(['/staff/tills/3/view', '/staff/orders/9/view', '/staff/exceptions?code=SEQUENCE_GAP&till_id=3'])
  expect(asked('/api/staff/tills')).toEqual({
    search: 'tab',
    status_code: 'ACTIVE',
    gaps: 'true',
    order_column: 'seen_at',
    order_direction: 'asc',
    page: '1',
    per_page: '12',
  })
})

it('exports the filter, and requests nothing the list does not know', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  open('/staff/tills?status_code=GONE&gaps=2&order_column=device_id&search=tab&page=2')
  fireEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  expect([asked('/api/staff/tills/csv'), asked('/api/staff/tills')]).toEqual([
    { search: 'tab' },
    { search: 'tab', page: '2', per_page: '12' },
  ])
})

it('says how a device becomes a till when there is none, and that a filter hides them otherwise', async () => {
  tills = []
  open('/staff/tills')
  expect((await screen.findByRole('link', { name: 'Set up this device' })).getAttribute('href')).toBe(
    '/staff/orders/add',
  )
  cleanup()
  open('/staff/tills?status_code=REVOKED')
  await screen.findByText('Remove a filter to see more.')
  expect(screen.queryByRole('link', { name: 'Set up this device' })).toBeNull()
})

it('renames a till, and shows its gaps and newest sales', async () => {
  open('/staff/tills/3/view')
  await screen.findByText(GAP.detail, { exact: false })
  expect([
    screen.getByRole('heading', { level: 1 }).textContent,
    input(/^Code/).readOnly,
    screen.getByText('Numbers not received: 3–4.').tagName,
  ]).toEqual(['Counter tablet', true, 'P'])
  await screen.findByRole('link', { name: 'All its sales' })
  expect([asked('/api/staff/exceptions'), asked('/api/staff/orders')]).toEqual([
    { till_id: '3', code: 'SEQUENCE_GAP', status_code: 'OPEN', per_page: '12' },
    { till_code: 'T3', per_page: '5' },
  ])
  expect(
    within(screen.getByRole('region', { name: 'Recent sales' }))
      .getAllByRole('link')
      .map(link => link.getAttribute('href')),
  ).toEqual(['/staff/orders/9/view', '/staff/orders?status_code=ANY&till_code=T3'])
  fireEvent.change(input(/^Name/), { target: { value: 'By the door' } })
  await save()
  expect(await screen.findByText('Till updated.')).toBeTruthy()
  expect(sent()).toEqual({ name: 'By the door', status_code: 'ACTIVE', updated_at: MOMENT })
  await screen.findByRole('heading', { level: 1, name: 'By the door' })
})

it('says before a till is revoked what happens to its sales, and lets it back in', async () => {
  open('/staff/tills/3/view')
  await screen.findByRole('button', { name: 'Update Till' })
  expect(screen.queryByText(/No sale is lost/)).toBeNull()
  fireEvent.change(input(/^State/), { target: { value: 'REVOKED' } })
  expect(screen.getByText(/No sale is lost. Unsent sales stay on the device/)).toBeTruthy()
  await save()
  expect(sent()).toEqual({ name: 'Counter tablet', status_code: 'REVOKED', updated_at: MOMENT })
  await screen.findByText('This till is revoked.')
  await waitFor(() => expect(input(/^State/).value).toBe('REVOKED'))
  fireEvent.change(input(/^State/), { target: { value: 'ACTIVE' } })
  expect(screen.getByText('It can sell again.')).toBeTruthy()
  await save()
  expect(sent()).toEqual({ name: 'Counter tablet', status_code: 'ACTIVE', updated_at: LATER })
})

it('shows a refusal beside its field, and the till as somebody else left it', async () => {
  open('/staff/tills/3/view')
  await screen.findByRole('button', { name: 'Update Till' })
  refusal = {
    status: 422,
    body: {
      message: 'Please correct the errors shown.',
      code: 'validation',
      errors: { name: ['Name holds the number of a card.'] },
    },
  }
  fireEvent.change(input(/^Name/), { target: { value: '4111 1111 1111 1111' } })
  await save()
  expect([input(/^Name/).getAttribute('aria-invalid'), input(/^Name/).value]).toEqual(['true', '4111 1111 1111 1111'])
  refusal = {
    status: 409,
    body: {
      message: 'Someone changed this while you were editing.',
      code: 'stale',
      till: { ...TILL, name: 'Window', status_code: 'REVOKED', updated_at: LATER },
    },
  }
  fireEvent.change(input(/^Name/), { target: { value: 'By the door' } })
  await save()
  const notice = (await screen.findByText('Someone changed this while you were editing.')).closest('div')!
  expect(
    within(notice)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual(['FieldYoursTheirs', 'NameBy the doorWindow', 'StateIn useRevoked'])
  refusal = null
  await pressed(screen.getByRole('button', { name: 'Save mine' }))
  expect(sent()).toEqual({ name: 'By the door', status_code: 'ACTIVE', updated_at: LATER })
})

it("is linked from a till's changes, and shows missing numbers as ranges", () => {
  expect(placeOf({ subject: 'till', subject_id: 3, action: 'change' })).toBe('/staff/tills/3/view')
  expect([stretches([]), stretches([3]), stretches([3, 4, 5, 9, 11, 12])]).toEqual(['', '3', '3–5, 9, 11–12'])
})

const KEY: TillKey = {
  key_id: 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s',
  approved: false,
  cosigned_by: null,
  forked: false,
  enrolled_by: { id: 7, name: 'Ama' },
  created_at: MOMENT,
  chain: { seq: 12, hash: 'a-hash' },
}

it('lets an administrator approve a key of a till, and tells a manager whom to ask', async () => {
  const as = (role_code: RoleCode) => act(() => welcome('a-token', aUser({ role_code })))
  keys = [KEY]
  as('ADMINISTRATOR')
  open('/staff/tills/3/view')
  await pressed(await screen.findByRole('button', { name: 'Approve this till' }))
  expect(sent()).toEqual({ approved_key_id: KEY.key_id })
  cleanup()
  as('MANAGER')
  open('/staff/tills/3/view')
  await screen.findByText(/^Ask an administrator/)
  expect(screen.queryByRole('button', { name: 'Approve this till' })).toBeNull()
})

it('says of a till without a key that it does not sign', async () => {
  open('/staff/tills/3/view')
  expect(await screen.findByText(/has no key yet/)).toBeTruthy()
})

it('says of a key that two devices use it', async () => {
  keys = [{ ...KEY, approved: true, forked: true }]
  open('/staff/tills/3/view')
  await screen.findByText('Used by two devices')
  expect(screen.getByText(/Last number signed: 12/)).toBeTruthy()
})
