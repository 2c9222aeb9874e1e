// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLockWhenIdle } from '#pwa/pos/lock/lock-when-idle.ts'
import { replica } from '#pwa/pos/till.ts'
import { isCovered, uncover } from '#pwa/session/screen-lock.ts'
import { welcome } from '#pwa/session/session.ts'
import { lockStateOf, lockWith, unlock } from '#sync/till/screen-lock.ts'
import { TillDb } from '#sync/till/till-db.ts'
import { aUser } from '#tests/support/counter/shop-answers.ts'
import { DEVICE, placeTill } from '#tests/support/till/till.ts'

const AMA = aUser()
const MINUTE = 60_000
const db = new TillDb()

beforeEach(async () => {
  await placeTill(db, { id: 1, code: 'T1', name: 'Front', device_id: DEVICE, last_number: 0, last_seq: 0 })
  welcome('token', AMA)
  vi.spyOn(replica, 'setting').mockImplementation(name => (name === 'till_lock_minutes' ? '10' : null))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  cleanup()
  uncover()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function choosePin() {
  await lockWith(db, { teller: AMA, pin: '407158' })
  await unlock(db, { teller_id: AMA.id, pin: '407158' })
}
const isLocked = () => getDefaultStore().get(isCovered)
/** Time for a database that had nothing to do. */
const moment = () => new Promise(resolve => setTimeout(resolve, 50)) // in which nothing happens

test('locks a till once nobody has touched it for the minutes of the setting', async () => {
  await choosePin()
  renderHook(() => useLockWhenIdle(AMA))
  vi.advanceTimersByTime(9 * MINUTE)
  fireEvent.keyDown(document.body, { key: '6' })
  vi.advanceTimersByTime(9 * MINUTE + 50_000)
  await moment()
  expect([isLocked(), await lockStateOf(db, AMA.id)]).toEqual([false, 'open'])
  vi.advanceTimersByTime(20_000)
  await vi.waitFor(() => expect(isLocked()).toBe(true))
  expect(await lockStateOf(db, AMA.id)).toBe('locked')
})

test('locks it when the clock was set back by somebody who wants more time', async () => {
  await choosePin()
  renderHook(() => useLockWhenIdle(AMA))
  vi.setSystemTime(Date.now() - 86_400_000)
  vi.advanceTimersByTime(5_000)
  await vi.waitFor(() => expect(isLocked()).toBe(true))
})

test('never locks without a PIN on this till, without the setting, or once the counter is left', async () => {
  renderHook(() => useLockWhenIdle(AMA))
  vi.advanceTimersByTime(60 * MINUTE)
  await moment()
  expect(isLocked()).toBe(false)
  cleanup()

  await choosePin()
  const { unmount } = renderHook(() => useLockWhenIdle(AMA))
  unmount()
  vi.advanceTimersByTime(60 * MINUTE)
  vi.mocked(replica.setting).mockReturnValue('')
  renderHook(() => useLockWhenIdle(AMA))
  vi.advanceTimersByTime(60 * MINUTE)
  await moment()
  expect(isLocked()).toBe(false)
})
