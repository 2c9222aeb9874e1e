// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OUTBOX } from '#sync/till/drain-lock.ts'
import { putRow, rowOf } from '#sync/till/till-db.ts'
import { DEVICE, giveKey } from '#tests/support/till/till.ts'
import * as tillWords from '#pwa/pos/till-words.ts'

let storage: IDBFactory
beforeEach(() => {
  storage = new IDBFactory()
  Dexie.dependencies.indexedDB = storage
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A page of its own, with the bar that every page has, and the day's sales if its storage stays open. */
async function aPage({ withSales }: { withSales: boolean }) {
  vi.resetModules()
  const { NoticeBar } = await import('#pwa/shell/notice-bar.tsx')
  const { TodaysSales } = await import('#pwa/pos/sales/todays-sales.tsx')
  const { till } = await import('#pwa/pos/till.ts')
  const show = () =>
    act(async () => {
      render(
        <MemoryRouter>
          {withSales && <TodaysSales />}
          <NoticeBar />
        </MemoryRouter>,
      )
    })
  return { till, show }
}

/** The till's storage as a tab of another build opens it, without a word to the others. */
const openElsewhere = (version: number) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const asked = storage.open(OUTBOX, version)
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error ?? new Error('The storage did not open.')))
  })

const own = { key: 'till' as const, id: 1, code: 'T1', name: 'Front', device_id: DEVICE, last_number: 0, last_seq: 0 }

test('says that another tab still uses the till’s storage, until that tab is closed', async () => {
  const before = await openElsewhere(1)
  const { till, show } = await aPage({ withSales: false })
  await show()
  const opened = till.open()
  expect((await screen.findByRole('alert')).textContent).toContain(tillWords.otherTab)
  expect(till.isOpen()).toBe(false)
  before.close()
  await opened
  expect(till.isOpen()).toBe(true)
  till.close()
})

test('says that another tab has a newer version of the till', async () => {
  const { till, show } = await aPage({ withSales: false })
  await till.open()
  await show()
  expect(screen.queryByText(tillWords.newerTab)).toBeNull()
  const newer = openElsewhere(10_000)
  expect(await screen.findByText(tillWords.newerTab)).toBeDefined()
  ;(await newer).close()
})

test('says that a page without https cannot sign its sales', async () => {
  vi.stubGlobal('crypto', {
    getRandomValues: crypto.getRandomValues.bind(crypto),
    randomUUID: crypto.randomUUID.bind(crypto),
  })
  const { till, show } = await aPage({ withSales: true })
  await till.till.put(own)
  await show()
  expect(await screen.findByText(tillWords.cannotSign)).toBeDefined()
})

test('says that the till waits for approval, and nothing once it is approved', async () => {
  const { till, show } = await aPage({ withSales: true })
  await till.till.put(own)
  await giveKey(till)
  const signer = (await rowOf(till, 'signer'))!
  await putRow(till, { ...signer, approved: false })
  await show()
  expect(await screen.findByText(tillWords.waitsForApproval)).toBeDefined()
  await act(() => putRow(till, { ...signer, approved: true }))
  await vi.waitFor(() => expect(screen.queryByText(tillWords.waitsForApproval)).toBeNull())
})
