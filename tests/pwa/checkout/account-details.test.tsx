// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ConfirmEmail } from '#pwa/account/confirm-email.tsx'
import { Details } from '#pwa/account/details.tsx'
import { welcome } from '#pwa/session/session.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

let user = {
  ...aUser({ role_code: 'CUSTOMER', phone: '+233244123456' }),
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  unconfirmed_until: null as string | null,
}
let sessions: object[] = []
let calls: Call[]

/** As the shop does: whatever changes, the row is another by its moment. */
function answer({ method, url, body }: Call): Response {
  if (method === 'DELETE') {
    sessions = []
    return json({ message: 'That device is signed out.' })
  }
  if (url.includes('confirm-email'))
    return url.includes('unknown')
      ? json({ message: 'Link not found.', code: 'not_found' }, 404)
      : json({ message: 'We sent a link to ama@mail.test.' })
  if (url.includes('/sessions'))
    return json({ sessions: { data: sessions, total: 0, last_page: 1, current_page: 1, per_page: 12 } })
  if (method !== 'PATCH') return json({ user })
  const { updated_at, name = user.name } = JSON.parse(body) as { updated_at?: string; name?: string }
  if (updated_at && updated_at !== user.updated_at)
    return json({ message: 'Someone changed this while you were editing.', code: 'stale', user }, 409)
  user = { ...user, name, updated_at: new Date(Date.parse(user.updated_at) + 1000).toJSON() }
  return json({ message: 'Saved.', user })
}

beforeEach(() => {
  calls = shopThatAnswers(answer)
  act(() => welcome('token', user))
})

it('saves a name after the password was changed, and keeps what was typed in between', async () => {
  showRoutes([{ path: '/', Component: Details }])
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  await screen.findByLabelText('Name')
  type('Name', 'Ama Serwaa')
  for (const label of ['Current password', 'New password', 'Repeat new password']) type(label, 'kente-and-denim')
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
  })
  await screen.findByText('Saved.')
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  })
  await waitFor(() => expect(user.name).toBe('Ama Serwaa'))
  expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(2)
})

it('moves focus to the top of the list after a device was signed out', async () => {
  sessions = [{ id: 'a', device_name: 'Chrome on Android', used_at: '2026-01-09T10:00:00.000Z', current: false }]
  showRoutes([{ path: '/', Component: Details }])
  const button = await screen.findByRole('button', { name: /^Sign out Chrome on Android/ })
  button.focus()
  await act(async () => {
    fireEvent.click(button)
  })
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Sign out Chrome/ })).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Signed-in devices'))
})

it('asks a new customer to confirm their address, and sends the link again', async () => {
  user = { ...user, unconfirmed_until: '2026-12-29T10:00:00.000Z' }
  showRoutes([{ path: '/', Component: Details }])
  await screen.findByText(/^Open the link we sent to .*December 29th 2026/)
  fireEvent.click(screen.getByRole('button', { name: 'Send the link again' }))
  await screen.findByText('We sent a link to ama@mail.test.')
  expect(calls.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual(['/api/account/confirm-email'])
  user = { ...user, unconfirmed_until: null }
})

it.each([
  ['abc', 'Your email address is confirmed.'],
  ['unknown', 'This link no longer works. You can ask for a new one under Your details.'],
])('confirms an address by the button behind the link, or says that it no longer works: %s', async (token, said) => {
  showRoutes([{ path: '/confirm-email', Component: ConfirmEmail }], [`/confirm-email?confirm=${token}`])
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
  await screen.findByText(said)
  expect(calls.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([`/api/confirm-email/${token}`])
})
