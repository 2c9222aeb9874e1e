// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { notice } from '#pwa/lib/notice.ts'
import { signedIn, welcome } from '#pwa/session/session.ts'
import { Frame } from '#pwa/shell/frame.tsx'
import { lockStateOf } from '#sync/till/screen-lock.ts'
import { TillDb } from '#sync/till/till-db.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'
import { DEVICE, placeTill } from '#tests/support/till/till.ts'

const AMA = aUser()
let isOnline: boolean
let calls: Call[]
let db: TillDb

beforeEach(async () => {
  localStorage.clear()
  isOnline = true
  calls = shopThatAnswers(() => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return json({ message: 'Done.' })
  })
  db = new TillDb()
  await placeTill(db, { id: 1, code: 'T1', name: 'Front', device_id: DEVICE, last_number: 0, last_seq: 0, teller: AMA })
})

async function press(name: string) {
  const button = await screen.findByRole('button', { name, hidden: true })
  await act(async () => void fireEvent.click(button))
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const cover = () => screen.findByRole('dialog', { name: 'This till is locked' })
const behind = () => document.querySelector<HTMLElement>('#main')!.parentElement!
/** What is behind the cover hears this. */
const keys: string[] = []
document.defaultView!.addEventListener('keydown', ({ key }) => void keys.push(key))

function openTill() {
  act(() => welcome('token', AMA))
  showRoutes(
    [
      { path: '/', element: <Frame />, children: [{ path: 'staff/orders/add', element: <p>The cart</p> }] },
      { path: '/login', element: <p>Login</p> },
    ],
    ['/staff/orders/add'],
  )
}

async function choosePin(pin: string, repeat = pin) {
  await screen.findByRole('heading', { name: 'Lock this till', hidden: true })
  fill('PIN', pin)
  fill('Repeat the PIN', repeat)
  await press('Lock this till')
}

async function enter(pin: string) {
  fill('PIN', pin)
  await press('Unlock')
}

test('offers to lock instead when somebody logs out offline, and covers the screen until the PIN is right', async () => {
  openTill()
  isOnline = false
  await press('Logout')
  await screen.findByText(/nobody can sign in or sell here until the network is back\. Lock the till instead/)
  await press('Lock instead')
  await choosePin('123456')
  expect(screen.getByLabelText('PIN').getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Choose a PIN that is harder to guess than 123456 or 000000.')
  await choosePin('12')
  screen.getByText('Enter 6 digits.')
  await choosePin('407158', '407258')
  screen.getByText('The PINs do not match.')
  expect(document.activeElement).toBe(screen.getByLabelText('Repeat the PIN'))
  await choosePin('407158')

  const dialog = await cover()
  expect([behind().hidden, document.activeElement]).toEqual([true, within(dialog).getByLabelText('PIN')])
  await enter('407258')
  const field = await screen.findByLabelText('PIN')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(document.getElementById(field.getAttribute('aria-describedby')!)!.textContent).toBe('Wrong PIN. Try again.')
  expect(document.activeElement).toBe(field)

  await press('Sign out')
  await screen.findByText(/If you sign out now, nobody can sign in here/)
  expect(getDefaultStore().get(signedIn)?.id).toBe(AMA.id)

  await enter('407158')
  await waitFor(() => expect(behind().hidden).toBe(false))
  expect(screen.queryByRole('dialog', { name: 'This till is locked' })).toBeNull()
  expect(getDefaultStore().get(notice)?.words).toBe('While this till was locked, a wrong PIN was entered once.')
  screen.getByText('The cart')
})

test('locks at once when a PIN is there, and lets no key through', async () => {
  openTill()
  await press('Lock')
  await choosePin('407158')
  const dialog = await cover()
  await enter('407158')
  await waitFor(() => expect(behind().hidden).toBe(false))
  await press('Lock')
  await waitFor(() => expect(behind().hidden).toBe(true))
  keys.length = 0
  fireEvent.keyDown(document.body, { key: 'F9' })
  fireEvent.keyDown(await screen.findByLabelText('PIN'), { key: 'k', ctrlKey: true })
  expect(keys).toEqual([])
  const event = new Event('cancel', { cancelable: true })
  ;(await cover()).dispatchEvent(event)
  expect([event.defaultPrevented, dialog.isConnected]).toEqual([true, false])
  const again = (await cover()) as HTMLDialogElement
  again.open = false
  again.dispatchEvent(new Event('close'))
  expect(again.open).toBe(true)
})

test('goes to the sign-in and forgets the PIN when somebody signs out at the cover', async () => {
  openTill()
  await press('Lock')
  await choosePin('407158')
  await cover()
  await press('Sign out')
  await waitFor(() => expect(getDefaultStore().get(signedIn)).toBeNull())
  expect([calls.some(({ url }) => url === '/api/logout'), await lockStateOf(db, AMA.id), behind().hidden]).toEqual([
    true,
    'none',
    false,
  ])
})

test('covers the screen when only the database knows it was locked, and asks for a sign-out when only the page does', async () => {
  openTill()
  await press('Lock')
  await choosePin('407158')
  await cover()
  act(() => localStorage.removeItem('locked'))
  const { uncover } = await import('#pwa/session/screen-lock.ts')
  act(uncover)
  const { coverIfLocked } = await import('#pwa/pos/till.ts')
  await act(coverIfLocked)
  await cover()
  act(uncover)
  await db.table('till').delete(`lock ${AMA.id}`)
  const { cover: coverFor } = await import('#pwa/session/screen-lock.ts')
  act(() => coverFor(AMA.id))
  await screen.findByText('The PIN is no longer on this device. Sign out, then sign in with the password.')
  expect(screen.queryByLabelText('PIN')).toBeNull()
})
