// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { formatDate } from '#pwa/lib/format.ts'
import { welcome } from '#pwa/session/session.ts'
import { UserAdd } from '#pwa/staff/people/user-add.tsx'
import { UserView } from '#pwa/staff/people/user-view.tsx'
import type { StaffUser } from '#sync/protocol/staff/person.ts'
import { ROLES, type RoleCode } from '#sync/protocol/roles.ts'
import { pressed } from '#tests/support/browser/pressed.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const WEAK = {
  message: 'Please correct the errors shown.',
  code: 'validation',
  errors: { password: ['This password is among the commonest.'] },
}
const of = (role_code: RoleCode) => ({ role_code, role: { id: ROLES[role_code].id, name: ROLES[role_code].name } })
const yaa = (changes: Partial<StaffUser> = {}): StaffUser => ({
  ...aUser({ id: 5, name: 'Yaa Asante', email: 'yaa@shop.test', ...of('MANAGER') }),
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...changes,
})

let calls: Call[] = []
let user = yaa()
/** What the next write is refused with. */
let refusal: { status: number; body: object } | null = null

function answer({ method, url, body }: Call): Response {
  if (url.includes('/changes'))
    return json({ changes: { data: [], total: 0, last_page: 1, current_page: 1, per_page: 12 } })
  if (method === 'GET') return json({ user })
  if (refusal) return json(refusal.body, refusal.status)
  if (url.endsWith('/invite')) return json({ message: 'An email with a link is on its way.' })
  if (url.endsWith('/end-sessions')) return json({ message: 'Signed out on 2 devices.', ended: 2 })
  if (url.endsWith('/users')) return json({ message: 'User added.', user }, 201)
  const { password: _secret, updated_at, ...changes } = JSON.parse(body) as Partial<StaffUser> & { password: string }
  if (updated_at !== user.updated_at)
    return json({ message: 'Someone changed this while you were editing.', code: 'stale', user }, 409)
  user = { ...user, ...changes, ...of(changes.role_code ?? user.role_code), updated_at: '2026-01-02T00:00:00.000Z' }
  return json({ message: 'User updated.', user })
}

const routes = [
  { path: '/staff/users/add', Component: UserAdd },
  { path: '/staff/users/:id/view', Component: UserView },
  { path: '/staff/users', element: <h1>Everybody</h1> },
]
const as = (role_code: RoleCode, id = 1) => act(() => welcome('t', aUser({ id, ...of(role_code) })))
async function open(address = '/staff/users/5/view') {
  const router = showRoutes(routes, [address])
  await screen.findByLabelText('Name')
  await act(async () => {}) // its effects are through
  return router
}

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
function type(name: string | RegExp, value: string) {
  fireEvent.keyDown(field(name), { key: 'x' })
  fireEvent.input(field(name), { target: { value } })
}
const press = (name: string, at = 0) => pressed(screen.getAllByRole('button', { name, hidden: true })[at]!)
const sent = () =>
  calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => [method, url, ...(body ? [JSON.parse(body) as object] : [])])
const wordsBeside = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '').split(' ').map(id => document.getElementById(id)?.textContent)
const optionsOf = (name: string) =>
  within(field(name))
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ value, disabled }) => [value, disabled])

beforeEach(() => {
  user = yaa()
  refusal = null
  calls = shopThatAnswers(answer)
  as('ADMINISTRATOR')
})

it('adds a manager invited by mail by default, or with another role and a password', async () => {
  await open('/staff/users/add')
  expect([optionsOf('Role'), screen.queryByLabelText(/^Their password/)]).toEqual([
    [
      ['MANAGER', false],
      ['CUSTOMER', false],
    ],
    null,
  ])
  type('Name', ' Kojo ')
  type('Email', 'kojo@shop.test')
  await press('Add User')
  await screen.findByText('User added.')
  expect([field('Name').value, field('Email').value]).toEqual(['', ''])
  type('Name', 'Esi')
  type('Email', 'esi@shop.test')
  type(/^Phone/, '024 412 3456')
  fireEvent.change(field('Role'), { target: { value: 'CUSTOMER' } })
  fireEvent.click(field('Set one now'))
  type(/^Their password/, ' eight or more ')
  await press('Add User')
  await waitFor(() =>
    expect(sent()).toEqual([
      ['POST', '/api/staff/users', { name: 'Kojo', email: 'kojo@shop.test', phone: null, role_code: 'MANAGER' }],
      [
        'POST',
        '/api/staff/users',
        {
          name: 'Esi',
          email: 'esi@shop.test',
          phone: '024 412 3456',
          role_code: 'CUSTOMER',
          password: ' eight or more ',
        },
      ],
    ]),
  )
  const [first, second] = calls
    .filter(({ method }) => method === 'POST')
    .map(({ headers }) => headers['idempotency-key'])
  expect(first).not.toBe(second)
  expect(await screen.findByLabelText(/^Send an email/)).toHaveProperty('checked', true)
})

