import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { carts, dropCustomers, holdCart, reopenCart } from '#pwa/pos/cart/kept-carts.ts'
import { emptyCart, type Cart } from '#pwa/pos/cart/open-cart.ts'

const line = { product_variation_id: 41, price: 20, quantity: 1, name: 'Tee', sku: 'T', size: 'M', colour: null }
const aCart = (more: Partial<Cart> = {}): Cart => ({ ...emptyCart(), lines: [line], ...more })
const notSold = async () => false

beforeEach(async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  await carts.kept.clear()
})

test('opens no parked sale by itself, though this tab had it open last', async () => {
  const parked = aCart({
    opened_at: '2026-01-01T08:00:00.000Z',
    parked: { name: 'Ama', at: '2026-01-01T08:01:00.000Z' },
  })
  const open = aCart({ opened_at: '2026-01-01T09:00:00.000Z' })
  await carts.kept.bulkPut([parked, open])
  await holdCart(parked.id)
  expect((await reopenCart(notSold)).id).toBe(open.id)
  await carts.kept.delete(open.id)
  expect((await reopenCart(notSold)).lines).toEqual([])
  expect((await carts.kept.toArray()).map(({ id }) => id)).toEqual([parked.id])
})

test('deletes a parked sale that was sold', async () => {
  const parked = aCart({ parked: { name: '', at: '2026-01-01T08:01:00.000Z' } })
  await carts.kept.put(parked)
  await reopenCart(async id => id === parked.id)
  expect(await carts.kept.count()).toBe(0)
})

test('keeps the goods of a parked sale after a logout, and nothing of the customer', async () => {
  const at = '2026-01-01T08:01:00.000Z'
  await carts.kept.put(aCart({ customer_name: 'Ama', customer_phone: '0244123456', parked: { name: 'Ama', at } }))
  await dropCustomers()
  expect(await carts.kept.toArray()).toEqual([
    expect.objectContaining({ lines: [line], customer_name: '', customer_phone: '', parked: { name: '', at } }),
  ])
})
