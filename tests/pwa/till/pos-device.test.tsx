// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  addScarf,
  cart,
  checkOut,
  loadPage,
  openEnrolledTill,
  row,
  scan,
  shop,
} from '#tests/support/counter/till-screen.tsx'

const openSettings = () => fireEvent.click(screen.getByRole('button', { name: 'This device' }))
const switchOver = (name: RegExp | string) => fireEvent.click(screen.getByRole('checkbox', { name }))
const lines = () => within(cart()).getAllByRole('listitem')

test('adds a piece by one touch on its size and colour where this device shows a grid', async () => {
  const { till } = await openEnrolledTill()
  openSettings()
  switchOver(/as a grid/)
  const jeans = within(row('Slim jeans'))
  const cells = jeans.getAllByRole('button').map(cell => cell.getAttribute('aria-label'))
  expect(cells).toEqual([
    'Add Slim jeans UK 8 Indigo, 3 left',
    'Add Slim jeans UK 10 Indigo, out of stock',
    'Add Slim jeans UK 10 Black, 2 left',
  ])
  fireEvent.click(jeans.getByRole('button', { name: /UK 10 Black/ }))
  fireEvent.click(jeans.getByRole('button', { name: /UK 10 Indigo/ }))
  addScarf()
  expect(lines().map(line => line.querySelector('p')!.textContent)).toEqual([
    'Slim jeans UK 10 · Black',
    'Slim jeans UK 10 · Indigo',
    'Linen scarf ONE',
  ])
  checkOut()
  await screen.findByRole('button', { name: 'New sale' })
  expect((await till.sales.toArray())[0]!.lines.map(line => line.product_variation_id)).toEqual([13, 12, 21])
})

test('moves the cart to the left for this device alone, and remembers it', async () => {
  await openEnrolledTill()
  const hand = () => cart().closest('[data-hand]')?.getAttribute('data-hand')
  expect(hand()).toBeUndefined()
  openSettings()
  switchOver(/left-handed/)
  expect(hand()).toBe('left')
  expect(JSON.parse(localStorage.getItem('till-options')!)).toMatchObject({ is_left_handed: true })
})

test('vibrates with its sounds after the first touch, unless it is switched off', async () => {
  const vibrate = vi.fn<() => boolean>(() => true)
  const activation = { hasBeenActive: false }
  Object.assign(navigator, { vibrate })
  Object.defineProperty(navigator, 'userActivation', { value: activation, configurable: true })
  onTestFinished(() => {
    for (const name of ['vibrate', 'userActivation']) Reflect.deleteProperty(navigator, name)
  })
  await openEnrolledTill()
  addScarf()
  expect(vibrate).not.toHaveBeenCalled()
  activation.hasBeenActive = true
  addScarf()
  scan('NOPE-12345')
  expect(vibrate).toHaveBeenCalledTimes(2)
  openSettings()
  switchOver('Vibration')
  addScarf()
  expect(vibrate).toHaveBeenCalledTimes(2)
})

test('asks which it is where two goods on sale share a code, and keeps what is scanned after that', async () => {
  shop.scarfBarcode = '0600100000011'
  const { till } = await openEnrolledTill()
  scan('600100000011')
  const dialog = within(await screen.findByRole('dialog', { name: 'Which is it?' }))
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '',
    'Slim jeansUK 8 · Indigo · SJ-8GH₵\u00A0149.99',
    'Linen scarfONE · LSGH₵\u00A050.00',
  ])
  scan('600100000013')
  fireEvent.keyDown(document.body, { key: 'F9' })
  expect(screen.getByText('The cart is empty')).toBeDefined()
  expect(await till.sales.count()).toBe(0)
  fireEvent.click(dialog.getByRole('button', { name: /Linen scarf/ }))
  expect(screen.queryByRole('dialog', { name: 'Which is it?' })).toBeNull()
  expect(
    within(cart())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Linen scarf'), expect.stringContaining('UK 10 · Black')])
})

test('asks again after a reload, and once only', async () => {
  shop.scarfBarcode = '600100000011'
  await openEnrolledTill()
  scan('600100000011')
  await screen.findByRole('dialog', { name: 'Which is it?' })
  scan('600100000013')
  await loadPage()
  const dialog = within(await screen.findByRole('dialog', { name: 'Which is it?' }))
  fireEvent.click(dialog.getByRole('button', { name: /Slim jeans/ }))
  expect(lines().map(({ textContent }) => /UK 8 · Indigo|UK 10 · Black/.exec(textContent)?.[0])).toEqual([
    'UK 8 · Indigo',
    'UK 10 · Black',
  ])
  expect(JSON.parse(sessionStorage.getItem('waiting-scans')!)).toEqual([])
  expect(screen.queryByRole('dialog', { name: 'Which is it?' })).toBeNull()
})

test('adds nothing when the question is closed, and asks for a typed code too', async () => {
  shop.scarfBarcode = '600100000011'
  await openEnrolledTill()
  const box = screen.getByRole<HTMLInputElement>('searchbox')
  fireEvent.change(box, { target: { value: '600100000011' } })
  fireEvent.submit(box)
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: 'Which is it?' })).getByRole('button', { name: 'Close' }),
  )
  expect(screen.getByText('No item was added.')).toBeDefined()
  expect(screen.getByText('The cart is empty')).toBeDefined()
  expect(box.value).toBe('')
})

test('control: does not ask where one of the two is not on sale', async () => {
  shop.scarfBarcode = '600100000011'
  shop.scarfStatus = 'INACTIVE'
  await openEnrolledTill()
  scan('600100000011')
  await vi.waitFor(() => expect(within(cart()).getByRole('listitem').textContent).toContain('UK 8 · Indigo'))
  expect(screen.queryByRole('dialog', { name: 'Which is it?' })).toBeNull()
})
