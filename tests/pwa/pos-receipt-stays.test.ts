// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/locks.ts'
import { getDefaultStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { updateReady, updateWaits } from '#pwa/browser/updates.ts'
import { finishedSale } from '#pwa/pos/counter.ts'
import type { LocalSale } from '#sync/till/till-db.ts'

const store = getDefaultStore()

test('an update waits while a receipt is shown, which a reload would take away', () => {
  updateWaits({ messageSkipWaiting: vi.fn<() => void>(), addEventListener: vi.fn<() => void>() })
  expect(store.get(updateReady)).toBe(true)
  store.set(finishedSale, { id: 'a sale' } as LocalSale)
  expect(store.get(updateReady)).toBe(false)
  store.set(finishedSale, null)
  expect(store.get(updateReady)).toBe(true)
})
