// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import { api } from '#pwa/lib/api.ts'
import { handOverCart, openCart, openTheCart } from '#pwa/pos/cart/cart-atom.ts'
import { carts } from '#pwa/pos/cart/kept-carts.ts'
import { cover, isCovered } from '#pwa/session/screen-lock.ts'
import { isResting, session, signedIn, welcome } from '#pwa/session/session.ts'
import { Frame } from '#pwa/shell/frame.tsx'
import { Gate } from '#pwa/shell/gate.tsx'
import { noteSignIn } from '#sync/till/people/people.ts'
import { choosePin, lockAgain, lockStateOf } from '#sync/till/screen-lock.ts'
import { doesSessionRest, keepTeller, tellerOf } from '#sync/till/teller.ts'
import { TillDb } from '#sync/till/till-db.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'
import { DEVICE, placeTill } from '#tests/support/till/till.ts'

const AMA = aUser()
const KOFI = aUser({ id: 8, name: 'Kofi Boateng' })
const store = getDefaultStore()
const db = new TillDb()
let calls: Call[]

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  calls = shopThatAnswers(({ url }) =>
    url === '/api/products' ? json({}) : url.startsWith('/api/staff') ? json({}, 401) : json({ message: 'Done.' }),
  )
  await carts.kept.clear()
  await placeTill(db, { id: 1, code: 'T1', name: 'Front', device_id: DEVICE, last_number: 0, last_seq: 0 })
  for (const [person, pin] of [[KOFI, '815204'] as const, [AMA, '407158'] as const]) {
    const teller = { id: person.id, name: person.name, role_code: person.role_code }
    await keepTeller(db, teller)
    await noteSignIn(db, teller)
    await choosePin(db, { teller, pin })
  }
  act(() => welcome('token of Ama', AMA))
})

/** A till that Ama has locked. */
async function openLocked(path = '/staff/orders/add') {
  await lockAgain(db, AMA.id)
  act(() => cover(AMA.id))
  showRoutes(
    [
      {
        path: '/',
        element: <Frame />,
        children: [
          {
            path: 'staff',
            element: <Gate />,
            children: [
              { path: 'orders/add', element: <input aria-label="Goods" /> },
              { path: 'orders', element: <p>All orders</p> },
            ],
          },
        ],
      },
    ],
    [path],
  )
  return within(await screen.findByRole('dialog', { name: 'This till is locked' }))
}

