import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { db, execute, select } from '#api/db/database.ts'
import type { PushReply, PushRequest } from '#sync/protocol/mutation.ts'
import { type Api, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aMutation, aPush, aSale } from '#tests/support/server/factories.ts'
import { countingDeadlocks } from '#tests/support/database/queries.ts'
import { aVariation, checkBooks, count, onHand, openShop } from '#tests/support/server/shop.ts'

let api: Api
let token: string
const push = async (request: PushRequest | string) => {
  const { status, body } = await api.send('POST', '/api/sync/push', { token, body: request })
  return { status, verdicts: (body as unknown as PushReply).verdicts }
}
const line = (product_variation_id: number, quantity = 1) => ({ product_variation_id, quantity, price: 10 })

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = await tokenOf(7)
})
afterEach(checkBooks)
afterAll(() => api.stop())

test('makes an order, items, a movement, a ledger entry and a verdict of a sale', async () => {
  const jeans = await aVariation(5)
  const sale = aSale({ lines: [line(jeans, 2)], discount: 0.02, tendered: 50, customer_name: 'Esi' })
  const { status, verdicts } = await push(aPush(sale))
  expect(status).toBe(200)
  expect(verdicts).toEqual([
    { id: sale.id, status: 'accepted', order_id: expect.any(Number), number: sale.number, exceptions: [] },
  ])
  expect(await onHand(jeans)).toBe(3)
  expect(await select('SELECT total, tendered, customer_name, status_code FROM orders')).toEqual([
    { total: 19.98, tendered: 50, customer_name: 'Esi', status_code: 'COMPLETED' },
  ])
  expect(await select("SELECT balance FROM accounts WHERE code = 'CASH'")).toEqual([{ balance: 19.98 }])
})

test('answers a repeated push with the first verdict and does nothing', async () => {
  const request = aPush(aSale({ lines: [line(await aVariation(0))] }))
  const first = await push(request)
  expect(first.verdicts).toMatchObject([{ exceptions: ['OVERSOLD'] }])
  await execute('UPDATE product_variations SET on_hand = on_hand + 9')
  await execute('UPDATE stock_movements SET quantity = quantity + 9')
  await execute('UPDATE order_items SET quantity = 1')
  expect((await push(request)).verdicts).toEqual(first.verdicts)
  expect(await count('orders')).toBe(1)
  await execute('UPDATE product_variations SET on_hand = on_hand - 9')
  await execute('UPDATE stock_movements SET quantity = quantity - 9')
})

test('books twenty copies of a push at once only once, with the same verdicts', async () => {
  const [a, b] = [await aVariation(), await aVariation()]
  const request = aPush(
    ...Array.from({ length: 5 }, (_, i) => aSale({ lines: i % 2 ? [line(a), line(b)] : [line(b), line(a)] })),
  )
  const replies = await Promise.all(Array.from({ length: 20 }, () => push(request)))
  expect(new Set(replies.map(({ verdicts }) => JSON.stringify(verdicts)))).toHaveProperty('size', 1)
  expect(replies[0]!.verdicts.map(({ status }) => status)).toEqual(Array(5).fill('accepted'))
  expect(await count('orders')).toBe(5)
  expect(await onHand(a)).toBe(95)
})

test('books a sale named twice in one request once', async () => {
  const sale = aSale({ lines: [line(await aVariation())] })
  const { verdicts } = await push(aPush(sale, sale))
  expect(verdicts[1]).toEqual(verdicts[0])
  expect(await count('orders')).toBe(1)
})

const changes: [string, (request: PushRequest) => void][] = [
  [
    'number',
    ({ mutations: [m] }) => {
      m!.payload.number = 'T1-999999'
    },
  ],
  [
    'till',
    ({ mutations: [m] }) => {
      m!.payload.till_code = 'T9'
    },
  ],
  [
    'teller',
    ({ mutations: [m] }) => {
      m!.payload.teller_id = 8
    },
  ],
  [
    'time',
    ({ mutations: [m] }) => {
      m!.payload.occurred_at = '2026-01-09T14:03:22.121Z'
    },
  ],
  [
    'account',
    ({ mutations: [m] }) => {
      m!.payload.account_code = 'BANK'
    },
  ],
  [
    'cash tendered',
    ({ mutations: [m] }) => {
      m!.payload.tendered = 21
    },
  ],
  [
    'reference',
    ({ mutations: [m] }) => {
      m!.payload.reference = 'MOMO-1'
    },
  ],
  [
    'quantity',
    ({ mutations: [m] }) => {
      m!.payload.lines[0]!.quantity = 3
      m!.payload.total = 30
    },
  ],
  [
    'price',
    ({ mutations: [m] }) => {
      m!.payload.lines[0]!.price = 9.99
      m!.payload.total = 19.98
    },
  ],
  [
    'discount',
    ({ mutations: [m] }) => {
      m!.payload.discount = 0.01
      m!.payload.total = 19.99
    },
  ],
  [
    'further line',
    ({ mutations: [m] }) => {
      m!.payload.lines.push({ ...m!.payload.lines[0]!, quantity: 1 })
      m!.payload.total = 30
    },
  ],
  [
    'broken rule',
    ({ mutations: [m] }) => {
      m!.payload.lines[0]!.quantity = 0
    },
  ],
]
test.each(changes)(
  'keeps the first verdict and one conflict when the same id comes with another %s',
  async (_, change) => {
    const request = aPush(aSale({ lines: [line(await aVariation(), 2)], occurred_at: '2026-01-09T14:03:22.120Z' }))
    const { verdicts: first } = await push(request)
    const changed = structuredClone(request)
    change(changed)
    for (let i = 0; i < 2; i++)
      expect((await push(changed)).verdicts).toMatchObject([
        { id: request.mutations[0]!.id, status: 'rejected', error: { code: 'conflict' } },
      ])
    expect((await push(request)).verdicts).toEqual(first)
    expect([await count('orders'), await count('sync_quarantine')]).toEqual([1, 1])
  },
)