it('shows why a password is refused beside it, and keeps what was typed', async () => {
  await open('/staff/users/add')
  type('Name', 'Kojo')
  type('Email', 'kojo@shop.test')
  fireEvent.click(field('Set one now'))
  type(/^Their password/, 'password')
  refusal = { status: 422, body: WEAK }
  await press('Add User')
  await waitFor(() => expect(field(/^Their password/).getAttribute('aria-invalid')).toBe('true'))
  expect(wordsBeside(field(/^Their password/))).toEqual([
    '8 characters or more',
    'This password is among the commonest.',
  ])
  expect([field('Name').value, field(/^Their password/).value, field('Email').getAttribute('aria-invalid')]).toEqual([
    'Kojo',
    'password',
    null,
  ])
})

it('asks before leaving a half-typed person', async () => {
  const router = await open('/staff/users/add')
  type('Name', 'Kojo')
  fireEvent.click(screen.getByRole('link', { name: 'Go Back' }))
  await screen.findByText('Leave without saving?')
  await press('Stay here')
  expect([router.state.location.pathname, field('Name').value]).toEqual(['/staff/users/add', 'Kojo'])
  fireEvent.click(screen.getByRole('link', { name: 'Go Back' }))
  await press('Leave')
  await screen.findByRole('heading', { name: 'Everybody' })
})

it('changes a person and leaves an empty password as it was', async () => {
  await open()
  type('Name', 'Yaa A. Asante')
  fireEvent.change(field('Role'), { target: { value: 'CUSTOMER' } })
  await press('Update User')
  await screen.findByText('User updated.')
  expect(sent()).toEqual([
    [
      'PATCH',
      '/api/staff/users/5',
      {
        name: 'Yaa A. Asante',
        email: 'yaa@shop.test',
        phone: null,
        password: '',
        role_code: 'CUSTOMER',
        status_code: 'ACTIVE',
        updated_at: '2026-01-01T00:00:00.000Z',
      },
    ],
  ])
  await screen.findByRole('heading', { name: 'Yaa A. Asante' })
})

it('sets a password, shows a refusal beside it, and empties the field once set', async () => {
  await open()
  type(/^New password/, 'password')
  refusal = { status: 422, body: WEAK }
  await press('Update User')
  await waitFor(() =>
    expect(wordsBeside(field(/^New password/))).toEqual([
      'Leave empty to keep it',
      'This password is among the commonest.',
    ]),
  )
  expect(field(/^New password/).value).toBe('password')
  refusal = null
  type(/^New password/, 'a far better one')
  await press('Update User')
  await screen.findByText('User updated.')
  await waitFor(() =>
    expect([field(/^New password/).value, field(/^New password/).getAttribute('aria-invalid')]).toEqual(['', null]),
  )
  expect(sent().map(([, , body]) => (body as { password: string }).password)).toEqual(['password', 'a far better one'])
})

it('deactivates somebody at once, and offers no letter to somebody who cannot sign in', async () => {
  await open()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Invite by email' }).disabled).toBe(false)
  fireEvent.change(field('Status'), { target: { value: 'INACTIVE' } })
  await press('Update User')
  await screen.findByText('User updated.')
  expect(sent()).toMatchObject([['PATCH', '/api/staff/users/5', { status_code: 'INACTIVE' }]])
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Invite by email' }).disabled).toBe(true),
  )
})

it('invites somebody again by mail, and says why it cannot', async () => {
  await open()
  await press('Invite by email')
  await screen.findByText('An email with a link is on its way.')
  refusal = { status: 429, body: { message: 'Too many letters. Please wait a minute.', code: 'too_many' } }
  await press('Invite by email')
  await screen.findByText('Too many letters. Please wait a minute.')
  expect(screen.queryByText('An email with a link is on its way.')).toBeNull()
  expect(sent()).toEqual([
    ['POST', '/api/staff/users/5/invite'],
    ['POST', '/api/staff/users/5/invite'],
  ])
})

