// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { expect, it } from 'vitest'
import { notice } from '#pwa/lib/notice.ts'
import { Register } from '#pwa/pages/register.tsx'
import { ResetPassword } from '#pwa/pages/reset-password.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'

const refused = (errors: Record<string, string[]>) =>
  json({ message: 'Please correct the errors shown.', code: 'validation', errors }, 422)
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

// Before: the browser said the first fault and sent nothing, so the shop's other words came one by one.
it('shows every error beside its field when email, password and name are all wrong', async () => {
  const errors = {
    name: ['Name is empty.'],
    email: ['Enter a valid email address.'],
    password: ['Too short.'],
    password_confirmation: ['The passwords do not match.'],
  }
  const calls = shopThatAnswers(() => refused(errors))
  showRoutes([{ path: '/', Component: Register }])
  await screen.findByRole('button', { name: 'Register' })
  type(/^Email/, 'esi@')
  type(/^Password$/, 'short')
  type(/^Repeat password/, 'other')
  press('Register')
  for (const [words] of Object.values(errors)) expect(await screen.findAllByText(words!)).toHaveLength(2)
  expect(calls.filter(({ url }) => url.includes('/api/register'))).toHaveLength(1)
})

it('shows both errors when a new password is weak and repeated differently', async () => {
  shopThatAnswers(() => refused({ password: ['Too short.'], password_confirmation: ['The passwords do not match.'] }))
  showRoutes([{ path: '/', Component: ResetPassword }], ['/?token=x&email=esi%40mail.test'])
  await screen.findByRole('button', { name: 'Set new password' })
  press('Set new password')
  for (const words of ['Too short.', 'The passwords do not match.'])
    expect(await screen.findAllByText(words)).toHaveLength(2)
})

it('tells a new customer where the link went that confirms their email', async () => {
  shopThatAnswers(() => json({ message: 'Welcome, Esi.', token: 'x', user: aUser({ email: 'esi@mail.test' }) }, 201))
  showRoutes([{ path: '/', Component: Register }])
  await screen.findByRole('button', { name: 'Register' })
  press('Register')
  await waitFor(() =>
    expect(getDefaultStore().get(notice)?.words).toBe(
      'We sent a link to esi@mail.test. Open it to confirm your email.',
    ),
  )
})
