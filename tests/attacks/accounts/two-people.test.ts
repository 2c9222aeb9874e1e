import { expect, test } from 'vitest'
import { countCash } from '#api/ledger/cash-counts.ts'
import { execute, select } from '#api/db/database.ts'
import type { Order } from '#sync/protocol/shop/order-view.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aMutation, aSale } from '#tests/support/server/factories.ts'
import { refundDesk } from '#tests/support/shop/refund-desk.ts'
import { aCompletedOrder } from '#tests/support/shop/returns.ts'
import { SigningTill } from '#tests/support/till/signing-till.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let jeans: number
let product: number
let ama: Awaited<ReturnType<typeof aUser>>
let kojo: Awaited<ReturnType<typeof aUser>>
let yaw: Awaited<ReturnType<typeof aUser>>
aShopEach('MANAGER', async here => {
  ;({ api } = here)
  const made = await aProduct({ retail_price: 100, pieces: [{ size: 'UK10', quantity: 30 }] })
  product = made.id
  jeans = made.variations[0]!
  ama = await aUser('MANAGER', { name: 'Ama' })
  kojo = await aUser('MANAGER', { name: 'Kojo' })
  yaw = await aUser('MANAGER', { name: 'Yaw' })
  await execute("UPDATE settings SET value = '200' WHERE name = 'two_person_limit'")
})

const desk = ({ token }: { token: string }) => refundDesk(api, token)
const isRefused = { status: 409, code: 'second_person' }
async function sell({ token }: { token: string }, quantity: number): Promise<Order> {
  const { body } = await api.send('POST', '/api/staff/orders', {
    token,
    body: { account_code: 'CASH', items: [{ product_id: product, size_code: 'UK10', quantity }] },
  })
  return (body as unknown as { order: Order }).order
}
const moneyOut = () => select<{ amount: number }>("SELECT amount FROM transactions WHERE type_code = 'REFUND'")

test('refuses the cashier who sold when she approves or pays the refund at the limit', async () => {
  const { refund } = await desk(kojo).ask(await sell(ama, 2), 2)
  expect(await desk(ama).approve(refund.id)).toMatchObject(isRefused)
  const boss = await aUser('ADMINISTRATOR')
  expect((await desk(boss).approve(refund.id)).status).toBe(200)
  expect([
    await desk(ama).pay(refund.id, 'CASH'),
    await desk(ama).complete(refund.id, { account_code: 'CASH' }),
  ]).toMatchObject([isRefused, isRefused])
  expect(await moneyOut()).toEqual([])
  expect((await desk(boss).complete(refund.id, { account_code: 'CASH' })).status).toBe(200)
  expect(await moneyOut()).toEqual([{ amount: -200 }])
})

test('refuses the person who asked when they approve or pay', async () => {
  const { refund } = await desk(ama).ask(await aCompletedOrder({ [jeans]: 3 }), 3)
  expect(await desk(ama).approve(refund.id)).toMatchObject(isRefused)
  expect((await desk(kojo).approve(refund.id)).status).toBe(200)
  expect(await desk(ama).pay(refund.id, 'CASH')).toMatchObject(isRefused)
  expect((await desk(kojo).pay(refund.id, 'CASH')).status).toBe(200)
})

test('refuses the person who confirmed an order’s payment, or placed it, when they approve its refund', async () => {
  const order = await anOrderOf({ [jeans]: 2 })
  const step = (status_code: string) =>
    api.send('PATCH', `/api/staff/orders/${order.id}`, {
      token: ama.token,
      body: { status_code, ...(status_code === 'PROCESSING' && { account_code: 'CASH' }) },
    })
  for (const status of ['PROCESSING', 'READY_TO_SHIP', 'COMPLETED']) expect((await step(status)).status).toBe(200)
  const own = await aCompletedOrder({ [jeans]: 2 }, { owner: { user_id: ama.id, session_id: null } })
  for (const each of [order, own]) {
    const { refund } = await desk(kojo).ask(each, 2)
    expect(await desk(ama).approve(refund.id)).toMatchObject(isRefused)
  }
})

test('refuses the part that reaches the limit when a refund is split', async () => {
  const order = await sell(ama, 3)
  const [first, second] = [(await desk(ama).ask(order)).refund.id, (await desk(ama).ask(order)).refund.id]
  expect((await desk(ama).approve(first)).status).toBe(200)
  expect(await desk(ama).approve(second)).toMatchObject(isRefused)
  expect((await desk(kojo).approve(second)).status).toBe(200)
  expect(await desk(ama).pay(first, 'CASH')).toMatchObject(isRefused)
})

test('lets one person do it all below the limit, and writes down who did', async () => {
  const { refund } = await desk(ama).ask(await sell(ama, 1))
  await desk(ama).approve(refund.id)
  const done = await desk(ama).complete(refund.id, { account_code: 'CASH' })
  expect(
    done.refund.events.filter(({ code }) => ['REQUESTED', 'APPROVED', 'MONEY_DONE'].includes(code)).map(({ by }) => by),
  ).toEqual(['Ama', 'Ama', 'Ama'])
})

