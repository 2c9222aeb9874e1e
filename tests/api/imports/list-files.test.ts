import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countCash } from '#api/ledger/cash-counts.ts'
import { readBooks } from '#api/ledger/ledger.ts'
import { recordChange } from '#api/audit/record-change.ts'
import { execute, insertRow, insertRows } from '#api/db/database.ts'
import { queueJob } from '#api/jobs/job-queue.ts'
import { openCount } from '#api/stock/count-shelf.ts'
import { bookReceipt, draftReceipt } from '#api/stock/receive-goods.ts'
import { monthsOn } from '#sync/protocol/staff/ledger.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aVariation, openShop } from '#tests/support/server/shop.ts'

let api: Api
let owner: Awaited<ReturnType<typeof aUser>>

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  owner = await aUser('SUPER_ADMINISTRATOR', { name: 'Efua Owner', email: 'efua@shop.test' })
})
afterAll(() => api.stop())

/** The lines of a file, and its name without the day. */
async function fileOf(path: string): Promise<{ lines: string[]; name: string | undefined }> {
  const { status, headers, text } = await api.send('GET', `/api/staff/${path}`, { token: owner.token })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
  return {
    lines: text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n'),
    name: /filename="(.*)-\d{4}-\d\d-\d\d\.csv"/.exec(headers.get('content-disposition') ?? '')?.[1],
  }
}
const linesOf = async (path: string) => (await fileOf(path)).lines

test("exceptions: those of the filter with their resolution, and no formula of a customer's", async () => {
  const first = await insertRow('exceptions', { code: 'PRICE_DRIFT', detail: '=1+1' })
  await insertRow('exceptions', {
    code: 'OVERSOLD',
    detail: 'Two too many.',
    status_code: 'RESOLVED',
    resolution: 'NOTED',
    note: 'Found.',
  })
  const [head, ...open] = await linesOf('exceptions/csv?status_code=OPEN')
  expect(head).toBe(
    'id,code,order,item,on_hand,reserved,detail,status_code,resolution,note,resolved_by,created_at,resolved_at',
  )
  expect(open).toHaveLength(1)
  expect(open[0]).toMatch(new RegExp(`^${first},PRICE_DRIFT,,,,,'=1\\+1,OPEN,,,,`))
  expect((await linesOf('exceptions/csv?code=OVERSOLD'))[1]).toContain(',Two too many.,RESOLVED,NOTED,Found.,,')
  expect(await linesOf('exceptions/csv')).toHaveLength(3)
})

test('changes: who made them, before and after as JSON', async () => {
  await recordChange({
    subject: 'colour',
    subject_id: 3,
    action: 'change',
    was: { name: 'Ink' },
    became: { name: 'Sand' },
  })
  await recordChange({ subject: 'size', subject_id: 4, action: 'add', became: { name: 'Ten' } })
  expect(await linesOf('changes/csv')).toHaveLength(3)
  const [head, ...rows] = await linesOf('changes/csv?subject=colour')
  expect(head).toBe('id,created_at,user,ip,subject,subject_id,action,was,became')
  expect(rows).toEqual([expect.stringMatching(/,colour,3,change,"\{""name"":""Ink""\}","\{""name"":""Sand""\}"$/)])
})

test('categories: in order, each followed by its children, filtered by the search', async () => {
  const parent_id = await insertRow('categories', { name: 'Aprons' })
  await insertRow('categories', { name: 'Zips', description: 'Of Aprons.', parent_id })
  const names = async (path: string) => (await linesOf(path)).slice(1).map(line => line.split(',')[1])
  expect((await names('categories/csv')).slice(0, 2)).toEqual(['Aprons', 'Zips'])
  expect(await names('categories/csv?search=of%20aprons')).toEqual(['Zips'])
})

test('imports: the result of each file', async () => {
  const report = JSON.stringify({ summary: { created: 3, updated: 2, unchanged: 1, failed: 0 }, errors: [] })
  await insertRow('product_imports', {
    user_id: owner.id,
    file_name: 'autumn.csv',
    format_code: 'shopify',
    status_code: 'DONE',
    report,
  })
  await insertRow('product_imports', {
    user_id: owner.id,
    file_name: 'winter.csv',
    status_code: 'CHECKING',
    job_id: await insertRow('jobs', { kind: 'rehearse-import', input: '{}' }),
  })
  expect((await linesOf('imports/csv')).slice(0, 3)).toEqual([
    'id,file_name,format_code,status_code,created,updated,unchanged,failed,user,created_at',
    expect.stringMatching(/winter\.csv,,CHECKING,,,,,Efua Owner,/),
    expect.stringMatching(/autumn\.csv,shopify,DONE,3,2,1,0,Efua Owner,/),
  ])
})

