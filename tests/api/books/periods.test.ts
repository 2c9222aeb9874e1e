import { AsyncLocalStorage } from 'node:async_hooks'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeMonth } from '#api/ledger/close-month.ts'
import { storeVerdicts } from '#api/sync/verdicts.ts'
import { recordSales, type Booked } from '#api/sales/record-sales.ts'
import { addEntries, raiseBalances, readBooks } from '#api/ledger/ledger.ts'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { monthsOn, type Period } from '#sync/protocol/staff/ledger.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, brokenRules, checkBooks, count, openShop } from '#tests/support/server/shop.ts'

const outside = AsyncLocalStorage.snapshot()
let api: Api
let token: string
let thisMonth: string
let lastMonth: string

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = (await aUser('ADMINISTRATOR')).token
  thisMonth = (await readBooks()).today.slice(0, 7)
  lastMonth = monthsOn(thisMonth, -1)
})
afterEach(checkBooks)
afterAll(() => api.stop())

const storeOf = (id: string, [booked]: Booked[]) =>
  storeVerdicts(
    [{ id, kind: 'sale.record', device_id: null, seq: null, content: '0'.repeat(64) }],
    [{ id, status: 'accepted', ...booked! }],
  )
const openFrom = (period: string) => execute('UPDATE books SET open_period = ?', [period])
const close = async (period: string) =>
  (await api.send('POST', '/api/staff/periods/close', { token, body: { period } })) as unknown as {
    status: number
    body: { message: string; period: Period }
  }
const periods = async () =>
  (await api.send('GET', '/api/staff/periods', { token })).body.periods as unknown as { data: Period[]; total: number }
const enter = (amount: number, business_date: string, account_code = 'CASH') =>
  api.send('POST', '/api/staff/transactions', {
    token,
    body: {
      account_code,
      direction: amount < 0 ? 'Dr' : 'Cr',
      amount: Math.abs(amount),
      description: 'By hand',
      business_date,
    },
  })
const monthOf = ({ accounts }: Period, code = 'CASH') => accounts.find(({ account_code }) => account_code === code)

test('closes a month once it is over, in turn, and keeps the balances', async () => {
  const before = monthsOn(lastMonth, -1)
  await openFrom(before)
  for (const [amount, day] of [
    [100, `${before}-03`],
    [-20.5, `${before}-28`],
    [7.25, `${lastMonth}-10`],
  ] as const)
    expect((await enter(amount, day)).status).toBe(201)
  expect(await close(lastMonth)).toMatchObject({
    status: 409,
    body: { message: `${before} must be closed first. Months are closed in order.` },
  })
  expect(await close(thisMonth)).toMatchObject({ status: 409, body: { message: `${thisMonth} is not over yet.` } })

  const { status, body } = await close(before)
  expect(status).toBe(200)
  expect(monthOf(body.period)).toMatchObject({
    opening_balance: 0,
    credits: 100,
    debits: -20.5,
    closing_balance: 79.5,
    entries: 2,
  })
  expect(monthOf(body.period, 'BANK')).toMatchObject({ opening_balance: 0, closing_balance: 0, entries: 0 })
  expect(await close(before)).toMatchObject({ status: 409, body: { message: `${before} is already closed.` } })
  expect(await close(lastMonth)).toMatchObject({ status: 200 })

  const all = await periods()
  expect(all.data.map(({ period, status_code, closable }) => [period, status_code, closable])).toEqual([
    [thisMonth, 'OPEN', false],
    [lastMonth, 'CLOSED', false],
    [before, 'CLOSED', false],
  ])
  expect(monthOf(all.data[1]!)).toMatchObject({ opening_balance: 79.5, closing_balance: 86.75 })
  expect(monthOf(all.data[0]!)).toMatchObject({ opening_balance: 86.75, closing_balance: 86.75, entries: 0 })
  const accounts = (await api.send('GET', '/api/staff/accounts', { token })).body.accounts as unknown as {
    data: { period: string }[]
  }
  expect(accounts.data.every(({ period }) => period === thisMonth)).toBe(true)
  expect(
    await select("SELECT action, subject, became LIKE ? AS told FROM staff_changes WHERE subject = 'period'", [
      `%${lastMonth}%`,
    ]),
  ).toContainEqual({ action: 'close', subject: 'period', told: 1 })
})

test('books what comes late for a closed month in the open one, under its own day', async () => {
  await openFrom(lastMonth)
  // What a restore has lost may come late.
  await execute('UPDATE shop_generation SET restored_at = NOW(3)')
  const jeans = await aVariation(9)
  const late = aSale({
    occurred_at: `${lastMonth}-20T10:00:00.000Z`,
    lines: [{ product_variation_id: jeans, quantity: 1, price: 50 }],
  })
  const early = aSale({
    occurred_at: `${lastMonth}-21T10:00:00.000Z`,
    lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }],
  })
  await api.send('POST', '/api/sync/push', { token, body: aPush(early) })
  await close(lastMonth)
  const { body } = await api.send('POST', '/api/sync/push', { token, body: aPush(late) })
  expect(body.verdicts).toMatchObject([{ status: 'accepted' }])
  await enter(-3, `${lastMonth}-28`)
  expect(
    await select("SELECT amount, DATE_FORMAT(business_date, '%Y-%m-%d') AS day, period FROM transactions ORDER BY id"),
  ).toEqual([
    { amount: 10, day: `${lastMonth}-21`, period: lastMonth },
    { amount: 50, day: `${lastMonth}-20`, period: thisMonth },
    { amount: -3, day: `${lastMonth}-28`, period: thisMonth },
  ])
  expect((await enter(1, '2199-01-01')).status).toBe(422)
  await execute('UPDATE shop_generation SET restored_at = NULL')
})

