// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Accounts } from '#pwa/staff/ledger/accounts.tsx'
import { CashCountView } from '#pwa/staff/ledger/cash-count-view.tsx'
import { TransactionAdd } from '#pwa/staff/ledger/transaction-add.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const ACCOUNTS = ['CASH', 'BANK'].map((code, id) => ({
  id,
  code,
  name: code,
  balance: 0,
  period: '2026-01',
  at_till: true,
}))
const TILLS = [{ id: 3, code: 'T1', name: 'Front', device_id: 'a', status_code: 'ACTIVE' }]

let calls: Call[] = []
beforeEach(() => {
  localStorage.clear()
  calls = shopThatAnswers(({ method, url }) => {
    if (method === 'POST') return json({ message: 'Transaction recorded.', transaction: { id: 9 } }, 201)
    return url.includes('/tills') ? json({ tills: { data: TILLS } }) : json({ accounts: { data: ACCOUNTS } })
  })
})

it('books a manual entry once, from the named drawer, and leads to the entries', async () => {
  showRoutes(
    [
      { path: '/staff/transactions/add', Component: TransactionAdd },
      { path: '/staff/accounts', element: <h1>Accounts</h1> },
    ],
    ['/staff/transactions/add'],
  )
  await screen.findByRole('option', { name: 'CASH' })
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Account', 'BANK')
  expect(screen.queryByLabelText(/^Drawer/)).toBeNull()
  type('Account', 'CASH')
  await screen.findByRole('option', { name: 'T1 · Front' })
  type(/^Drawer/, '3')
  type('Direction', 'Dr')
  type(/^Amount/, '12.50')
  type('Description', 'Needles')
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Record Transaction' }))
  })
  await screen.findByRole('heading', { name: 'Accounts' })
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { account_code: 'CASH', direction: 'Dr', amount: -12.5, description: 'Needles', till_id: 3 },
  ])
})

it('says at which till money moved, and exports accounts, months, comparisons and entries', async () => {
  const moment = '2026-11-21T10:00:00.000Z'
  const entry = (id: number, till: object | null) => ({
    id,
    account_code: 'CASH',
    account: { name: 'Cash' },
    type_code: 'SALE',
    order_id: null,
    number: null,
    amount: 20,
    direction: 'Cr',
    description: `Sale ${id}`,
    business_date: '2026-11-21',
    period: '2026-11',
    till,
    user: null,
    created_at: moment,
  })
  const pageOf = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 12 })
  calls = shopThatAnswers(({ url }) => {
    if (url.includes('/csv')) return new Response('id\r\n', { headers: { 'content-type': 'text/csv' } })
    if (url.includes('/transactions'))
      return json({
        summaries: { credits: 40, debits: 0, balance: 40 },
        transactions: pageOf([entry(1, { id: 3, code: 'T3', name: 'By the door' }), entry(2, null)]),
      })
    if (url.includes('/periods')) return json({ periods: pageOf([]) })
    if (url.includes('/options/users')) return json({ users: pageOf([]) })
    if (url.includes('/reconciliations'))
      return json({
        reconciliations: pageOf([
          { id: 1, since: moment, listed: 4, differences: [], error: null, user: null, created_at: moment },
        ]),
      })
    return json({ accounts: pageOf(ACCOUNTS) })
  })
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  showRoutes([{ path: '/staff/accounts', Component: Accounts }], ['/staff/accounts?account_code=CASH&page=1'])
  const tillOf = async (sale: string) =>
    (await screen.findByText(sale)).closest('tr')!.querySelector('[data-head="Till"]')!.textContent
  expect([await tillOf('Sale 1'), await tillOf('Sale 2')]).toEqual(['T3 · By the door', '–'])
  for (const [at, words] of ['Download CSV', 'Balances as CSV', 'Months as CSV', 'All comparisons as CSV'].entries()) {
    fireEvent.click(await screen.findByRole('button', { name: words }))
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(at + 1))
  }
  expect(calls.map(({ url }) => url).filter(url => url.includes('/csv'))).toEqual([
    '/api/staff/transactions/csv?account_code=CASH',
    '/api/staff/accounts/csv',
    '/api/staff/periods/csv',
    '/api/staff/reconciliations/csv',
  ])
  vi.restoreAllMocks()
})

