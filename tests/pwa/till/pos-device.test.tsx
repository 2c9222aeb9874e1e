// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addScarf, cart, checkOut, openEnrolledTill, row, scan } from '#tests/support/counter/till-screen.tsx'

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
