// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { notice } from '#pwa/lib/notice.ts'
import { PrinterScreen } from '#pwa/pos/printer/printer-screen.tsx'
import { TodaysSales } from '#pwa/pos/sales/todays-sales.tsx'
import { ShiftScreen } from '#pwa/pos/shift/shift-screen.tsx'
import { TillBar } from '#pwa/pos/till-bar.tsx'
import { replica } from '#pwa/pos/till.ts'
import { isCovered, uncover } from '#pwa/session/screen-lock.ts'
import { welcome } from '#pwa/session/session.ts'
import '#pwa/shell/resume-selling.ts'
import { answerSecondFactor, signIn } from '#pwa/session/sign-in.ts'
import { noteSignIn, personOf, putPerson } from '#sync/till/people/people.ts'
import { choosePin, lockStateOf } from '#sync/till/screen-lock.ts'
import { tellerOf } from '#sync/till/teller.ts'
import { TillDb } from '#sync/till/till-db.ts'
import { aUser, json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'
import { DEVICE, placeTill } from '#tests/support/till/till.ts'

const AMA = aUser()
const db = new TillDb()
const settings: Record<string, string> = {}

beforeEach(async () => {
  localStorage.clear()
  uncover()
  shopThatAnswers(({ url }) => {
    if (url.startsWith('/api/login')) return json({ message: 'Welcome.', token: 'token', user: AMA })
    throw new TypeError('Failed to fetch')
  })
  Object.assign(settings, { till_pins: 'ON', till_lock_minutes: '' })
  vi.spyOn(replica, 'setting').mockImplementation(name => settings[name] ?? null)
  await placeTill(db, {
    id: 1,
    code: 'T1',
    name: 'Front',
    device_id: DEVICE,
    last_number: 0,
    last_seq: 0,
    teller: AMA,
    head: { key_id: 'k', seq: 0, hash: '' },
  })
})

const show = (what = <TillBar title="Store Order" till="T1" />) => {
  act(() => welcome('token', AMA))
  return render(<MemoryRouter>{what}</MemoryRouter>)
}
async function press(name: string) {
  const button = await screen.findByRole('button', { name })
  await act(async () => void fireEvent.click(button))
}
const asked = () => screen.findByRole('dialog', { name: 'Your PIN for this till' })
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const isLocked = () => getDefaultStore().get(isCovered)
/** Time for a database that had nothing to do. */
const moment = () => act(() => new Promise(resolve => setTimeout(resolve, 50))) // in which nothing happens

async function choose(pin: string) {
  fill('PIN', pin)
  fill('Repeat the PIN', pin)
  await press('Save PIN')
}

test('asks for a PIN at the first sign-in, which may be put off once', async () => {
  show()
  await asked()
  await press('Not now')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await moment()
  expect(await personOf(db, AMA.id)).toMatchObject({ has_skipped: true })

  await act(async () => void (await signIn({ email: 'ama@shop.test', password: 'x' })))
  const dialog = (await asked()) as HTMLDialogElement
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull()
  await act(async () => {
    dialog.close()
    dialog.dispatchEvent(new Event('close'))
  })
  await asked()
  await choose('123456')
  screen.getByText('Choose a PIN that is harder to guess than 123456 or 000000.')
  await choose('407158')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([await lockStateOf(db, AMA.id), isLocked(), getDefaultStore().get(notice)?.words]).toEqual([
    'open',
    false,
    'Your PIN is saved on this device.',
  ])
})

test('asks nobody where the shop does not want PINs, or before the till knows what it wants', async () => {
  settings.till_pins = 'OFF'
  show()
  await moment()
  expect(screen.queryByRole('dialog')).toBeNull()
  delete settings.till_pins
  act(() => welcome('token', aUser({ name: 'Ama' })))
  await moment()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('locks by one touch in the bar, and asks for a PIN first if there is none', async () => {
  settings.till_pins = 'OFF'
  show()
  await press('Ama: lock this till')
  await screen.findByRole('dialog', { name: 'Lock this till' })
  await press('Cancel')
  expect(isLocked()).toBe(false)
  await choosePin(db, { teller: AMA, pin: '407158' })
  await press('Ama: lock this till')
  await waitFor(() => expect(isLocked()).toBe(true))
  expect(await lockStateOf(db, AMA.id)).toBe('locked')
})

test('locks nothing by a PIN that is too old to open it again', async () => {
  await choosePin(db, { teller: AMA, pin: '407158' })
  const person = (await personOf(db, AMA.id))!
  await putPerson(db, { ...person, signed_in: { passed_ms: 14 * 86_400_000, looked_at: Date.now() } })
  show()
  await press('Ama: lock this till')
  await waitFor(() => expect(getDefaultStore().get(notice)?.words).toMatch(/your PIN would not unlock this till/))
  expect([isLocked(), await lockStateOf(db, AMA.id)]).toEqual([false, 'open'])
})

test.each([
  ['the sales', TodaysSales],
  ['the shift', ShiftScreen],
  ['the printer', PrinterScreen],
])('locks an idle till on the screen of %s too', async (_, Screen) => {
  await choosePin(db, { teller: AMA, pin: '407158' })
  settings.till_lock_minutes = '10'
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  try {
    const { findByRole } = show(<Screen />)
    await findByRole('button', { name: 'Ama: lock this till' })
    await act(async () => vi.advanceTimersByTime(10 * 60_000 + 5_000))
    await vi.waitFor(() => expect(isLocked()).toBe(true))
  } finally {
    vi.useRealTimers()
  }
})

test('notes a sign-in on the till’s disk before the page goes on: the PIN’s days begin again', async () => {
  await choosePin(db, { teller: AMA, pin: '407158' })
  await noteSignIn(db, AMA, Date.now() - 13 * 86_400_000)
  await db.till.update('till', { teller: { id: 8, name: 'Kofi', role_code: 'MANAGER' } })
  await signIn({ email: 'ama@shop.test', password: 'x' })
  const { looked_at, passed_ms } = (await personOf(db, AMA.id))!.signed_in
  expect([Date.now() - looked_at < 60_000, passed_ms, (await tellerOf(db))!.id]).toEqual([true, 0, AMA.id])
  await db.till.update('till', { teller: null })
  await answerSecondFactor({ challenge: 'c', method: 'totp', answer: '123456' } as never)
  expect((await tellerOf(db))!.id).toBe(AMA.id)
})

test('notes no customer who signs in on the till', async () => {
  shopThatAnswers(() => json({ message: 'Welcome.', token: 'token', user: aUser({ id: 9, role_code: 'CUSTOMER' }) }))
  await signIn({ email: 'efua@shop.test', password: 'x' })
  expect(await personOf(db, 9)).toBeUndefined()
})