test('cash counts: cedis with two decimals, of one drawer on request', async () => {
  await countCash({ account_code: 'CASH', counted: 120.5 }, owner.id)
  await countCash({ account_code: 'CASH', till_id: 1, counted: 20, note: 'Noon' }, owner.id)
  expect(await linesOf('cash-counts/csv')).toHaveLength(3)
  expect((await linesOf('cash-counts/csv?till_id=1')).slice(1)).toEqual([
    expect.stringMatching(/,CASH,T1,Efua Owner,20\.00,0\.00,20\.00,20\.00,20\.00,Noon,$/),
  ])
})

test('accounts with their balance, and closed months with the balance of each account', async () => {
  await api.send('POST', '/api/staff/transactions', {
    token: owner.token,
    body: { account_code: 'CASH', direction: 'Cr', amount: 12.5, description: 'Float' },
  })
  const { open_period } = await readBooks()
  const [head, ...accounts] = await linesOf('accounts/csv')
  expect([head, accounts.filter(line => line.includes(',CASH,'))]).toEqual([
    'id,code,name,balance,at_till,kind,asks_reference,opens_drawer,place,status,period',
    [expect.stringMatching(new RegExp(`,CASH,Cash,12\\.50,1,CASH,NO,1,1,ACTIVE,${open_period}$`))],
  ])
  const {
    lines: [columns, ...months],
    name,
  } = await fileOf('periods/csv')
  expect([name, columns]).toEqual([
    'months',
    'period,status_code,account_code,account,opening_balance,credits,debits,closing_balance,entries,closed_at,closed_by',
  ])
  expect([months.length, months.filter(line => line.includes(',CASH,'))]).toEqual([
    accounts.length,
    [expect.stringMatching(new RegExp(`^${open_period},OPEN,CASH,[^,]+,0\\.00,12\\.50,0\\.00,12\\.50,1,,$`))],
  ])
  await execute('UPDATE books SET open_period = ?', [monthsOn(open_period, -1)])
  await api.send('POST', '/api/staff/periods/close', {
    token: owner.token,
    body: { period: monthsOn(open_period, -1) },
  })
  expect(
    (await linesOf('periods/csv'))
      .filter(line => line.includes(',CASH,'))
      .map(line => [line.split(',')[1], line.split(',').at(-1)]),
  ).toEqual([
    ['OPEN', ''],
    ['CLOSED', 'Efua Owner'],
  ])
})

test('comparisons with the payment provider: one line per difference, or one saying there is none', async () => {
  const differences = [
    { kind: 'OTHER_AMOUNT', reference: '9-1', order_id: 9, theirs: 10, ours: 15 },
    { kind: 'UNHEARD', reference: '=7', order_id: null, theirs: 3.5, ours: null },
  ]
  const compare = (found: object[], error: string | null = null) =>
    insertRow('reconciliations', {
      since: '2026-01-09 10:00:00',
      listed: 4,
      differences: JSON.stringify(found),
      error,
      user_id: owner.id,
    })
  const ids = [await compare([]), await compare(differences), await compare([], 'Silence.')]
  const [head, ...rows] = await linesOf('reconciliations/csv')
  expect(head).toBe('id,created_at,since,user,listed,differ,error,kind,reference,order_id,theirs,ours')
  expect(rows.map(row => Number.parseInt(row))).toEqual([ids[2], ids[1], ids[1], ids[0]])
  expect(rows.map(row => row.slice(row.indexOf('Efua')))).toEqual([
    'Efua Owner,4,0,Silence.,,,,,',
    'Efua Owner,4,2,,OTHER_AMOUNT,9-1,9,10.00,15.00',
    "Efua Owner,4,2,,UNHEARD,'=7,,3.50,",
    'Efua Owner,4,0,,,,,,',
  ])
})

test('all entries between two counts', async () => {
  const enter = (amount: number, account_code = 'CASH') =>
    api.send('POST', '/api/staff/transactions', {
      token: owner.token,
      body: { account_code, direction: 'Cr', amount, description: `Float ${amount}` },
    })
  await enter(5)
  await countCash({ account_code: 'CASH', counted: 5 }, owner.id)
  for (const amount of [1, 2, 3]) await enter(amount)
  await enter(4, 'BANK')
  const { id } = await countCash({ account_code: 'CASH', counted: 11 }, owner.id)
  const {
    lines: [head, ...rows],
    name,
  } = await fileOf(`cash-counts/${id}/csv`)
  expect([name, head]).toEqual(['counted-entries', 'id,at,type_code,order,description,user,tendered,amount'])
  expect(rows.map(row => row.slice(row.indexOf('MANUAL')))).toEqual(
    [3, 2, 1].map(amount => `MANUAL,,Float ${amount},Efua Owner,,${amount}.00`),
  )
  expect((await api.send('GET', '/api/staff/cash-counts/4000000/csv', { token: owner.token })).status).toBe(404)
})

