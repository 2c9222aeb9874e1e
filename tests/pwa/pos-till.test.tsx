// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/locks.ts'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PushRequest } from '#sync/protocol/mutation.ts'
import { REPLICA_TABLES, type PullReply } from '#sync/protocol/replica.ts'

const TELLER = { id: 7, name: 'Ama Owusu', role_code: 'MANAGER' }

/** What the shop answers; a test changes it. */
const shop = { isOnline: true, isExpired: false, pushed: [] as PushRequest['mutations'], price: 149.99 }

const catalogue = (): PullReply['changes'] => ({
  settings: [{ id: 1, name: 'shop_name', value: 'Selvedge' }],
  accounts: [{ id: 1, code: 'CASH', name: 'Cash' }, { id: 2, code: 'BANK', name: 'Bank' }, { id: 3, code: 'PAYSTACK', name: 'Card' }],
  tellers: [], categories: [],
  sizes: [{ id: 1, code: 'UK8', name: 'UK 8' }, { id: 2, code: 'UK10', name: 'UK 10' }],
  colours: [{ id: 1, code: '1F2A44', name: 'Indigo' }, { id: 2, code: '111111', name: 'Black' }],
  products: [
    { id: 1, name: 'Slim jeans', slug: 'slim-jeans', category_id: 1, retail_price: shop.price, discount: 0, status_code: 'LIVE', picture: null },
    { id: 2, name: 'Linen scarf', slug: 'linen-scarf', category_id: 1, retail_price: 60, discount: 10, status_code: 'LIVE', picture: null },
  ],
  variations: [
    { id: 11, product_id: 1, sku: 'SJ-8', barcode: '600100000011', size_code: 'UK8', colour_code: '1F2A44', quantity_in_stock: 3 },
    { id: 12, product_id: 1, sku: 'SJ-10', barcode: '600100000012', size_code: 'UK10', colour_code: '1F2A44', quantity_in_stock: 0 },
    { id: 13, product_id: 1, sku: 'SJ-10B', barcode: '600100000013', size_code: 'UK10', colour_code: '111111', quantity_in_stock: 2 },
    { id: 21, product_id: 2, sku: 'LS', barcode: null, size_code: 'ONE', colour_code: null, quantity_in_stock: 5 },
  ],
})

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

async function answer(url: string, init?: RequestInit): Promise<Response> {
  if (!shop.isOnline) throw new TypeError('Failed to fetch')
  if (url.startsWith('/api/token/refresh')) return shop.isExpired ? json({ message: 'Please sign in.', code: 'unauthenticated' }, 401) : json({ token: 'a-token', user: null })
  if (shop.isExpired) return json({ message: 'Please sign in.', code: 'unauthenticated' }, 401)
  if (url === '/api/staff/tills') return json({ message: 'Done.', till: { id: 2, code: 'T2', name: 'Front', device_id: 'x', status_code: 'ACTIVE', last_seq: 40, last_number: 118, missing_seqs: [] } }, 201)
  if (url.startsWith('/api/sync/pull')) {
    const deleted = Object.fromEntries(REPLICA_TABLES.map(table => [table, []]))
    return json({ watermark: 'w', changes: catalogue(), deleted, more: false, total: 12 })
  }
  const { mutations } = JSON.parse(String(init?.body)) as PushRequest
  shop.pushed.push(...mutations)
  return json({ verdicts: mutations.map(({ id, payload }, index) => ({ id, status: 'accepted', order_id: 5001 + index, number: payload.number, exceptions: [] })), server_time: '' })
}

// The first import, for which all the modules are read, may take longer than a test.
beforeAll(() => import('#pwa/pos/till-screen.tsx'), 120_000)
beforeEach(async () => {
  await settled()
  Object.assign(shop, { isOnline: true, isExpired: false, pushed: [], price: 149.99 })
  Dexie.dependencies.indexedDB = new IDBFactory()
  vi.stubGlobal('fetch', vi.fn(answer))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  HTMLDialogElement.prototype.showModal = function () { this.open = true }
  HTMLDialogElement.prototype.close = function () { this.open = false }
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('signed_in', JSON.stringify(TELLER))
})
afterEach(() => { cleanup(); vi.unstubAllGlobals() })

/** An earlier page's last work is over: in a browser it would have died with its page, and let go of its locks. */
const settled = () => vi.waitFor(async () => {
  const { held = [] } = await navigator.locks.query()
  expect(held.filter(({ name }) => /^(pull|enrol|drain) /.test(name ?? ''))).toEqual([])
})

/** Loads the page afresh, as a reload does: what is on the screen and in memory is gone, what is stored stays. */
async function loadPage() {
  cleanup()
  await settled()
  vi.resetModules()
  const { TillScreen } = await import('#pwa/pos/till-screen.tsx')
  const { till, replica } = await import('#pwa/pos/till.ts')
  const { carts } = await import('#pwa/pos/kept-carts.ts')
  await act(async () => { render(<MemoryRouter><TillScreen /></MemoryRouter>) })
  return { till, replica, carts }
}