test('asks for nobody else when the limit is empty', async () => {
  await execute("UPDATE settings SET value = NULL WHERE name = 'two_person_limit'")
  const { refund } = await desk(ama).ask(await sell(ama, 5), 5)
  expect((await desk(ama).approve(refund.id)).status).toBe(200)
})

test('refuses the person who counted when they book missing cash at the limit, not when they book a surplus', async () => {
  const [counter, boss] = [await aUser('ADMINISTRATOR'), await aUser('ADMINISTRATOR')]
  await sell(ama, 5)
  const book = async (counted: number, { token }: { token: string }) => {
    const { id } = await countCash({ account_code: 'CASH', counted }, counter.id)
    return api.send('POST', `/api/staff/cash-counts/${id}/book`, { token, body: { reason: 'Not found' } })
  }
  expect(await book(300, counter)).toMatchObject({ status: 409, body: { code: 'second_person' } })
  expect((await book(300, boss)).status).toBe(201)
  expect((await book(101, counter)).status).toBe(201)
  expect((await book(900, counter)).status).toBe(201)
})

/** A till that Ama set up, where she is signed in. */
async function tillOfAma(): Promise<SigningTill> {
  const till = new SigningTill(api)
  await till.enrol(ama.token)
  await till.signIn(ama.token)
  return till
}
/** Two pairs for 200 that never left the shop, in the name of Yaw. */
const inventedOn = ({ till }: SigningTill) =>
  aSale({ till_code: till.code, teller_id: yaw.id, lines: [{ product_variation_id: jeans, quantity: 2, price: 100 }] })
/** The order of a sale, as a return needs it. */
async function orderOf(sale_id: string): Promise<{ id: number; items: { id: number }[] }> {
  const items = await select<{ id: number; order_id: number }>(
    'SELECT i.id, i.order_id FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.sale_id = ?',
    [sale_id],
  )
  return { id: items[0]!.order_id, items }
}

const INVENTED: [string, () => Promise<string>][] = [
  [
    'with her own grant',
    async () => {
      const till = await tillOfAma()
      const sale = till.sell(inventedOn(till))
      await till.carry([sale])
      return sale.id
    },
  ],
  [
    'with no grant at all',
    async () => {
      const till = await tillOfAma()
      const sale = till.sell(inventedOn(till), { grant: null })
      await till.carry([sale])
      return sale.id
    },
  ],
  [
    'with no grant, on a till that she set up and never sold on',
    async () => {
      const till = new SigningTill(api)
      await till.enrol(ama.token)
      const sale = till.sell(inventedOn(till))
      await till.carry([sale])
      return sale.id
    },
  ],
  [
    'without a signature, by her session',
    async () => {
      const sale = { ...inventedOn(new SigningTill(api)), till_code: 'T1' }
      await api.send('POST', '/api/sync/push', {
        token: ama.token,
        body: { protocol: 1, device_id: crypto.randomUUID(), mutations: [aMutation(sale)] },
      })
      return sale.id
    },
  ],
  [
    'with a false signature, and books it by hand',
    async () => {
      const [till, carrier] = [await tillOfAma(), new SigningTill(api)]
      await carrier.enrol(kojo.token)
      const sale = till.sell(inventedOn(till))
      await carrier.carry([{ ...sale, occurred_at: new Date(Date.now() - 1000).toISOString() }], till)
      const [waiting] = await select<{ id: number }>("SELECT id FROM exceptions WHERE code = 'SALE_REJECTED'")
      const { status } = await api.send('POST', `/api/staff/exceptions/${waiting!.id}/apply`, {
        token: ama.token,
        body: { note: 'The tablet broke.' },
      })
      expect(status).toBe(200)
      return sale.id
    },
  ],
]

// Before: only the cashier whom the sale names counted.
test.each(INVENTED)('refuses a manager who rang up a sale in the name of a colleague %s', async (_, invent) => {
  const order = await orderOf(await invent())
  const { refund } = await desk(yaw).ask(order, 2)
  expect(await desk(ama).approve(refund.id)).toMatchObject(isRefused)
  expect((await desk(kojo).approve(refund.id)).status).toBe(200)
  expect([
    await desk(ama).pay(refund.id, 'CASH'),
    await desk(ama).complete(refund.id, { account_code: 'CASH' }),
  ]).toMatchObject([isRefused, isRefused])
  expect(await moneyOut()).toEqual([])
})

test('lets a colleague approve who could sell on the same till, when a grant proves who did', async () => {
  const till = await tillOfAma()
  await till.signIn(kojo.token)
  await till.signIn(ama.token)
  const sale = till.sell({ ...inventedOn(till), teller_id: ama.id })
  await till.carry([sale])
  const { refund } = await desk(yaw).ask(await orderOf(sale.id), 2)
  expect((await desk(kojo).approve(refund.id)).status).toBe(200)
})
