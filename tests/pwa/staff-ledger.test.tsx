// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { forget } from '#pwa/lib/session.ts'
import { TransactionAdd } from '#pwa/staff/ledger/transaction-add.tsx'
import { showRoutes } from '#tests/support/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/shop-answers.ts'

const ACCOUNTS = ['CASH', 'BANK'].map((code, id) => ({ id, code, name: code, balance: 0, period: '2026-01', at_till: true }))
const TILLS = [{ id: 3, code: 'T1', name: 'Front', device_id: 'a', status_code: 'ACTIVE' }]

let calls: Call[] = []
beforeEach(() => {
  queries.clear()
  localStorage.clear()
  calls = shopThatAnswers(({ method, url }) => {
    if (method === 'POST') return json({ message: 'Transaction recorded.', transaction: { id: 9 } }, 201)
    return url.includes('/tills') ? json({ tills: { data: TILLS } }) : json({ accounts: { data: ACCOUNTS } })
  })
})
afterEach(() => {
  cleanup()
  act(forget)
  vi.unstubAllGlobals()
})

it('books an entry by hand once, out of the drawer that is named, and leads to the entries', async () => {
  showRoutes([{ path: '/staff/transactions/add', Component: TransactionAdd }, { path: '/staff/accounts', element: <h1>Accounts</h1> }], ['/staff/transactions/add'])
  await screen.findByRole('option', { name: 'CASH' })
  const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Account', 'BANK')
  expect(screen.queryByLabelText(/^Whose drawer/)).toBeNull()
  type('Account', 'CASH')
  await screen.findByLabelText(/^Whose drawer/)
  type(/^Whose drawer/, '3')
  type('Direction', 'Dr')
  type(/^Amount/, '12.50')
  type('Description', 'Needles')
  await act(async () => { fireEvent.click(screen.getByRole('button', { name: 'Record Transaction' })) })
  await screen.findByRole('heading', { name: 'Accounts' })
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ account_code: 'CASH', direction: 'Dr', amount: -12.5, description: 'Needles', till_id: 3 }])
})
