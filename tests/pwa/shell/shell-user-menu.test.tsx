// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, it, vi } from 'vitest'
import { notice } from '#pwa/lib/notice.ts'
import { signedIn, welcome } from '#pwa/session/session.ts'
import { UserMenu } from '#pwa/shell/user-menu.tsx'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

/** As a browser has it for a part that it does not hold, without a network. */
vi.mock('#pwa/staff/kit/unsent.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const CUSTOMER = aUser({ role_code: 'CUSTOMER' })
let calls: Call[]
const who = () => getDefaultStore().get(signedIn)?.id ?? null
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name, hidden: true }))
  })
const logouts = () => calls.filter(({ url }) => url === '/api/logout').length

beforeEach(() => {
  calls = shopThatAnswers(() => json({ message: 'Done.' }))
})

it('signs out somebody who leaves unsaved work, and nobody who stays', async () => {
  act(() => welcome('token', CUSTOMER))
  const router = showRoutes(
    [
      {
        path: '/form',
        element: (
          <>
            <UserMenu user={CUSTOMER} />
            <LeaveDialog isUnsaved={isUnsaved} />
          </>
        ),
      },
      { path: '/', element: <h1>Home</h1> },
    ],
    ['/form'],
  )
  await press('Logout')
  await screen.findByText('Leave without saving?')
  expect([who(), logouts()]).toEqual([7, 0])
  await press('Stay here')
  expect([router.state.location.pathname, who(), logouts()]).toEqual(['/form', 7, 0])
  await press('Logout')
  await press('Leave')
  await screen.findByText('Home')
  await waitFor(() => expect([who(), logouts()]).toEqual([null, 1]))
})

it('tells staff they are still signed in when the check for unsent sales does not load', async () => {
  const manager = aUser()
  act(() => welcome('token', manager))
  showRoutes([{ path: '/', element: <UserMenu user={manager} /> }])
  await press('Logout')
  await waitFor(() => expect(getDefaultStore().get(notice)?.words).toMatch(/^You are still signed in/))
  expect([who(), logouts()]).toEqual([7, 0])
})

const isUnsaved = () => true