it("shows each account with balance and open month, the filter's sum, each entry's month, and each difference by name", async () => {
  const moment = '2026-11-21T10:00:00.000Z'
  const late = {
    id: 1,
    account_code: 'CASH',
    account: { name: 'Cash' },
    type_code: 'SALE',
    order_id: 7,
    number: 'T1-000007',
    amount: 20,
    direction: 'Cr',
    description: 'Sale T1-000007',
    business_date: '2026-10-31',
    period: '2026-11',
    till: null,
    user: null,
    created_at: moment,
  }
  const pageOf = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 12 })
  const differences = [
    { kind: 'UNHEARD', reference: '5-1', order_id: 5, theirs: 40, ours: null },
    { kind: 'OTHER_AMOUNT', reference: '6-1', order_id: 6, theirs: 12.5, ours: 12 },
    { kind: 'NOT_LISTED', reference: '7-1', order_id: null, theirs: null, ours: 9 },
    { kind: 'REFUND_UNHEARD', reference: '8-1', order_id: 8, theirs: 3, ours: null },
  ]
  calls = shopThatAnswers(({ url }) => {
    if (url.includes('/transactions'))
      return json({ summaries: { credits: 20.5, debits: -3, balance: 17.5 }, transactions: pageOf([late]) })
    if (url.includes('/periods')) return json({ periods: pageOf([]) })
    if (url.includes('/options/users')) return json({ users: pageOf([]) })
    if (url.includes('/reconciliations'))
      return json({
        reconciliations: pageOf([
          { id: 1, since: moment, listed: 2, differences, error: null, user: null, created_at: moment },
        ]),
      })
    return json({ accounts: pageOf([{ ...ACCOUNTS[0]!, name: 'Cash', balance: 1234.5 }]) })
  })
  showRoutes([{ path: '/staff/accounts', Component: Accounts }], ['/staff/accounts'])
  const balances = await screen.findByRole('list', { name: 'Balances' })
  expect(balances.textContent).toBe(`Cash${formatCedis(1234.5)}Open month: January 2026`)
  expect((await screen.findByLabelText('Totals')).textContent).toBe(
    `Credits${formatCedis(20.5)}Debits${formatCedis(-3)}Balance${formatCedis(17.5)}`,
  )
  expect(screen.getByText('Sale T1-000007').closest('tr')!.querySelector('[data-head="Day"]')!.textContent).toBe(
    '31\u00A0Oct\u00A02026, in November 2026',
  )
  await screen.findByText('3 payments and 1 refund differ; the provider lists 2 payments.')
  const rows = within(screen.getByRole('table', { name: 'Differences' }))
    .getAllByRole('row')
    .slice(1)
    .map(row => [...row.children].map(cell => cell.textContent))
  expect(rows).toEqual([
    ['5-1', 'The shop did not have it. It has since asked the provider about it.', formatCedis(40), '–'],
    ['6-1', 'Different amount', formatCedis(12.5), formatCedis(12)],
    ['7-1', 'Not in the provider’s list', '–', formatCedis(9)],
    ['8-1', 'The provider made a refund that the shop did not request: record it by hand', formatCedis(3), '–'],
  ])
})

it('books nothing by hand before accounts and drawers are known', async () => {
  let come: (answer: Response) => void = () => {}
  calls = shopThatAnswers(({ method, url }) => {
    if (url.includes('/tills'))
      return new Promise(resolve => {
        come = resolve
      })
    return method === 'POST'
      ? json({ message: 'Transaction recorded.', transaction: { id: 9 } }, 201)
      : json({ accounts: { data: ACCOUNTS } })
  })
  showRoutes([{ path: '/staff/transactions/add', Component: TransactionAdd }], ['/staff/transactions/add'])
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Record Transaction' })
  expect(button().disabled).toBe(true)
  await screen.findByRole('option', { name: 'CASH' })
  fireEvent.change(screen.getByLabelText(/^Amount/), { target: { value: '5' } })
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Water' } })
  await act(async () => {
    fireEvent.keyDown(screen.getByLabelText('Description'), { key: 'Enter', ctrlKey: true })
  })
  expect([button().disabled, calls.filter(({ method }) => method === 'POST')]).toEqual([true, []])
  await act(async () => come(json({ tills: { data: TILLS } })))
  await waitFor(() => expect(button().disabled).toBe(false))
  expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('Water')
})

it('shows entries between two counts by page, marks suspects, and groups by day when hours are many', async () => {
  const counted = (id: number) => ({
    id,
    account_code: 'CASH',
    type_code: 'SALE',
    order_id: id,
    number: `T1-${id}`,
    amount: id,
    description: `Sale ${id}`,
    user: null,
    tendered: null,
    at: '2026-11-21T10:00:00.000Z',
  })
  const cash_count = {
    id: 5,
    account_code: 'CASH',
    account: { name: 'Cash' },
    till: null,
    counted: 90,
    expected: 127,
    difference: -37,
    shift_id: null,
    since_last: -37,
    remains: 90,
    note: '',
    user: { id: 7, name: 'Ama' },
    transaction_id: null,
    bookable: true,
    previous_at: null,
    created_at: '2026-11-21T10:00:00.000Z',
  }
  calls = shopThatAnswers(({ url }) => {
    const page = Number(new URL(url, 'http://shop.test').searchParams.get('page'))
    if (url.includes('/entries'))
      return json({
        entries: {
          data: page === 2 ? [counted(37)] : [counted(50), counted(40)],
          total: 3,
          last_page: 2,
          current_page: page,
          per_page: 12,
        },
      })
    return json({
      cash_count,
      by_teller: [],
      by_hour: [
        { name: '2026-11-20', entries: 1, sum: 37 },
        { name: '2026-11-21', entries: 2, sum: 90 },
      ],
      suspects: [{ kind: 'SAME', entries: [counted(37)] }],
    })
  })
  showRoutes([{ path: '/staff/cash-counts/:id/view', Component: CashCountView }], ['/staff/cash-counts/5/view'])
  const table = within(await screen.findByRole('table', { name: 'Entries since the last count' }))
  expect([table.getAllByRole('row').length, screen.getByText('3 entries')]).toEqual([3, expect.anything()])
  expect(
    within(screen.getByRole('table', { name: 'By day' }))
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['20\u00A0Nov\u00A02026', '21\u00A0Nov\u00A02026'])
  fireEvent.click(screen.getByRole('link', { name: 'Page 2' }))
  expect((await table.findByRole('row', { name: /Sale 37/ })).querySelector('mark')?.textContent).toBe(formatCedis(37))
  expect(calls.map(({ url }) => url).filter(url => url.includes('/entries'))).toEqual([
    '/api/staff/cash-counts/5/entries?page=1&per_page=12',
    '/api/staff/cash-counts/5/entries?page=2&per_page=12',
  ])
})