async function openEnrolledTill() {
  const page = await loadPage()
  await screen.findByRole('button', { name: 'Add Slim jeans' })
  return page
}

const row = (name: string) => screen.getByRole('listitem', { name })
const cart = () => screen.getByRole('region', { name: 'Cart' })
const addScarf = () => fireEvent.click(screen.getByRole('button', { name: 'Add Linen scarf' }))
const checkOut = () => fireEvent.click(within(cart()).getByRole('button', { name: /Checkout/ }))

test('a size and a colour are asked for in words; what the shelf no longer shows may still be sold', async () => {
  await openEnrolledTill()
  const jeans = within(row('Slim jeans'))
  fireEvent.click(jeans.getByRole('button', { name: 'Add Slim jeans' }))
  expect(jeans.getByRole('alert').textContent).toBe('Select a size for Slim jeans')
  fireEvent.click(jeans.getByRole('radio', { name: /UK 10/ }))
  fireEvent.click(jeans.getByRole('button', { name: 'Add Slim jeans' }))
  expect(jeans.getByRole('alert').textContent).toBe('Select a colour for Slim jeans')
  fireEvent.click(jeans.getByRole('radio', { name: /Indigo/ }))
  expect(jeans.getByRole('radio', { name: 'UK 10, none left' })).toBeDefined()
  fireEvent.click(jeans.getByRole('button', { name: 'Add Slim jeans' }))
  fireEvent.click(jeans.getByRole('button', { name: 'Add Slim jeans' }))
  const lines = within(cart()).getAllByRole('listitem')
  expect(lines).toHaveLength(1)
  expect(lines[0]!.textContent).toContain('Slim jeans UK 10 · Indigo')
  expect(within(lines[0]!).getByLabelText(/^Quantity/).textContent).toBe('2')
})

test('a sale rung up offline gives its receipt at once and reaches the shop later', async () => {
  const { till } = await openEnrolledTill()
  shop.isOnline = false
  addScarf()
  fireEvent.change(screen.getByLabelText(/Cash received/), { target: { value: '60' } })
  checkOut()
  const next = await screen.findByRole('button', { name: 'New sale' })
  expect(document.activeElement).toBe(next)
  expect(screen.queryByRole('region', { name: 'Products' })).toBeNull()
  expect(screen.getByRole('article', { name: 'Receipt T2-000119' }).textContent).toContain('Linen scarf')
  expect(screen.getByText('Change due').nextSibling!.textContent).toContain('10.00')
  expect(await till.outbox.count()).toBe(1)
  await screen.findByText(/No connection · 1 waiting/)
  shop.isOnline = true
  fireEvent.click(screen.getByRole('button', { name: /Send now/ }))
  await screen.findByText('Accepted as #5001')
  expect(shop.pushed[0]!.payload).toMatchObject({ number: 'T2-000119', teller_id: 7, account_code: 'CASH', tendered: 60, total: 50, discount: 0 })
  fireEvent.click(next)
  expect(within(cart()).queryAllByRole('listitem')).toEqual([])
})

test('Checkout pressed many times makes one sale', async () => {
  const { till } = await openEnrolledTill()
  addScarf()
  const button = within(cart()).getByRole('button', { name: /Checkout/ })
  fireEvent.click(button)
  fireEvent.click(button)
  fireEvent.keyDown(window, { key: 'F9' })
  fireEvent.keyDown(window, { key: 'F9', repeat: true })
  await screen.findByRole('button', { name: 'New sale' })
  await vi.waitFor(async () => expect(await till.outbox.count()).toBe(0))
  expect(await till.sales.count()).toBe(1)
  expect(shop.pushed).toHaveLength(1)
})

test('less cash than the total sells nothing and says so', async () => {
  const { till } = await openEnrolledTill()
  addScarf()
  fireEvent.change(screen.getByLabelText(/Cash received/), { target: { value: '20' } })
  expect((await within(cart()).findByText(/short/)).textContent).toBe('GH₵\u00A030.00 short')
  checkOut()
  await screen.findByText('The cash received is less than the total.')
  expect(await till.sales.count()).toBe(0)
})

test('a device without room keeps the cart, shows no receipt and says what to do', async () => {
  const { till } = await openEnrolledTill()
  addScarf()
  vi.spyOn(till.sales, 'add').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }))
  checkOut()
  await screen.findByText(/This device is full/)
  expect(within(cart()).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'New sale' })).toBeNull()
})

