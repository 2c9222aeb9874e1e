// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { getDefaultStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { updateReady, updateWaits } from '#pwa/browser/updates.ts'
import { finishedSale } from '#pwa/pos/counter.ts'
import type { LocalSale } from '#sync/till/till-db.ts'

const store = getDefaultStore()

test('delays an update while a receipt is shown', () => {
  updateWaits({ messageSkipWaiting: vi.fn<() => void>(), addEventListener: vi.fn<() => void>() })
  expect(store.get(updateReady)).toBe(true)
  store.set(finishedSale, { id: 'a sale' } as LocalSale)
  expect(store.get(updateReady)).toBe(false)
  store.set(finishedSale, null)
  expect(store.get(updateReady)).toBe(true)
})
