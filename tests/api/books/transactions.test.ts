import { afterEach, expect, test } from 'vitest'
import { entriesThat } from '#api/ledger/list-transactions.ts'
import { execute, select } from '#api/db/database.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { Transaction } from '#sync/protocol/staff/ledger.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import type { Api } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, checkBooks } from '#tests/support/server/shop.ts'

let api: Api
let token: string
aShopEach('ADMINISTRATOR', here => {
  ;({ api, token } = here)
})
afterEach(checkBooks)

const record = async (overrides: object = {}) => {
  const { status, body } = await api.send('POST', '/api/staff/transactions', {
    token,
    body: { account_code: 'CASH', direction: 'Cr', amount: 10, description: 'Float', ...overrides },
  })
  return { status, ...(body as unknown as { transaction: Transaction; errors?: object }) }
}
const list = async (query = '') =>
  (await api.send('GET', `/api/staff/transactions${query}`, { token }))
    .body as unknown as ReplyOf<'GET /api/staff/transactions'>
const balanceOf = async (code: string) =>
  (await select<{ balance: number }>('SELECT balance FROM accounts WHERE code = ?', [code]))[0]!.balance

test('takes the sign from the direction, however the amount was typed', async () => {
  for (const [direction, amount, stored] of [
    ['Cr', 12.5, 12.5],
    ['Cr', -12.5, 12.5],
    ['Dr', 7.25, -7.25],
    ['Dr', -7.25, -7.25],
  ] as const) {
    const { status, transaction } = await record({ direction, amount })
    expect(status).toBe(201)
    expect(transaction).toMatchObject({
      account_code: 'CASH',
      account: { name: expect.any(String) },
      type_code: 'MANUAL',
      order_id: null,
      amount: stored,
      direction,
      description: 'Float',
    })
  }
  expect(await balanceOf('CASH')).toBe(10.5)
})

test('refuses zero, a third decimal, text and an unknown account beside their field', async () => {
  for (const amount of [0, -0, 1.005, '12', [], {}, null])
    expect(await record({ amount })).toMatchObject({ status: 422, errors: { amount: expect.anything() } })
  expect(await record({ account_code: 'CASHBOX' })).toMatchObject({
    status: 422,
    errors: { account_code: ['Choose an account from the list.'] },
  })
  expect(await record({ direction: 'cr' })).toMatchObject({ status: 422, errors: { direction: expect.anything() } })
  expect(await record({ type_code: 'SALE' })).toMatchObject({ status: 422 })
  expect((await list()).transactions.total).toBe(0)
  expect(await balanceOf('CASH')).toBe(0)
})

test('sums all entries of the filter, not of the page', async () => {
  const jeans = await aVariation(9)
  await api.send('POST', '/api/sync/push', {
    token,
    body: aPush(aSale({ account_code: 'CASH', lines: [{ product_variation_id: jeans, quantity: 2, price: 74.99 }] })),
  })
  for (let n = 1; n <= 14; n++)
    await record({ account_code: n % 2 ? 'CASH' : 'BANK', direction: n % 3 ? 'Cr' : 'Dr', amount: n + 0.1 })
  const all = await select<{ account_code: string; type_code: string; amount: number }>(
    'SELECT account_code, type_code, amount FROM transactions',
  )
  const sums = (rows: typeof all) => {
    const total = (part: typeof all) => Math.round(part.reduce((sum, { amount }) => sum + amount * 100, 0)) / 100
    return {
      credits: total(rows.filter(({ amount }) => amount > 0)),
      debits: total(rows.filter(({ amount }) => amount < 0)),
      balance: total(rows),
    }
  }
  expect(await list()).toMatchObject({ summaries: sums(all), transactions: { total: 15, last_page: 2, per_page: 12 } })
  expect((await list('?page=3')).summaries).toEqual(sums(all))
  expect(await list('?account_code=BANK')).toMatchObject({
    summaries: sums(all.filter(({ account_code }) => account_code === 'BANK')),
    transactions: { total: 7 },
  })
  expect(await list('?type_code=SALE')).toMatchObject({
    summaries: { credits: 149.98, debits: 0, balance: 149.98 },
    transactions: { total: 1, data: [{ direction: 'Cr', order_id: expect.any(Number) }] },
  })
  expect(await list('?account_code=NONE')).toMatchObject({
    summaries: { credits: 0, debits: 0, balance: 0 },
    transactions: { total: 0, data: [] },
  })
})

