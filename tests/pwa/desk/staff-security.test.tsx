// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { welcome } from '#pwa/session/session.ts'
import { Security } from '#pwa/staff/security/security.tsx'
import type { OwnFactors } from '#sync/protocol/staff/second-factor.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const AT = { created_at: '2026-01-01T10:00:00.000Z', used_at: null }
const CODES = Array.from({ length: 10 }, (_, i) => `aaaa-bbbb-cccc-ddd${i}`)
const NOTHING: OwnFactors = { policy: 'OPTIONAL', passkeys: [], authenticator: null, recovery_codes_left: 0 }
const BOTH: OwnFactors = {
  policy: 'OPTIONAL',
  passkeys: [{ id: 3, name: 'Phone', ...AT }],
  authenticator: AT,
  recovery_codes_left: 4,
}
let factors: OwnFactors
let calls: Call[]

function answer({ method, url, body }: Call): Response {
  if (method === 'GET') return json({ factors })
  if (url.endsWith('/authenticator/begin'))
    return body.includes('right')
      ? json({ challenge: 'c', secret: 'ABCDEFGH', uri: 'otpauth://totp/Selvedge:ama?secret=ABCDEFGH' })
      : json(
          {
            message: 'Please correct the errors shown.',
            code: 'validation',
            errors: { current_password: ['This is not your password.'] },
          },
          422,
        )
  if (url.endsWith('/recovery-codes')) return json({ message: 'New recovery codes made.', recovery_codes: CODES }, 201)
  factors =
    method === 'DELETE' ? { ...factors, passkeys: [] } : { ...factors, authenticator: AT, recovery_codes_left: 10 }
  return method === 'DELETE'
    ? json({ message: 'Passkey removed.', factors })
    : json({ message: 'Added.', factors, recovery_codes: CODES }, 201)
}

beforeEach(() => {
  factors = NOTHING
  calls = shopThatAnswers(answer)
  act(() => welcome('token', aUser()))
})

async function open() {
  showRoutes([{ path: '/staff/security', Component: Security }], ['/staff/security'])
  await screen.findByRole('heading', { level: 1, name: 'Security' })
}
const type = (where: HTMLElement, label: string, value: string) =>
  fireEvent.change(within(where).getByLabelText(label), { target: { value } })
const press = (where: HTMLElement, name: string) =>
  act(async () => {
    fireEvent.click(within(where).getByRole('button', { name, hidden: true }))
  })
const sent = (path: string) =>
  calls
    .filter(({ method, url }) => method !== 'GET' && url.endsWith(path))
    .map(({ body }) => JSON.parse(body || '{}') as unknown)

it('sets up an app with the password, and shows the recovery codes once', async () => {
  await open()
  const form = screen.getByRole('form', { name: 'Set up an authenticator app' })
  type(form, 'Your password', 'wrong')
  await press(form, 'Set up an app')
  await waitFor(() => expect(within(form).getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true'))
  type(form, 'Your password', 'right')
  await press(form, 'Set up an app')
  const finish = await screen.findByRole('form', { name: 'Finish setting up the app' })
  expect([
    within(finish).getByText('ABCD EFGH').tagName,
    within(finish).getByRole('img', { name: /QR code/ }).tagName,
    within(finish).getByRole('link').getAttribute('href'),
  ]).toEqual(['SPAN', 'svg', 'otpauth://totp/Selvedge:ama?secret=ABCDEFGH'])
  expect(document.activeElement).toBe(within(finish).getByLabelText(/^2\. Code/))
  type(finish, '2. Code that the app shows', '123456')
  await press(finish, 'Confirm the app')
  const list = await screen.findByRole('list', { name: 'Your recovery codes' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(CODES)
  await press(document.body, 'I have saved them')
  await waitFor(() => expect(screen.queryByText(CODES[0]!)).toBeNull())
  expect(screen.getByText('10 of 10 codes are left. New codes replace the old ones.')).toBeTruthy()
})

it('asks before a passkey is removed, without a password once a second factor is set up', async () => {
  factors = BOTH
  await open()
  expect(screen.queryByLabelText('Your password')).toBeNull()
  await press(document.body, 'Remove Phone')
  const dialog = screen.getByRole('dialog', { name: 'Remove Phone?', hidden: true })
  await press(dialog, 'Keep it')
  expect(sent('/passkeys/3')).toEqual([])
  await press(document.body, 'Remove Phone')
  await press(dialog, 'Remove')
  await waitFor(() => expect(screen.queryByText('Phone')).toBeNull())
  expect(sent('/passkeys/3')).toEqual([{}])
})

it('makes new recovery codes, asking for the password when there is no second factor', async () => {
  factors = { ...BOTH, policy: 'OFF' }
  await open()
  const form = screen.getByRole('form', { name: 'New recovery codes' })
  type(form, 'Your password', 'right')
  await press(form, 'Make new codes')
  await screen.findByText(CODES[9]!)
  expect(sent('/recovery-codes')).toEqual([{ current_password: 'right' }])
})
