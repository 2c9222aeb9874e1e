// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { forget } from '#pwa/lib/session.ts'
import { Accounts } from '#pwa/staff/ledger/accounts.tsx'
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

it('says at which till money moved, and saves accounts, months, comparisons and entries as files', async () => {
  const moment = '2026-11-21T10:00:00.000Z'
  const entry = (id: number, till: object | null) => ({ id, account_code: 'CASH', account: { name: 'Cash' }, type_code: 'SALE', order_id: null, number: null, amount: 20, direction: 'Cr', description: `Sale ${id}`, business_date: '2026-11-21', period: '2026-11', till, user: null, created_at: moment })
  const pageOf = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 12 })
  calls = shopThatAnswers(({ url }) => {
    if (url.includes('/csv')) return new Response('id\r\n', { headers: { 'content-type': 'text/csv' } })
    if (url.includes('/transactions')) return json({ summaries: { credits: 40, debits: 0, balance: 40 }, transactions: pageOf([entry(1, { id: 3, code: 'T3', name: 'By the door' }), entry(2, null)]) })
    if (url.includes('/periods')) return json({ periods: pageOf([]) })
    if (url.includes('/options/users')) return json({ users: pageOf([]) })
    if (url.includes('/reconciliations')) return json({ reconciliations: pageOf([{ id: 1, since: moment, listed: 4, differences: [], error: null, user: null, created_at: moment }]) })
    return json({ accounts: pageOf(ACCOUNTS) })
  })
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  showRoutes([{ path: '/staff/accounts', Component: Accounts }], ['/staff/accounts?account_code=CASH&page=1'])
  const tillOf = async (sale: string) => (await screen.findByText(sale)).closest('tr')!.querySelector('[data-head="Till"]')!.textContent
  expect([await tillOf('Sale 1'), await tillOf('Sale 2')]).toEqual(['T3 · By the door', '–'])
  for (const [at, words] of ['Download CSV', 'Balances as CSV', 'Months as CSV', 'All comparisons as CSV'].entries()) {
    fireEvent.click(await screen.findByRole('button', { name: words }))
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(at + 1))
  }
  expect(calls.map(({ url }) => url).filter(url => url.includes('/csv'))).toEqual(['/api/staff/transactions/csv?account_code=CASH', '/api/staff/accounts/csv', '/api/staff/periods/csv', '/api/staff/reconciliations/csv'])
  vi.restoreAllMocks()
})