test('takes another spelling of the same facts for the same sale', async () => {
  const request = aPush(
    aSale({ lines: [{ ...line(await aVariation()), price: 74.9 }], occurred_at: '2026-01-09T14:03:22.120Z' }),
  )
  const first = await push(request)
  const [mutation] = request.mutations
  const payload = {
    ...Object.fromEntries(Object.entries(mutation!.payload).reverse()),
    tendered: null,
    customer_name: 'Somebody',
    occurred_at: '2026-01-09T15:03:22.12+01:00',
  }
  const text = JSON.stringify({ ...request, mutations: [{ ...mutation, seq: 99, payload }] }, null, 2).replaceAll(
    '74.9',
    '74.90',
  )
  expect((await push(text)).verdicts).toEqual(first.verdicts)
})

test('rejects and keeps a poison mutation among nineteen good ones, and books the others', async () => {
  const jeans = await aVariation()
  const sales = Array.from({ length: 20 }, (_, i) => aSale({ lines: [line(i === 10 ? 999_999 : jeans)] }))
  const { verdicts } = await push(aPush(...sales))
  expect(verdicts.map(({ id }) => id)).toEqual(sales.map(({ id }) => id))
  expect(verdicts[10]).toMatchObject({ status: 'rejected', error: { code: 'unknown_variation' } })
  expect(verdicts.filter(({ status }) => status === 'accepted')).toHaveLength(19)
  expect(await onHand(jeans)).toBe(81)
  expect(await select('SELECT mutation_id FROM sync_quarantine')).toEqual([{ mutation_id: sales[10]!.id }])
  expect((await push(aPush(sales[10]!))).verdicts[0]).toEqual(verdicts[10])
})

test('leaves nothing half done after a fault of the server, and the till may send again', async () => {
  const jeans = await aVariation()
  const request = aPush(aSale({ lines: [line(jeans)] }), aSale({ lines: [line(jeans)] }))
  const [good, bad] = request.mutations.map(({ id }) => id)
  await db.query(
    `CREATE TRIGGER fault BEFORE INSERT ON sync_verdicts FOR EACH ROW IF NEW.mutation_id = '${bad}' THEN SIGNAL SQLSTATE '45000'; END IF`,
  )
  expect((await push(request)).status).toBe(500)
  expect(await select('SELECT sale_id FROM orders')).toEqual([{ sale_id: good }])
  expect(await onHand(jeans)).toBe(99)
  await db.query('DROP TRIGGER fault')
  expect((await push(request)).verdicts).toMatchObject([
    { id: good, status: 'accepted' },
    { id: bad, status: 'accepted' },
  ])
  expect(await onHand(jeans)).toBe(98)
})

test('makes one order with one answer of each of fifty ids pushed by twenty callers at once, when first holders roll back', async () => {
  const jeans = await aVariation(1000)
  await db.query(
    "CREATE TRIGGER fault BEFORE INSERT ON sync_verdicts FOR EACH ROW IF RAND() < 0.15 THEN SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213; END IF",
  )
  const answers = new Map<string, Set<string>>()
  for (let i = 0; i < 50; i++) {
    const request = aPush(aSale({ lines: [line(jeans)] }))
    const replies = await Promise.all(Array.from({ length: 20 }, () => push(request)))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    answers.set(request.mutations[0]!.id, new Set(replies.map(({ verdicts }) => JSON.stringify(verdicts))))
  }
  await db.query('DROP TRIGGER fault')
  expect([...answers.values()].filter(({ size }) => size !== 1)).toEqual([])
  expect(await count('orders')).toBe(50)
  expect(await onHand(jeans)).toBe(950)
})

test('queues sales of the same goods in opposite order instead of deadlocking', async () => {
  const [a, b] = [await aVariation(), await aVariation()]
  const shelf: number[] = []
  for (let i = 0; i < 40; i++) shelf.push(await aVariation())
  const some = (i: number) =>
    shelf
      .filter((_, j) => (i * 7 + j * 3) % 4 > 0)
      .reverse()
      .map(id => line(id))
  expect(
    await countingDeadlocks(async () => {
      await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          push(aPush(aSale({ lines: i % 2 ? [line(a), line(b)] : [line(b), line(a)] }))),
        ),
      )
      expect([await onHand(a), await onHand(b)]).toEqual([40, 40])
      await Promise.all(Array.from({ length: 40 }, (_, i) => push(aPush(aSale({ lines: some(i) })))))
    }),
  ).toBe(0)
})

test('does not book an order again whose verdict is missing, since its content cannot be compared', async () => {
  const sale = aSale({ lines: [line(await aVariation())] })
  await push(aPush(sale))
  const [kept] = await select<{ verdict: string; content: string }>('SELECT * FROM sync_verdicts')
  await execute('DELETE FROM sync_verdicts')
  expect((await push(aPush(sale))).verdicts).toMatchObject([{ status: 'rejected', error: { code: 'conflict' } }])
  expect(await count('orders')).toBe(1)
  await execute('INSERT INTO sync_verdicts (mutation_id, content, content_version, verdict) VALUES (?, ?, 1, ?)', [
    sale.id,
    kept!.content,
    kept!.verdict,
  ])
  await push({ ...aPush(), mutations: [aMutation(sale)] })
})