const PUSHES = 40
const SALES = 5

/** Two hundred sales of last month in forty pushes, while the month is closed in their middle. */
async function raceAgainst(closing: () => Promise<unknown>): Promise<void> {
  await openFrom(lastMonth)
  const jeans = await aVariation(1_000)
  const pushes = Array.from({ length: PUSHES }, () =>
    aPush(
      ...Array.from({ length: SALES }, () =>
        aSale({
          occurred_at: `${lastMonth}-20T10:00:00.000Z`,
          lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }],
        }),
      ),
    ),
  )
  let closed: Promise<unknown> = Promise.resolve()
  await Promise.all(
    pushes.map(async (body, n) => {
      if (n === PUSHES / 4) closed = closing()
      expect(await api.send('POST', '/api/sync/push', { token, body })).toMatchObject({ status: 200 })
    }),
  )
  await closed
}

test('holds the books open for a sale from the moment it looks up their month', async () => {
  const sale = aSale({ lines: [{ product_variation_id: await aVariation(5), quantity: 1, price: 10 }] })
  const closing = () => outside(() => select('SELECT id FROM books WHERE id = 1 FOR UPDATE NOWAIT'))
  await inTransaction(async () => {
    await recordSales([{ sale, device_id: null, seq_reused: false, received_at: Date.now(), skew_ms: null }], booked =>
      expect(closing())
        .rejects.toThrow(/lock/i)
        .then(() => storeOf(sale.id, booked)),
    )
  })
  await expect(closing()).resolves.toHaveLength(1)
})

test('loses none of two hundred sales while closing, and puts none in the next month', async () => {
  await raceAgainst(() => closeMonth(lastMonth, 7))
  expect(await count('transactions')).toBe(PUSHES * SALES)
  const kept = await selectOne<{ entries: number; closing_balance: number }>(
    "SELECT entries, closing_balance FROM closed_periods WHERE account_code = 'CASH'",
  )
  expect(await count('transactions', 'period = ?', [lastMonth])).toBe(kept!.entries)
  expect(kept!.closing_balance).toBe(kept!.entries * 10)
  expect(await count('transactions', 'period = ?', [thisMonth])).toBe(PUSHES * SALES - kept!.entries)
})

test('closes a month for one of twenty who close it', async () => {
  await openFrom(lastMonth)
  const answers = await Promise.all(Array.from({ length: 20 }, () => close(lastMonth)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
})

test('control: books into a closed month when a booking only reads the period', async () => {
  await openFrom(lastMonth)
  const entry = {
    account_code: 'CASH',
    type_code: 'MANUAL',
    order_id: null,
    user_id: 7,
    amount: 5,
    description: 'Late',
    business_date: `${lastMonth}-20`,
  } as const
  await inTransaction(async () => {
    await addEntries([entry], readBooks)
    await outside(() => closeMonth(lastMonth, 7)) // somebody else, in a transaction of their own
    await raiseBalances([entry])
  })
  expect(await brokenRules()).toEqual(['a closed month that is not the sum of its entries'])
  await execute('DELETE FROM closed_periods')
  await execute('DELETE FROM transactions')
  await execute('UPDATE accounts SET balance = 0')
})

test('keeps every balance the sum of its entries through any run of entries and closings', async () => {
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        code: fc.constantFrom('CASH', 'BANK', 'MTN_MOBILE_MONEY'),
        pesewas: fc.integer({ min: -500_000, max: 500_000 }).filter(n => n !== 0),
        ago: fc.integer({ min: 0, max: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.constant('close' as const) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
      await openShop()
      let open = monthsOn(thisMonth, -3)
      await openFrom(open)
      const booked: { code: string; amount: number; period: string }[] = []
      for (const each of steps) {
        if (each === 'close') {
          if (open >= thisMonth) continue
          await closeMonth(open, 7)
          open = monthsOn(open, 1)
          continue
        }
        const month = monthsOn(thisMonth, -each.ago)
        const entry = {
          account_code: each.code,
          type_code: 'MANUAL',
          order_id: null,
          user_id: 7,
          amount: each.pesewas / 100,
          description: '',
          business_date: `${month}-01`,
        } as const
        await inTransaction(async () => {
          await addEntries([entry])
          await raiseBalances([entry])
        })
        booked.push({ code: each.code, amount: entry.amount, period: month > open ? month : open })
      }
      await checkBooks()
      for (const { code, balance } of await select<{ code: string; balance: number }>(
        'SELECT code, balance FROM accounts',
      )) {
        expect(balance).toBe(sumCedis(booked.filter(entry => entry.code === code).map(({ amount }) => amount)))
      }
      for (const { period, account_code, closing_balance } of await select<{
        period: string
        account_code: string
        closing_balance: number
      }>('SELECT period, account_code, closing_balance FROM closed_periods')) {
        expect(closing_balance).toBe(
          sumCedis(
            booked.filter(entry => entry.code === account_code && entry.period <= period).map(({ amount }) => amount),
          ),
        )
      }
    }),
    { numRuns: 40 },
  )
})