test('finds entries by day, in the requested order', async () => {
  for (const amount of [3, 1, 2]) await record({ amount })
  await execute("UPDATE transactions SET created_at = '2026-01-31 23:59:59.999' WHERE amount = 1")
  const amounts = async (query: string) => (await list(query)).transactions.data.map(({ amount }) => amount)
  expect(await amounts('')).toEqual([2, 3, 1])
  expect(await amounts('?order_column=amount&order_direction=asc')).toEqual([1, 2, 3])
  expect(await amounts('?order_column=id&order_direction=desc')).toEqual([2, 1, 3])
  expect(await amounts('?start_date=2026-01-31&end_date=2026-01-31')).toEqual([1])
  expect(await amounts('?end_date=2026-01-30')).toEqual([])
  expect((await api.send('GET', '/api/staff/transactions?order_column=description', { token })).status).toBe(422)
})

test('finds entries by the start or last digits of an order number and by words of manual entries', async () => {
  const jeans = await aVariation(9)
  const sale = aSale({
    account_code: 'CASH',
    number: 'T1-000777',
    lines: [{ product_variation_id: jeans, quantity: 1, price: 20 }],
  })
  await api.send('POST', '/api/sync/push', { token, body: aPush(sale) })
  await record({ description: 'Needles and 100% thread', amount: 3 })
  await record({ description: 'Rent', amount: 4 })
  const found = async (search: string) =>
    (await list(`?search=${encodeURIComponent(search)}`)).transactions.data.map(({ amount }) => amount)
  const order = (await select<{ id: number }>('SELECT id FROM orders'))[0]!.id
  expect(await found('T1-000777')).toEqual([20])
  for (const part of ['T1-0007', '777', '#T1-000777', '000777']) expect([part, await found(part)]).toEqual([part, [20]])
  expect([await found('77'), await found('#')]).toEqual([[], []])
  expect(await found(String(order))).toContain(20)
  expect(await found('thread')).toEqual([3])
  expect(await found('100%')).toEqual([3])
  expect(await found('%')).toEqual([3])
  expect(await found('sails')).toEqual([])
  expect((await list('?search=thread')).summaries).toEqual({ credits: 3, debits: 0, balance: 3 })
  expect((await list(`?search=T1-000777`)).transactions.data[0]).toMatchObject({
    number: 'T1-000777',
    user: { id: 7, name: 'Ama' },
    business_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
})

test("puts a search's result together once, not per entry", async () => {
  await record({ description: 'Thread' })
  const { where, values } = entriesThat({ search: 'thread' })
  const plan = await select<{ select_type: string }>(`EXPLAIN SELECT t.id FROM transactions t ${where}`, values)
  expect(plan.map(({ select_type }) => select_type).filter(type => type.startsWith('DEPENDENT'))).toEqual([])
})

test("shows the till an entry's money moved at: where it was rung up or whose drawer was named", async () => {
  const jeans = await aVariation(9)
  await execute(
    "INSERT INTO tills (id, code, name, device_id) VALUES (2, 'T2', 'Back', '6f1c2a9e-0000-4000-8000-000000000002')",
  )
  await api.send('POST', '/api/sync/push', {
    token,
    body: aPush(aSale({ lines: [{ product_variation_id: jeans, quantity: 1, price: 20 }] })),
  })
  expect((await record({ till_id: 2, direction: 'Dr' })).transaction.till).toEqual({ id: 2, code: 'T2', name: 'Back' })
  expect((await record()).transaction.till).toBeNull()
  expect((await list()).transactions.data.map(({ amount, till }) => [amount, till?.name ?? null])).toEqual([
    [10, null],
    [-10, 'Back'],
    [20, 'Front'],
  ])
  const { text } = await api.send('GET', '/api/staff/transactions/csv', { token })
  expect(
    text
      .trim()
      .split('\r\n')
      .slice(1)
      .map(line => line.split(',').at(-1)),
  ).toEqual(['', 'T2', 'T1'])
})

test('exports every entry of the filter and runs no formula', async () => {
  for (let n = 1; n <= 14; n++)
    await record({ amount: n, direction: 'Dr', description: n === 3 ? '=HYPERLINK("x")' : `Thread ${n}` })
  await record({ account_code: 'BANK' })
  const { text, headers } = await api.send('GET', '/api/staff/transactions/csv?account_code=CASH', { token })
  const lines = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
  expect(headers.get('content-type')).toContain('text/csv')
  expect(lines[0]).toBe('Id,Booked at,Day,Month,Account,Type,Order,Amount,Description,By,Till')
  expect(lines).toHaveLength(15)
  expect(lines[1]).toMatch(/,CASH,MANUAL,,-14\.00,Thread 14,Ama Mensah,$/)
  expect(text).toContain(`"'=HYPERLINK(""x"")"`)
})
