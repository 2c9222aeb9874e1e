// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addScarf, cart, checkOut, loadPage, openEnrolledTill, row, scan, shop } from '#tests/support/till-screen.tsx'

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

test('what is scanned before the goods are here goes into the cart once they are', async () => {
  let bring = () => {}
  shop.goods = new Promise(resolve => {
    bring = resolve
  })
  await loadPage()
  await screen.findByRole('region', { name: 'Products' })
  scan('600100000011')
  scan('600100000013')
  expect(screen.getByText('The cart is empty')).toBeDefined()
  bring()
  await vi.waitFor(() => expect(within(cart()).getAllByRole('listitem')).toHaveLength(2))
})

test('a shop that takes no sales from this build is asked for the next one at once, and selling goes on', async () => {
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

test('a till that the shop has forgotten is set up again, and sends', async () => {
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
  const { forget } = await import('#pwa/session/session.ts')
  act(forget)
  await vi.waitFor(async () =>
    expect((await carts.kept.toArray())[0]).toMatchObject({ customer_name: '', lines: [{ name: 'Linen scarf' }] }),
  )
})

test('an expired session goes on selling and says who must sign in', async () => {
  const { till } = await openEnrolledTill()
  shop.isExpired = true
  const { session } = await import('#pwa/session/session.ts')
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
  expect((await screen.findByRole('alert')).textContent).toContain('A new till must be online once')
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
