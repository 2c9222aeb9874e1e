// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  addScarf,
  cart,
  checkOut,
  loadPage,
  openEnrolledTill,
  openPayment,
  row,
  scan,
  setUp,
  shop,
} from '#tests/support/counter/till-screen.tsx'

test('asks for a size and colour in words, and sells what the shelf no longer shows', async () => {
  await openEnrolledTill()
  const jeans = within(row('Slim jeans'))
  fireEvent.click(jeans.getByRole('button', { name: 'Add Slim jeans' }))
  expect(jeans.getByRole('alert').textContent).toBe('Select a size for Slim jeans')
  fireEvent.click(jeans.getByRole('radio', { name: /UK 10/ }))
  fireEvent.click(jeans.getByRole('button', { name: 'Add Slim jeans' }))
  expect(jeans.getByRole('alert').textContent).toBe('Select a colour for Slim jeans')
  fireEvent.click(jeans.getByRole('radio', { name: /Indigo/ }))
  expect(jeans.getByRole('radio', { name: 'UK 10, out of stock' })).toBeDefined()
  fireEvent.click(jeans.getByRole('button', { name: 'Add Slim jeans' }))
  fireEvent.click(jeans.getByRole('button', { name: 'Add Slim jeans' }))
  const lines = within(cart()).getAllByRole('listitem')
  expect(lines).toHaveLength(1)
  expect(lines[0]!.textContent).toContain('Slim jeans UK 10 · Indigo')
  expect(within(lines[0]!).getByLabelText(/^Quantity/).textContent).toBe('2')
})

test('gives a receipt at once for an offline sale, which reaches the shop later', async () => {
  const { till } = await openEnrolledTill()
  shop.isOnline = false
  addScarf()
  openPayment()
  fireEvent.change(screen.getByLabelText(/Cash received/), { target: { value: '60' } })
  checkOut()
  const next = await screen.findByRole('button', { name: 'New sale' })
  expect(document.activeElement).toBe(next)
  expect(screen.queryByRole('region', { name: 'Products' })).toBeNull()
  expect(screen.getByRole('article', { name: 'Receipt T2-000119' }).textContent).toContain('Linen scarf')
  expect(screen.getByText('Change due').nextSibling!.textContent).toContain('10.00')
  expect(await till.outbox.count()).toBe(1)
  await screen.findByText(/Offline · 1 waiting/)
  // Gone while the till tries by itself.
  const sendNow = await screen.findByRole('button', { name: /Send now/ })
  shop.isOnline = true
  fireEvent.click(sendNow)
  await screen.findByText('Synced, order #5001')
  expect(shop.pushed[0]!.payload).toMatchObject({
    number: 'T2-000119',
    teller_id: 7,
    account_code: 'CASH',
    tendered: 60,
    total: 50,
    discount: 0,
  })
  fireEvent.click(next)
  expect(within(cart()).queryAllByRole('listitem')).toEqual([])
})

test('makes one sale when Checkout is pressed many times', async () => {
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

test('sells nothing for less cash than the total, and says so', async () => {
  const { till } = await openEnrolledTill()
  addScarf()
  openPayment()
  fireEvent.change(screen.getByLabelText(/Cash received/), { target: { value: '20' } })
  expect((await within(cart()).findByText(/short/)).textContent).toBe('GH₵\u00A030.00 short')
  checkOut()
  await screen.findByText('The cash received is less than the total.')
  expect(await till.sales.count()).toBe(0)
  fireEvent.change(screen.getByLabelText(/Cash received/), { target: { value: '50' } })
  expect(screen.queryByText('The cash received is less than the total.')).toBeNull()
})

test('offers no checkout of an empty cart, and says what to do when it is pressed', async () => {
  await openEnrolledTill()
  const button = () => within(cart()).getByRole('button', { name: /Checkout/ })
  expect(button().getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button())
  await screen.findByText('The cart is empty. Add an item first.')
  addScarf()
  expect(screen.queryByText('The cart is empty. Add an item first.')).toBeNull()
  expect(button().getAttribute('aria-disabled')).toBeNull()
})

test('takes cash in notes by one touch, with the change beside the total', async () => {
  const { till } = await openEnrolledTill()
  addScarf()
  fireEvent.click(within(cart()).getByRole('button', { name: '100' }))
  expect(within(cart()).getByText('Change from 100.00').nextSibling!.textContent).toBe('GH₵\u00A050.00')
  checkOut()
  await screen.findByRole('button', { name: 'New sale' })
  expect((await till.sales.toArray())[0]).toMatchObject({ account_code: 'CASH', tendered: 100, total: 50 })
})

test('adds the only product found by Enter, and goes to its sizes first where there are several', async () => {
  await openEnrolledTill()
  const box = screen.getByRole<HTMLInputElement>('searchbox')
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(box)
  fireEvent.change(box, { target: { value: 'scarf' } })
  await vi.waitFor(() => expect(screen.queryByRole('listitem', { name: 'Slim jeans' })).toBeNull())
  fireEvent.submit(box)
  expect(within(cart()).getByRole('listitem').textContent).toContain('Linen scarf')
  expect(box.value).toBe('')
  await screen.findByRole('listitem', { name: 'Slim jeans' })
  fireEvent.change(box, { target: { value: 'jeans' } })
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Add Linen scarf' })).toBeNull())
  fireEvent.submit(box)
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /UK 8/ }))
  expect(within(cart()).getAllByRole('listitem')).toHaveLength(1)
})