test('the open cart is there again after a reload, under the same id, and gone once it was sold', async () => {
  const { carts } = await openEnrolledTill()
  addScarf()
  const kept = await vi.waitFor(async () => {
    const [found] = await carts.kept.toArray()
    expect(found?.lines).toHaveLength(1)
    return found!
  })
  closeTab()
  const { till } = await loadPage()
  await vi.waitFor(() => expect(within(cart()).getAllByRole('listitem')).toHaveLength(1))
  await till.sales.add({ id: kept.id, occurred_at: '2026-01-01' } as never)
  closeTab()
  const third = await loadPage()
  await screen.findByText('The cart is empty')
  expect(await third.carts.kept.count()).toBe(0)
})

test('a second tab leaves a cart alone that another tab holds', async () => {
  const { carts } = await openEnrolledTill()
  addScarf()
  await vi.waitFor(async () => expect(await carts.kept.count()).toBe(1))
  sessionStorage.clear()
  await loadPage()
  await screen.findByText('The cart is empty')
  expect(await carts.kept.count()).toBe(1)
})

test('a price that changed under an open cart is shown, and taken over before anything is sold', async () => {
  const { till, replica } = await openEnrolledTill()
  fireEvent.click(within(row('Slim jeans')).getByRole('radio', { name: /UK 8/ }))
  fireEvent.click(within(row('Slim jeans')).getByRole('radio', { name: /Indigo/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Add Slim jeans' }))
  shop.price = 120
  await vi.waitFor(async () => expect(await replica.refresh()).toBe(true))
  await screen.findByText(/now GH₵.120\.00/)
  checkOut()
  await screen.findByText(/press Checkout again/)
  expect(await till.sales.count()).toBe(0)
  expect(screen.queryByText(/now GH₵.120\.00/)).toBeNull()
  checkOut()
  await screen.findByRole('button', { name: 'New sale' })
  expect((await till.sales.toArray())[0]).toMatchObject({ total: 120 })
})

test('scans over a receipt wait for the new sale; an unknown code is told', async () => {
  await openEnrolledTill()
  addScarf()
  checkOut()
  const next = await screen.findByRole('button', { name: 'New sale' })
  scan('600100000011')
  scan('600100000013')
  await screen.findByText(/2 scanned pieces wait/)
  fireEvent.click(next)
  await vi.waitFor(() => expect(within(cart()).getAllByRole('listitem')).toHaveLength(2))
  scan('NOPE-12345')
  await screen.findByText('No item has the code NOPE-12345.')
})

test('Reset asks while there is something in the cart, and never touches a finished sale', async () => {
  const { till } = await openEnrolledTill()
  addScarf()
  checkOut()
  fireEvent.click(await screen.findByRole('button', { name: 'New sale' }))
  addScarf()
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  expect(within(cart()).getAllByRole('listitem')).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Empty the cart' }))
  await screen.findByText('The cart is empty')
  expect(await till.sales.count()).toBe(1)
})

test('after signing out the goods of an open cart are kept, the customer’s name is not', async () => {
  const { carts } = await openEnrolledTill()
  addScarf()
  fireEvent.change(screen.getByLabelText(/^Name$/), { target: { value: 'Kofi Mensah' } })
  await vi.waitFor(async () => expect((await carts.kept.toArray())[0]).toMatchObject({ customer_name: 'Kofi Mensah' }))
  const { forget } = await import('#pwa/lib/session.ts')
  act(forget)
  await vi.waitFor(async () => expect((await carts.kept.toArray())[0]).toMatchObject({ customer_name: '', lines: [{ name: 'Linen scarf' }] }))
})

test('an expired session goes on selling and says who must sign in', async () => {
  const { till } = await openEnrolledTill()
  shop.isExpired = true
  const { session } = await import('#pwa/lib/session.ts')
  session.forget()
  addScarf()
  checkOut()
  await screen.findByRole('button', { name: 'New sale' })
  await screen.findByText('Sign in to send 1 sale')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain('/login?redirect=')
  expect(await till.outbox.count()).toBe(1)
})

test('a device that was never online says why it cannot sell', async () => {
  shop.isOnline = false
  await loadPage()
  expect((await screen.findByRole('alert')).textContent).toContain('A new till has to be online once')
})

/** The browser lets go of a tab's locks when the tab ends; the stand-in grants a new set. */
function closeTab() {
  cleanup()
  const held = new Set<string>()
  vi.spyOn(navigator.locks, 'request').mockImplementation((async (name: string, ...args: unknown[]) => {
    const work = args.at(-1) as (lock: object | null) => unknown
    const isAvailable = (args[0] as { ifAvailable?: boolean }).ifAvailable === true
    if (isAvailable && held.has(name)) return work(null)
    held.add(name)
    try {
      return await work({ name })
    } finally {
      held.delete(name)
    }
  }) as never)
}

function scan(code: string) {
  for (const key of [...code, 'Enter']) fireEvent.keyDown(document.activeElement ?? document.body, { key })
}
