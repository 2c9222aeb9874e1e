// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { download } from '#pwa/browser/download.ts'
import { api } from '#pwa/lib/api.ts'
import { welcome } from '#pwa/session/session.ts'
import { StepUp } from '#pwa/second-factor/step-up.tsx'
import { NoticeBar } from '#pwa/shell/notice-bar.tsx'
import { CsvButton } from '#pwa/staff/lists/csv-button.tsx'
import type { FactorAsked } from '#sync/protocol/staff/second-factor.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const ASKED: FactorAsked = {
  methods: ['passkey', 'totp', 'recovery'],
  challenge: 'question',
  rp_id: 'shop.example',
  passkeys: [],
}
let isProved: boolean
let isRequired: boolean
let calls: Call[]

function answer({ url, body }: Call): Response {
  if (url === '/api/step-up') {
    isProved = body.includes('123456')
    return isProved
      ? json({ message: 'Thank you.' })
      : json(
          {
            message: 'Please correct the errors shown.',
            code: 'validation',
            errors: { answer: ['This code is not right.'] },
          },
          422,
        )
  }
  if (isRequired) return json({ message: 'Set up two-step verification first.', code: 'second_factor_required' }, 403)
  const file = () => new Response('number,customer\r\n', { headers: { 'content-type': 'text/csv' } })
  return isProved
    ? url.includes('/csv')
      ? file()
      : json({ ok: true })
    : json({ message: 'Confirm that it is you.', code: 'step_up', second_factor: ASKED }, 403)
}

beforeEach(() => {
  isProved = isRequired = false
  calls = shopThatAnswers(answer)
  act(() => welcome('token', aUser({ role_code: 'ADMINISTRATOR' })))
})

const show = () =>
  showRoutes(
    [
      { path: '/staff', Component: StepUp },
      { path: '/staff/security', element: <h1>Security</h1> },
    ],
    ['/staff'],
  )
const ask = () =>
  api('POST /api/staff/users/:id/invite', { params: { id: 7 }, key: 'invite-7' }).then(
    reply => ({ reply }),
    (error: Error) => ({ error: error.message }),
  )
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name, hidden: true }))
  })
const invites = () => calls.filter(({ url }) => url.includes('/invite'))

it('asks once and repeats every waiting call when the code is right', async () => {
  show()
  const waiting = Promise.all([ask(), ask()])
  await screen.findByLabelText('Code from your authenticator app')
  // it belongs to another address
  expect(screen.queryByRole('button', { name: 'Use a passkey', hidden: true })).toBeNull()
  type('Code from your authenticator app', '000000')
  await press('Confirm')
  await screen.findAllByText('This code is not right.')
  expect(screen.getByLabelText('Code from your authenticator app').getAttribute('aria-invalid')).toBe('true')
  type('Code from your authenticator app', '123456')
  await press('Confirm')
  expect(await waiting).toEqual([{ reply: { ok: true } }, { reply: { ok: true } }])
  expect(invites()).toHaveLength(4)
  await waitFor(() => expect(screen.queryByLabelText('Code from your authenticator app')).toBeNull())
})

it('fails the call when somebody cancels, and asks again at the next', async () => {
  show()
  const first = ask()
  await screen.findByLabelText('Code from your authenticator app')
  await press('Cancel')
  expect(await first).toEqual({ error: 'Confirm that it is you.' })
  expect(invites()).toHaveLength(1)
  const second = ask()
  await screen.findByLabelText('Code from your authenticator app')
  await press('Use a recovery code')
  expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'))
  await press('Cancel')
  await second
})

it('saves a file of people once the code is right, and says why when somebody cancels', async () => {
  const saved: string[] = []
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const fetchFile = () => download('GET /api/staff/orders/csv', {}, 'orders.csv')
  showRoutes(
    [
      {
        path: '/staff',
        element: (
          <>
            <CsvButton fetchFile={fetchFile} words="Download" />
            <StepUp />
            <NoticeBar />
          </>
        ),
      },
    ],
    ['/staff'],
  )
  await press('Download')
  await screen.findByLabelText('Code from your authenticator app')
  await press('Cancel')
  await screen.findByText('Confirm that it is you.')
  expect(saved).toEqual([])
  await press('Download')
  await screen.findByLabelText('Code from your authenticator app')
  type('Code from your authenticator app', '123456')
  await press('Confirm')
  await waitFor(() => expect(saved).toEqual(['orders.csv']))
  vi.restoreAllMocks()
})

it('opens Security when a second factor must be set up first', async () => {
  isRequired = true
  const router = show()
  expect(await act(ask)).toEqual({ error: 'Set up two-step verification first.' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/staff/security'))
})