test('shows the payment in place of the items, and goes back to them by Escape with focus on the way there', async () => {
  await openEnrolledTill()
  addScarf()
  openPayment()
  expect(within(cart()).queryAllByRole('listitem')).toEqual([])
  const cash = screen.getByRole('radio', { name: 'Cash' })
  expect(document.activeElement).toBe(cash)
  fireEvent.click(screen.getByRole('radio', { name: 'POS / Bank' }))
  fireEvent.keyDown(cash, { key: 'Escape' })
  expect(within(cart()).getAllByRole('listitem')).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Payment: POS / Bank' }))
})

test('keeps the cart, shows no receipt and says what to do on a device without room', async () => {
  const { till } = await openEnrolledTill()
  addScarf()
  vi.spyOn(till.sales, 'add').mockRejectedValue(Object.assign(new Error('full'), { name: 'QuotaExceededError' }))
  checkOut()
  await screen.findByText(/This device is full/)
  expect(within(cart()).getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'New sale' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
  fireEvent.click(screen.getByRole('button', { name: 'Empty the cart' }))
  expect(screen.queryByText(/This device is full/)).toBeNull()
})

test('restores the open cart after a reload, under the same id, until it is sold', async () => {
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

test('leaves alone a cart that another tab holds', async () => {
  const { carts } = await openEnrolledTill()
  addScarf()
  await vi.waitFor(async () => expect(await carts.kept.count()).toBe(1))
  sessionStorage.clear()
  await loadPage()
  await screen.findByText('The cart is empty')
  expect(await carts.kept.count()).toBe(1)
})

test('shows and charges the price of the chosen variant, also when its code is scanned', async () => {
  shop.blackPrice = 99.5
  const { till } = await openEnrolledTill()
  const jeans = within(row('Slim jeans'))
  expect(jeans.getByText(/GH₵/).textContent).toMatch(/^From GH₵.99\.50$/)
  fireEvent.click(jeans.getByRole('radio', { name: /UK 10/ }))
  fireEvent.click(jeans.getByRole('radio', { name: /Indigo/ }))
  expect(jeans.getByText(/GH₵/).textContent).toMatch(/^GH₵.149\.99$/)
  fireEvent.click(jeans.getByRole('radio', { name: /Black/ }))
  expect(jeans.getByText(/GH₵/).textContent).toMatch(/^GH₵.99\.50$/)
  fireEvent.click(screen.getByRole('button', { name: 'Add Slim jeans' }))
  scan('600100000013')
  scan('600100000012')
  await screen.findAllByText(/UK 10 · Indigo/)
  checkOut()
  await screen.findByRole('button', { name: 'New sale' })
  expect((await till.sales.toArray())[0]).toMatchObject({
    lines: [
      { product_variation_id: 13, quantity: 2, price: 99.5 },
      { product_variation_id: 12, quantity: 1, price: 149.99 },
    ],
    total: 348.99,
  })
})

test('asks to look again when the price of a variant in the cart changes', async () => {
  const { till, replica } = await openEnrolledTill()
  scan('600100000013')
  await screen.findAllByText(/UK 10 · Black/)
  shop.blackPrice = 180
  await vi.waitFor(async () => expect(await replica.refresh()).toBe(true))
  await screen.findByText(/now GH₵.180\.00/)
  checkOut()
  await screen.findByText(/press Checkout again/)
  expect(await till.sales.count()).toBe(0)
})

test('shows a changed price under an open cart and applies it before anything is sold', async () => {
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

test('keeps scans over a receipt for the next sale, and reports unknown codes', async () => {
  await openEnrolledTill()
  addScarf()
  checkOut()
  const next = await screen.findByRole('button', { name: 'New sale' })
  scan('600100000011')
  scan('600100000013')
  await screen.findByText(/2 scanned items are waiting/)
  fireEvent.click(next)
  await vi.waitFor(() => expect(within(cart()).getAllByRole('listitem')).toHaveLength(2))
  scan('NOPE-12345')
  await screen.findByText('No item has the code NOPE-12345.')
})

test('puts what is scanned before the catalogue is here in the cart later', async () => {
  let bring = () => {}
  shop.goods = new Promise(resolve => {
    bring = resolve
  })
  await loadPage()
  await setUp()
  await screen.findByRole('region', { name: 'Products' })
  scan('600100000011')
  scan('600100000013')
  expect(screen.getByText('The cart is empty')).toBeDefined()
  bring()
  await vi.waitFor(() => expect(within(cart()).getAllByRole('listitem')).toHaveLength(2))
})

test('asks for the next build at once, and keeps selling, when the shop takes no sales from this one', async () => {
  const update = vi.fn<() => Promise<void>>(async () => {})
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { getRegistration: async () => ({ update }) },
    configurable: true,
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  const { till } = await openEnrolledTill()
  shop.isNewer = true
  addScarf()
  checkOut()
  fireEvent.click(await screen.findByRole('button', { name: 'New sale' }))
  await screen.findByText('Update needed to send 1 sale · all safe')
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(1))
  fireEvent.click(screen.getByRole('button', { name: 'Check for updates' }))
  await vi.waitFor(() => expect(update).toHaveBeenCalledTimes(2))
  expect(await till.outbox.count()).toBe(1)
})

test('sets up again and sends when the shop has forgotten the till', async () => {
  await openEnrolledTill()
  const { becomeTill, cycle } = await import('#pwa/pos/till.ts')
  vi.spyOn(cycle, 'state').mockReturnValue({
    ...cycle.state(),
    pause: { kind: 'pause', reason: 'unknown_device', message: '' },
  })
  const resume = vi.spyOn(cycle, 'resume')
  await becomeTill()
  expect(resume).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
})

test('asks on Reset while the cart holds something, and never touches a finished sale', async () => {
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

test('keeps the goods of an open cart after signing out, but not the customer’s name', async () => {
  const { carts } = await openEnrolledTill()
  addScarf()
  openPayment()
  fireEvent.change(screen.getByLabelText(/^Name$/), { target: { value: 'Kofi Mensah' } })
  await vi.waitFor(async () => expect((await carts.kept.toArray())[0]).toMatchObject({ customer_name: 'Kofi Mensah' }))
  const { forget } = await import('#pwa/session/session.ts')
  act(forget)
  await vi.waitFor(async () =>
    expect((await carts.kept.toArray())[0]).toMatchObject({ customer_name: '', lines: [{ name: 'Linen scarf' }] }),
  )
})

test('keeps selling in an expired session and says who must sign in', async () => {
  const { till } = await openEnrolledTill()
  shop.isExpired = true
  const { session } = await import('#pwa/session/session.ts')
  session.forget()
  addScarf()
  checkOut()
  await screen.findByRole('button', { name: 'New sale' })
  await screen.findByText('Sign in to send 1 sale')
  expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toContain('/login?redirect=')
  expect(await till.outbox.count()).toBe(1)
})

test('says why a device that was never online cannot sell', async () => {
  shop.isOnline = false
  await loadPage()
  await setUp()
  expect((await screen.findByRole('alert')).textContent).toContain('A new till must be online once')
})

test('asks a new device for the name of its till, and suggests one', async () => {
  await loadPage()
  const name = await screen.findByLabelText<HTMLInputElement>('Name of this till')
  expect([name.value, screen.queryByRole('button', { name: 'Add Slim jeans' })]).toEqual(['Counter computer', null])
  fireEvent.change(name, { target: { value: '  By the window ' } })
  await setUp()
  await screen.findByRole('button', { name: 'Add Slim jeans' })
  const [, request] = vi.mocked(fetch).mock.calls.find(([url]) => url === '/api/staff/tills')!
  expect((JSON.parse(String(request?.body)) as { name: string }).name).toBe('By the window')
})

test('says beside its field why the shop refuses the name of a new till', async () => {
  shop.refusedName = 'Another till has this name.'
  await loadPage()
  const name = await screen.findByLabelText<HTMLInputElement>('Name of this till')
  await setUp()
  await screen.findByText('Another till has this name.')
  expect(document.getElementById(name.getAttribute('aria-describedby')!.split(' ').at(-1)!)!.textContent).toBe(
    'Another till has this name.',
  )
  expect([name.getAttribute('aria-invalid'), screen.queryByRole('alert')]).toEqual(['true', null])
  // As a renewed session and a network that comes back do.
  const { becomeTill, enrolment } = await import('#pwa/pos/till.ts')
  const store = (await import('jotai')).getDefaultStore()
  const shown: string[][] = []
  const leave = store.sub(enrolment, () => void shown.push(store.get(enrolment).wrongName))
  await act(() => becomeTill())
  leave()
  expect(new Set(shown.flat())).toEqual(new Set(['Another till has this name.']))
  expect(shown.every(words => words.length === 1)).toBe(true)
  shop.refusedName = ''
  fireEvent.change(name, { target: { value: 'Back room' } })
  await setUp()
  await screen.findByRole('button', { name: 'Add Slim jeans' })
})

test('shows who stands at a till that has no key and cannot be locked', async () => {
  await openEnrolledTill()
  expect((await screen.findByText('Ama')).textContent).toBe('Cashier: Ama')
  expect(screen.queryByRole('button', { name: /lock this till$/ })).toBeNull()
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
