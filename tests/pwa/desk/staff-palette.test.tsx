// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import type { SignedIn } from '#pwa/session/session.ts'
import { placeAt, placesFor } from '#pwa/staff/places.ts'
import { SCREENS } from '#pwa/staff/screens.ts'
import { StaffNav } from '#pwa/staff/staff-nav.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const FOUND = {
  products: [{ id: 41, name: 'Ama slim jeans', sku: 'AMA-SLIM-UK10', status_code: 'INACTIVE', picture: null }],
  orders: [
    {
      id: 9,
      number: 'T1-000009',
      status_code: 'COMPLETED',
      customer: 'Yaa',
      total: 20,
      ordered_at: '2026-11-21T10:00:00.000Z',
    },
  ],
  customers: [{ id: 5, name: 'Akua', email: 'akua@mail.test', phone: '+233244123456' }],
}

let calls: Call[] = []

const answer = ({ url }: Call) =>
  url.startsWith('/api/staff/search?') ? json(FOUND) : json({ message: 'Page not found.', code: 'not_found' }, 404)

function open(role_code: SignedIn['role_code'] = 'SUPER_ADMINISTRATOR', path = '/staff/orders') {
  const everywhere: RouteObject[] = [
    { path: '*', element: <StaffNav user={{ id: 1, name: 'Efua', role_code }} alone /> },
  ]
  const router = showRoutes(everywhere, [path])
  return router
}

async function openPalette(): Promise<HTMLElement> {
  await act(async () => {})
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  return screen.findByRole('combobox', { hidden: true })
}

const options = () => screen.queryAllByRole('option', { hidden: true }).map(option => option.textContent)

beforeEach(() => {
  calls = shopThatAnswers(answer)
})

it('names every place a clearance has, and marks the current one', () => {
  open('MANAGER', '/staff/orders/5/view')
  const nav = within(screen.getByRole('navigation', { name: 'Staff' }))
  expect(nav.getByRole('link', { name: 'Orders' }).getAttribute('aria-current')).toBe('page')
  expect(nav.getByRole('link', { name: 'Refunds' }).getAttribute('href')).toBe('/staff/refunds')
  for (const name of ['Users', 'Tills']) expect(nav.queryByRole('link', { name })).toBeNull()
  expect(placeAt('/staff/orders/add')).toBe('/staff/orders/add')
  expect(placeAt('/staff/orders')).toBe('/staff/orders')
  expect(placeAt('/staff/ordersmith')).toBeUndefined()
  expect(placeAt('/staff/users', '?page=2&role_code=CUSTOMER')).toBe('/staff/users?role_code=CUSTOMER')
  expect(placeAt('/staff/users', '?role_code=MANAGER')).toBe('/staff/users')
})

it('has a screen for each of its places', () => {
  const screens = new Set(SCREENS.map(({ to }) => to))
  expect(
    placesFor(5)
      .flatMap(({ places }) => places)
      .filter(({ to }) => !screens.has(to)),
  ).toEqual([])
})

it('finds screens by the start of their words, at once, within the clearance', async () => {
  open('MANAGER')
  const box = await openPalette()
  expect(options()).toContain('Orders')
  expect(options()).not.toContain('Users')
  fireEvent.change(box, { target: { value: 'o s' } })
  expect(options()).toEqual(['Store Order'])
})

it('leads people who may change tills to them', async () => {
  open('ADMINISTRATOR')
  expect(
    within(screen.getByRole('navigation', { name: 'Staff' }))
      .getByRole('link', { name: 'Tills' })
      .getAttribute('href'),
  ).toBe('/staff/tills')
  fireEvent.change(await openPalette(), { target: { value: 'till' } })
  expect(options()).toContain('Tills')
})

it('finds goods, orders and people, and goes where Enter says', async () => {
  const router = open()
  const box = await openPalette()
  fireEvent.change(box, { target: { value: 'ama' } })
  await waitFor(() =>
    expect(options()).toEqual([
      'Ama slim jeansAMA-SLIM-UK10 · Inactive',
      expect.stringContaining('Order T1-000009Yaa · Completed'),
      'Akuaakua@mail.test · 024 412 3456',
    ]),
  )
  expect(calls.map(({ url }) => url).filter(url => url.includes('/staff/'))).toEqual(['/api/staff/search?text=ama'])
  expect(box.getAttribute('aria-activedescendant')).toBe('palette-options-0')
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  expect(box.getAttribute('aria-activedescendant')).toBe('palette-options-2')
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  fireEvent.submit(box.closest('form')!)
  await waitFor(() => expect(router.state.location.pathname).toBe('/staff/orders/9/view'))
  await waitFor(() => expect(screen.queryByRole('combobox', { hidden: true })).toBeNull())
})

it('shows its keys by ?, but not at the till', async () => {
  open()
  await act(async () => {})
  fireEvent.keyDown(document.body, { key: '?' })
  expect(screen.getByText('Find a screen, product, order or customer')).toBeTruthy()
  cleanup()
  open('MANAGER', '/staff/orders/add')
  await act(async () => {})
  fireEvent.keyDown(document.body, { key: '?' })
  expect(screen.queryByText('Find a screen, product, order or customer')).toBeNull()
})

it('sends any back-office form with one button by Ctrl+Enter, and none of the shop or the till', async () => {
  const sent: string[] = []
  const formOf = (name: string, ...buttons: string[]) => (
    <form
      aria-label={name}
      onSubmit={event => {
        event.preventDefault()
        sent.push(name)
      }}
    >
      <textarea aria-label={`Words of ${name}`} />
      <button type="button">Cancel</button>
      {buttons.map(words => (
        <button key={words} disabled={words === 'Later'}>
          {words}
        </button>
      ))}
    </form>
  )
  const page = (
    <>
      <StaffNav user={{ id: 1, name: 'Efua', role_code: 'MANAGER' }} alone />
      {formOf('note', 'Save')}
      {formOf('decision', 'Approve', 'Refuse')}
      {formOf('waiting', 'Later')}
    </>
  )
  const press = (name: string, keys: object) =>
    fireEvent.keyDown(screen.getByLabelText(`Words of ${name}`), { key: 'Enter', ...keys })
  for (const path of ['/shop', '/staff/orders/add', '/staff/orders/5/view']) {
    showRoutes([{ path: '*', element: page }], [path])
    await act(async () => {})
    for (const name of ['note', 'decision', 'waiting'])
      for (const keys of [{}, { ctrlKey: true }, { metaKey: true }]) press(name, keys)
    expect([path, sent]).toEqual([path, path === '/staff/orders/5/view' ? ['note', 'note'] : []])
    cleanup()
  }
})