it("ends somebody's sessions only after a confirmation", async () => {
  await open()
  await press('Sign out everywhere')
  await screen.findByText(/^Yaa Asante is signed out on every device at once/)
  await press('Cancel')
  expect(sent()).toEqual([])
  await press('Sign out everywhere')
  await press('Sign out everywhere', 1)
  await screen.findByText('Signed out on 2 devices.')
  expect([sent(), screen.queryByText(/is signed out on every device at once/)]).toEqual([
    [['POST', '/api/staff/users/5/end-sessions']],
    null,
  ])
})

it.each([
  { role: 'ADMINISTRATOR', id: 1, theirs: 'MANAGER', may: true },
  { role: 'ADMINISTRATOR', id: 1, theirs: 'CUSTOMER', may: true },
  { role: 'ADMINISTRATOR', id: 1, theirs: 'ADMINISTRATOR', may: false },
  { role: 'ADMINISTRATOR', id: 1, theirs: 'SUPER_ADMINISTRATOR', may: false },
  { role: 'SUPER_ADMINISTRATOR', id: 1, theirs: 'ADMINISTRATOR', may: true },
  { role: 'SUPER_ADMINISTRATOR', id: 1, theirs: 'SUPER_ADMINISTRATOR', may: false },
  { role: 'SUPER_ADMINISTRATOR', id: 5, theirs: 'SUPER_ADMINISTRATOR', may: false },
] as const)(
  'lets $role with id $id change somebody with id 5 and role $theirs: $may',
  async ({ role, id, theirs, may }) => {
    as(role, id)
    user = yaa(of(theirs))
    showRoutes(routes, ['/staff/users/5/view'])
    await screen.findByRole('heading', { name: 'Yaa Asante' })
    expect([
      screen.queryByRole('button', { name: 'Update User' }) !== null,
      screen.queryByRole('region', { name: 'Access' }) !== null,
      screen.queryAllByRole('textbox').length > 0,
    ]).toEqual([may, may, may])
    const why =
      screen.queryByText(/^This is you\.|^Only someone with a higher role can change this user\.$/)?.textContent ?? ''
    expect([why.startsWith('This is you.'), why.startsWith('Only someone with')]).toEqual([id === 5, !may && id !== 5])
    const facts = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent)
    expect(facts).toEqual(may ? [] : ['yaa@shop.test', '–', ROLES[theirs].name, 'Active', formatDate(user.created_at)])
    const roles = may ? optionsOf('Role') : []
    expect(roles.filter(([, isOff]) => !isOff).map(([code]) => code)).toEqual(
      may ? Object.keys(ROLES).filter(code => ['CUSTOMER', 'MANAGER', theirs].includes(code)) : [],
    )
  },
)

it("shows somebody else's changes of a person, and overwrites nothing unseen", async () => {
  await open()
  type('Name', 'Yaa A.')
  user = yaa({ phone: '+233244123456', ...of('CUSTOMER'), updated_at: '2026-01-01T09:00:00.000Z' })
  await press('Update User')
  const lines = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .map(({ textContent }) => textContent)
  expect(lines).toEqual(['FieldYoursTheirs', 'NameYaa A.Yaa Asante', 'Phone–+233244123456', 'RoleManagerCustomer'])
  await press('Take theirs')
  await waitFor(() => expect([field('Name').value, field('Role').value]).toEqual(['Yaa Asante', 'CUSTOMER']))
  expect(user.name).toBe('Yaa Asante')
})

it('asks before leaving an unsaved change, and not a saved one', async () => {
  await open()
  type(/^New password/, 'a far better one')
  fireEvent.click(screen.getByRole('link', { name: 'Go Back' }))
  await screen.findByText('Leave without saving?')
  await press('Stay here')
  await press('Update User')
  await screen.findByText('User updated.')
  await waitFor(() => expect(field(/^New password/).value).toBe(''))
  fireEvent.click(screen.getByRole('link', { name: 'Go Back' }))
  await screen.findByRole('heading', { name: 'Everybody' })
})
