// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import '#tests/support/server/locks.ts'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RoleCode } from '#sync/protocol/roles.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { aDraft, DEVICE, giveKey } from '#tests/support/till/till.ts'

const { TodaysSales } = await import('#pwa/pos/sales/todays-sales.tsx')
const { settings } = await import('#pwa/pos/settings.ts')
const { till } = await import('#pwa/pos/till.ts')
const { welcomeBack } = await import('#pwa/session/session.ts')

const AMA = { id: 7, name: 'Ama Mensah' }

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  await Promise.all([till.outbox.clear(), till.sales.clear(), till.till.clear()])
  await till.till.put({
    key: 'till',
    id: 1,
    code: 'T1',
    name: 'Front counter',
    device_id: DEVICE,
    last_number: 117,
    last_seq: 40,
  })
  await giveKey(till)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const show = (role_code: RoleCode = 'MANAGER') =>
  act(async () => {
    welcomeBack({ ...AMA, role_code })
    render(
      <MemoryRouter initialEntries={['/staff/till/sales']}>
        <TodaysSales />
      </MemoryRouter>,
    )
  })
const rowOf = (number: string) => screen.getByText(number, { selector: 's, strong' }).closest('li')!
const offers = () =>
  screen.queryAllByRole('button', { name: /^Void T1/ }).map(button => button.getAttribute('aria-label'))

test('voids the last sale with a reason, and shows it struck through and in words', async () => {
  await ringUp(till, aDraft())
  await ringUp(till, aDraft({ account_code: 'MTN_MOBILE_MONEY', gift: 4 }))
  await show()
  const offer = await screen.findByRole('button', { name: 'Void T1-000119' })
  expect(offers()).toEqual(['Void T1-000119'])
  fireEvent.click(offer)
  const sheet = within(await screen.findByRole('dialog', { name: 'Void T1-000119' }))
  expect(sheet.getByRole('region', { name: 'Give back' }).textContent).toMatch(/Gift card.*4\.00.*MTN.*6\.00.*1 item/)
  fireEvent.click(sheet.getByRole('button', { name: 'Void sale' }))
  await sheet.findByText('Choose a reason.')
  expect(await till.outbox.count()).toBe(2)
  fireEvent.click(sheet.getByRole('radio', { name: 'Customer changed their mind' }))
  fireEvent.click(sheet.getByRole('button', { name: 'Void sale' }))
  await screen.findByText('Voided by Ama Mensah: Customer changed their mind')
  const row = within(rowOf('T1-000119'))
  expect([row.getByText('Voided').tagName, row.getByText('T1-000119').tagName, offers()]).toEqual([
    expect.any(String),
    'S',
    [],
  ])
  expect(screen.getByText(/1 sale ·.*10\.00.*1 voided/)).toBeTruthy()
  fireEvent.click(row.getByRole('button', { name: 'Receipt T1-000119' }))
  const paper = within(await screen.findByRole('article', { name: 'Receipt T1-000119' }))
  expect([paper.getByText(/^VOID/).textContent, paper.getByText('Net paid').nextSibling!.textContent]).toEqual([
    expect.stringContaining('VOID'),
    expect.stringContaining('0.00'),
  ])
})

test('offers no void to a manager when the shop says so, and one to an administrator', async () => {
  await ringUp(till, aDraft())
  vi.spyOn(settings, 'get').mockImplementation(name => (name === 'void_manager' ? 'OFF' : undefined))
  await show()
  await screen.findByText('T1-000118', { selector: 'strong' })
  await screen.findByRole('button', { name: 'Receipt T1-000118' })
  expect(offers()).toEqual([])
  cleanup()
  await show('ADMINISTRATOR')
  await screen.findByRole('button', { name: 'Void T1-000118' })
})

test('says why when another tab has sold since, and voids nothing', async () => {
  await ringUp(till, aDraft())
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Void T1-000118' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Void T1-000118' }))
  await ringUp(till, aDraft())
  fireEvent.click(sheet.getByRole('radio', { name: 'Rung up twice' }))
  fireEvent.click(sheet.getByRole('button', { name: 'Void sale' }))
  await sheet.findByText(/^Only the last sale can be voided/)
  expect((await till.outbox.toArray()).map(({ mutation }) => mutation.kind)).toEqual(['sale.record', 'sale.record'])
})