async function enter(pin: string) {
  fireEvent.change(await screen.findByLabelText('PIN'), { target: { value: pin } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Unlock' })))
}
async function takeOver() {
  const dialog = await openLocked()
  fireEvent.click(await dialog.findByRole('button', { name: 'Kofi Boateng' }))
  await enter('815204')
  await waitFor(() => expect(store.get(signedIn)?.id).toBe(KOFI.id))
}

test('shows who has a PIN here, the last one first, and opens for the person who is chosen', async () => {
  const dialog = await openLocked()
  const names = within(await dialog.findByRole('group', { name: 'Who is at the till?' })).getAllByRole('button')
  expect(names.map(button => [button.textContent, button.getAttribute('aria-pressed')])).toEqual([
    ['Ama Mensah', 'true'],
    ['Kofi Boateng', 'false'],
  ])
  fireEvent.click(names[1]!)
  dialog.getByText('Kofi Boateng, enter your PIN. Your own cart opens.')
  expect(document.activeElement).toBe(dialog.getByLabelText('PIN'))
  await enter('407158')
  await dialog.findByText('Wrong PIN. Try again.')
  await enter('815204')
  await waitFor(() => expect(store.get(isCovered)).toBe(false))
  expect([store.get(signedIn), store.get(isResting), await doesSessionRest(db), (await tellerOf(db))?.id]).toEqual([
    { id: KOFI.id, name: KOFI.name, role_code: 'MANAGER' },
    true,
    true,
    KOFI.id,
  ])
  expect([await lockStateOf(db, AMA.id), screen.queryByRole('dialog')]).toEqual(['locked', null])
})

test('sends nothing of the session of the person before: no token, no cookie, no new one', async () => {
  await takeOver()
  calls.length = 0
  const fetched = fetch
  const credentials: unknown[] = []
  globalThis.fetch = (url, init) => {
    credentials.push(init?.credentials)
    return fetched(url, init)
  }
  expect([session.token(), session.user(), await session.renew()]).toEqual([null, null, 'resting'])
  await api('GET /api/products')
  for (const call of [
    () => api('GET /api/staff/tills/:id', { params: { id: 1 } }),
    () => api('POST /api/staff/till-holds/release', { body: { sale_id: 'x' } }),
    () => api('POST /api/logout'),
  ])
    await expect(call()).rejects.toMatchObject({ status: 401, body: { code: 'session_rests' } })
  expect(calls.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual([
    ['GET', '/api/products', undefined],
    ['GET', '/api/staff/tills/1', undefined],
  ])
  expect(credentials).toEqual(['omit', 'omit'])
})

test('asks for the password where a session is needed, and wakes the session for its own person alone', async () => {
  await takeOver()
  expect(screen.getByLabelText('Goods')).toBeTruthy()
  await lockAgain(db, KOFI.id)
  act(() => cover(KOFI.id))
  const dialog = within(await screen.findByRole('dialog', { name: 'This till is locked' }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Ama Mensah' }))
  await enter('407158')
  await waitFor(() => expect(store.get(signedIn)?.id).toBe(AMA.id))
  expect([store.get(isResting), session.token()]).toEqual([false, 'token of Ama'])
})

test('shows a page of the back office to nobody who stands here by PIN', async () => {
  const dialog = await openLocked('/staff/orders')
  fireEvent.click(await dialog.findByRole('button', { name: 'Kofi Boateng' }))
  await enter('815204')
  await screen.findByText('This needs your password')
  expect(screen.queryByText('All orders')).toBeNull()
})

test('begins a screen again for the next person: what the one before typed is gone', async () => {
  const dialog = await openLocked()
  fireEvent.change(screen.getByLabelText('Goods'), { target: { value: 'of Ama' } })
  fireEvent.click(await dialog.findByRole('button', { name: 'Kofi Boateng' }))
  await enter('815204')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Goods').value).toBe(''))
})

test('leaves the till locked for the person who signed in when the one by PIN signs out', async () => {
  await takeOver()
  await lockAgain(db, KOFI.id)
  act(() => cover(KOFI.id))
  calls.length = 0
  await screen.findByRole('group', { name: 'Who is at the till?' })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Sign out' })))
  await waitFor(() => expect(store.get(signedIn)?.id).toBe(AMA.id))
  expect([store.get(isCovered), await lockStateOf(db, KOFI.id), await lockStateOf(db, AMA.id)]).toEqual([
    true,
    'none',
    'locked',
  ])
  expect(calls.filter(({ url }) => url === '/api/logout')).toEqual([])
})

test('says to a person who was ended what that means, and lets the others in', async () => {
  const { lockOut } = await import('#sync/till/people/people.ts')
  await lockOut(db, AMA.id)
  const dialog = await openLocked()
  await dialog.findByText(/Ama Mensah can no longer sell at this till\. Ask a manager/)
  expect(dialog.queryByRole('button', { name: 'Ama Mensah' })).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Kofi Boateng' }))
  await enter('815204')
  await waitFor(() => expect(store.get(signedIn)?.id).toBe(KOFI.id))
})

test('keeps a cart for each teller: one’s own opens, the other’s waits, also when it was not written yet', async () => {
  const line = { product_variation_id: 1, price: 10, name: 'Jeans', sku: 'J', size: '32', colour: null }
  await openTheCart()
  const amas = store.get(openCart).id
  store.set(openCart, { do: 'add', line })
  const { standIn } = await import('#pwa/session/session.ts')
  const turnTo = async (person: typeof AMA) => {
    standIn(person)
    const opened = handOverCart()
    expect(store.get(openCart).id).toBe('')
    await opened
    return store.get(openCart)
  }
  const kofis = await turnTo(KOFI)
  expect([kofis.lines, kofis.id === amas]).toEqual([[], false])
  store.set(openCart, { do: 'add', line: { ...line, product_variation_id: 2 } })
  expect(await turnTo(AMA)).toMatchObject({ id: amas, teller_id: AMA.id, lines: [{ product_variation_id: 1 }] })
  expect(await turnTo(KOFI)).toMatchObject({ id: kofis.id, lines: [{ product_variation_id: 2 }] })
})