test('coupons with their categories, and all orders that used one', async () => {
  const id = await insertRow('coupons', { code: 'JEANS10', name: 'Jeans', type: 'percentage', value: 10 })
  await insertRow('coupons', { code: 'ALL5', name: 'All', type: 'amount', value: 5 })
  for (const name of ['Skirts', 'Aprons'])
    await insertRow('coupon_categories', { coupon_id: id, category_id: await insertRow('categories', { name }) })
  const [head, ...coupons] = await linesOf('coupons/csv')
  expect(head).toMatch(/^id,code,name,.*,created_at,categories$/)
  expect(coupons).toEqual([
    expect.stringMatching(/,ALL5,.*,ACTIVE,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,$/),
    expect.stringMatching(/,JEANS10,.*,"Aprons; Skirts"$/),
  ])
  const orders: number[] = []
  for (let n = 0; n < 14; n++)
    orders.push(
      await insertRow('orders', {
        type_code: 'WEBSITE',
        status_code: 'PROCESSING',
        customer_name: '=Yaa',
        coupon_id: id,
        subtotal: 10,
        discount: 1,
        total: 9,
        business_date: '2026-01-09',
      }),
    )
  await insertRows(
    'coupon_redemptions',
    orders.map(order_id => ({ order_id, coupon_id: id })),
  )
  const {
    lines: [uses, ...rows],
    name,
  } = await fileOf(`coupons/${id}/uses/csv`)
  expect([name, uses]).toEqual(['coupon-uses', 'order,created_at,customer,customer_phone,status_code,discount,total'])
  expect(rows.map(row => Number.parseInt(row))).toEqual(orders.toReversed())
  expect(rows[0]).toMatch(/:\d\d,'=Yaa,,PROCESSING,1\.00,9\.00$/)
  expect((await api.send('GET', '/api/staff/coupons/4000000/uses/csv', { token: owner.token })).status).toBe(404)
})

test('all jobs, newest first', async () => {
  await insertRows(
    'jobs',
    Array.from({ length: 1_205 }, (_, n) => ({
      kind: n % 5 ? 'order-export' : 'apply-import',
      input: '{}',
      status_code: 'DONE',
      result: n === 7 ? '{"file":"orders-7.pdf"}' : null,
    })),
  )
  const latest = await queueJob('order-export', {}, owner.id)
  const [head, first, ...others] = await linesOf('jobs/csv')
  expect(head).toBe('id,kind,status_code,done,total,tries,user,file,error,created_at,finished_at')
  expect(first).toMatch(new RegExp(`^${latest},order-export,QUEUED,0,0,0,Efua Owner,,,`))
  const ids = others.map(line => Number.parseInt(line))
  expect([ids.length, ids]).toEqual([1_205, ids.toSorted((a, b) => b - a)])
  expect(others.filter(line => line.includes(',orders-7.pdf,'))).toHaveLength(1)
  expect(await linesOf('jobs/csv?kind=apply-import&status_code=DONE')).toHaveLength(242)
})

test('customers: the users of that role, in a file of that name', async () => {
  await aUser('CUSTOMER', { name: 'Akua', email: 'akua@mail.test' })
  const { lines, name } = await fileOf('users/csv?role_code=CUSTOMER')
  expect([
    name,
    lines.filter(line => line.includes('akua@mail.test')).length,
    lines.filter(line => line.includes('efua@shop.test')).length,
  ]).toEqual(['customers', 1, 0])
  expect((await fileOf('users/csv')).name).toBe('users')
})

test('stock: movements of a variant with their results, receipts and counts by status', async () => {
  const variation = await aVariation(5)
  const receipt = await draftReceipt(
    { supplier: '=Kantamanto', lines: [{ variation_id: variation, quantity: 3 }] },
    { user_id: owner.id, costs: true },
  )
  await draftReceipt({ supplier: 'Makola', lines: [] }, { user_id: owner.id, costs: true })
  await bookReceipt(receipt.id, { user_id: owner.id, costs: true })
  const [head, ...movements] = await linesOf(`variations/${variation}/movements/csv`)
  expect(head).toBe(
    'id,reason,cause,quantity,on_hand_after,reserved_after,order,receipt,supplier,count,count_name,user,note,created_at',
  )
  expect(movements[0]).toMatch(new RegExp(`^\\d+,RECEIPT,,3,8,0,,${receipt.id},'=Kantamanto,,,Efua Owner,,`))
  expect(movements.at(-1)).toMatch(/,5,5,0,/)
  expect((await linesOf('stock/receipts/csv?status_code=BOOKED')).slice(1)).toEqual([
    expect.stringMatching(new RegExp(`^${receipt.id},BOOKED,'=Kantamanto,3,,Efua Owner,Efua Owner,`)),
  ])
  expect(await linesOf('stock/receipts/csv')).toHaveLength(3)
  for (const name of ['Front', 'Back']) await openCount({ name, category_id: null }, owner.id)
  expect((await linesOf('stock/counts/csv?status_code=OPEN')).slice(1)).toEqual([
    expect.stringMatching(/^\d+,Front,,OPEN,/),
    expect.stringMatching(/^\d+,Back,,OPEN,/),
  ])
  expect(await linesOf('stock/counts/csv?status_code=CLOSED')).toHaveLength(1)
  expect((await api.send('GET', '/api/staff/variations/999999/movements/csv', { token: owner.token })).status).toBe(404)
})
