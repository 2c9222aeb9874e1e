import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type * as uses from '#api/coupons/coupon-uses.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import type { Owner } from '#api/http/owner.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { placeOrder } from '#api/orders/place-order.ts'
import { recordSales } from '#api/sales/record-sales.ts'
import { cancelOrder, payOrder, retakeOrder } from '#api/orders/settle-order.ts'
import { stepOrder } from '#api/orders/step-order.ts'
import type * as stock from '#api/stock/stock.ts'
import { lockVariations, moveStock } from '#api/stock/stock.ts'
import { storeVerdicts } from '#api/sync/verdicts.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { patience } from '#tests/support/patience.ts'
import { aUser } from '#tests/support/server/api.ts'
import { checkThenReserve, readThenUse } from '#tests/support/hostile/careless-orders.ts'
import { aSale } from '#tests/support/server/factories.ts'
import { aGuest } from '#tests/support/shop/shoppers.ts'
import { aVariation, brokenRules, count, openShop } from '#tests/support/server/shop.ts'
import { aSubmission } from '#tests/support/server/submission.ts'
import { aGuestOwner, anOrderOf, fillCart, orderCart, stockOf, usesOf } from '#tests/support/shop/website-orders.ts'
import { isFull } from '#tests/support/runs/sizes.ts'
import { enterAs } from '#tests/support/people/enter-as.ts'

const guard = vi.hoisted(() => ({ stands: true }))
vi.mock('#api/stock/stock.ts', async importOriginal => {
  const real = await importOriginal<typeof stock>()
  return {
    ...real,
    reserveStock: (...asked: Parameters<typeof real.reserveStock>) =>
      guard.stands ? real.reserveStock(...asked) : checkThenReserve(...asked),
  }
})
vi.mock('#api/coupons/coupon-uses.ts', async importOriginal => {
  const real = await importOriginal<typeof uses>()
  return {
    ...real,
    takeUse: (...asked: Parameters<typeof real.takeUse>) =>
      guard.stands ? real.takeUse(...asked) : readThenUse(...asked),
  }
})

beforeEach(async () => {
  guard.stands = true
  await openShop()
})

const [BUYERS, PIECES] = isFull ? [500, 100] : [100, 20]
const many = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const guests = (n: number): Promise<Owner[]> => Promise.all(many(n, aGuestOwner))
/** Fills carts past the shop's own look at what is left, as carts are that were filled before others ordered. */
const hold = (owner: Owner, goods: Record<number, number>) =>
  Promise.all(
    Object.entries(goods).map(([product_variation_id, quantity]) =>
      insertRow('cart_items', { ...owner, product_variation_id, quantity, price: 10 }),
    ),
  )
const cancel = (id: number) =>
  inTransaction(async () => cancelOrder(await lockOrder(id), { by: 'EXPIRY', reason: null, user_id: null }))
const pay = (id: number) =>
  inTransaction(async () => payOrder(await lockOrder(id), { account_code: 'BANK', user_id: null }))

/** Lets all of them order at once, each with a phone of their own. Who lost, lost for a reason that is told. */
async function everybodyOrders(
  owners: readonly Owner[],
  submission = aSubmission(),
): Promise<{ placed: OwnOrder[]; refusals: AppError[] }> {
  const results = await Promise.allSettled(
    owners.map((owner, i) => orderCart(owner, { ...submission, phone: `+23324412${3000 + i}` })),
  )
  return {
    placed: results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : [])),
    refusals: results.flatMap(result => (result.status === 'rejected' ? [result.reason as AppError] : [])),
  }
}

async function sellAtTill(product_variation_id: number): Promise<void> {
  const sale = aSale({ lines: [{ product_variation_id, quantity: 1, price: 10 }] })
  await inTransaction(() =>
    recordSales([{ sale, device_id: null, seq_reused: false, received_at: Date.now(), skew_ms: null }], booked =>
      storeVerdicts(
        [{ id: sale.id, kind: 'sale.record', device_id: null, seq: null, content: '0'.repeat(64) }],
        [{ id: sale.id, status: 'accepted', ...booked[0]! }],
      ),
    ),
  )
}

const receive = (product_variation_id: number, quantity: number) =>
  inTransaction(async () => {
    await lockVariations([product_variation_id])
    await moveStock([{ product_variation_id, order_id: null, reason: 'RECEIPT', quantity, user_id: 7 }])
  })

describe('the last piece', () => {
  test(
    'goes to one of fifty shoppers or the till, 20 times: the till sells it whatever was promised, and says so',
    { timeout: patience(720_000) },
    async () => {
      const owners = await guests(50)
      for (let round = 0; round < 20; round++) {
        const jeans = await aVariation(1)
        await Promise.all(owners.map(owner => hold(owner, { [jeans]: 1 })))
        const [{ placed, refusals }] = await Promise.all([
          everybodyOrders(owners),
          sleep(Math.random() * 60).then(() => sellAtTill(jeans)), // in the middle of the others
        ])
        const oversold = await count('exceptions', "code = 'OVERSOLD' AND product_variation_id = ?", [jeans])
        expect([placed.length + refusals.length, oversold]).toEqual([50, placed.length])
        expect(placed.length).toBeLessThanOrEqual(1)
        for (const { status, body } of refusals)
          expect([status, body.errors]).toEqual([
            422,
            { [`variation_${jeans}`]: [expect.stringMatching(/^Jeans \d+, UK 10: sold out, 0 left\.$/)] },
          ])
        for (const { id } of placed) await cancel(id)
        expect(await stockOf(jeans)).toEqual({ on_hand: 0, reserved: 0 })
        await execute('DELETE FROM cart_items')
      }
    },
  )

  test(`of three products with ${PIECES} each goes to one buyer when ${BUYERS} shoppers order mixed carts: exactly the stock`, async () => {
    const goods = [await aVariation(PIECES), await aVariation(PIECES), await aVariation(PIECES)]
    const owners = await guests(BUYERS)
    await Promise.all(
      owners.map((owner, i) =>
        hold(
          owner,
          Object.fromEntries(
            goods
              .filter((_, kind) => kind !== i % 4)
              .sort(() => Math.random() - 0.5)
              .map(id => [id, 1]),
          ),
        ),
      ),
    )
    const { placed, refusals } = await everybodyOrders(owners)
    for (const { status, body } of refusals) {
      const [[field, words]] = Object.entries(body.errors!) as [[string, string[]]]
      expect([status, goods.includes(Number(field.replace('variation_', ''))), words[0]]).toEqual([
        422,
        true,
        expect.stringMatching(/(?:left|sold out)\.$/),
      ])
    }
    for (const id of goods) {
      const { on_hand, reserved } = await stockOf(id)
      expect([on_hand, reserved]).toEqual([
        PIECES,
        placed.flatMap(order => order.items).filter(item => item.product_variation_id === id).length,
      ])
    }
    expect((await select('SELECT id FROM product_variations WHERE on_hand = reserved')).length).toBeGreaterThan(0)
    await Promise.all(placed.map(({ id }, i) => (i % 2 ? pay(id) : cancel(id))))
    expect(
      await select(
        'SELECT SUM(reserved) AS held, SUM(:pieces - on_hand) AS sold FROM (SELECT SUM(reserved) AS reserved, SUM(on_hand) AS on_hand FROM product_variations) v',
        { pieces: 3 * PIECES },
      ),
    ).toEqual([{ held: 0, sold: placed.filter((_, i) => i % 2).reduce((sum, { items }) => sum + items.length, 0) }])
  })

  test('control: is promised more than once by a shop that looks first and takes later', async () => {
    guard.stands = false
    const owners = await guests(50)
    let most = 0
    for (let round = 0; round < 20 && most < 2; round++) {
      const jeans = await aVariation(1)
      await Promise.all(owners.map(owner => hold(owner, { [jeans]: 1 })))
      most = (await everybodyOrders(owners)).placed.length
      await execute('DELETE FROM cart_items')
      await execute("UPDATE orders SET session_id = NULL WHERE status_code = 'UNPAID'")
    }
    expect(most).toBeGreaterThan(1)
    await openShop()
  })
})

describe('a coupon with five uses', () => {
  const aCoupon = () =>
    insertRow('coupons', { code: 'FIVE', name: 'Five', type: 'percentage', value: 10, max_usage: 5 })

  test(
    'is used by five of fifty, 20 times; the rest read that it is used up, and a released use can be taken',
    { timeout: patience(720_000) },
    async () => {
      const [coupon, jeans, owners] = [await aCoupon(), await aVariation(100), await guests(50)]
      await Promise.all(owners.map(owner => hold(owner, { [jeans]: 1 })))
      for (let round = 0; round < 20; round++) {
        const { placed, refusals } = await everybodyOrders(owners, aSubmission({ coupon_code: 'FIVE' }))
        expect([
          placed.length,
          await usesOf(coupon),
          await count('coupon_redemptions'),
          (await stockOf(jeans)).reserved,
        ]).toEqual([5, 5, 5, 5])
        for (const { status, body } of refusals)
          expect([status, body.errors]).toEqual([422, { coupon_code: ['This code has been used up.'] }])
        await Promise.all(placed.map(({ id }) => cancel(id)))
        expect([await usesOf(coupon), await count('coupon_redemptions')]).toEqual([0, 0])
      }
    },
  )

  test('control: is used more often when the count is read and then written', async () => {
    guard.stands = false
    const [jeans, owners] = [await aVariation(100), await guests(50)]
    await aCoupon()
    await Promise.all(owners.map(owner => hold(owner, { [jeans]: 1 })))
    const { placed } = await everybodyOrders(owners, aSubmission({ coupon_code: 'FIVE' }))
    expect(placed.length).toBeGreaterThan(5)
    expect(await brokenRules()).toContain('a coupon whose uses are not those of orders')
    await openShop()
  })
})

describe(`a coupon for fifty that ${BUYERS} order with at once`, () => {
  const aCoupon = () => insertRow('coupons', { code: 'FIFTY', name: 'Fifty', type: 'amount', value: 5, max_usage: 50 })
  const withCode = aSubmission({ coupon_code: 'FIFTY' })
  /** So many shoppers with a cart each. */
  const shoppers = async () => {
    const [jeans, owners] = [await aVariation(1000), await guests(BUYERS)]
    await Promise.all(owners.map(owner => hold(owner, { [jeans]: 1 })))
    return owners
  }

  test('is used fifty times in the end when every third gives up: released uses are taken by those who try again', async () => {
    const coupon = await aCoupon()
    let without = await shoppers()
    const givesUp = new Set(without.filter((_, i) => i % 3 === 0))
    const refusals: AppError[] = []
    for (let kept = 0; kept < 50;) {
      const orders = await Promise.all(
        without.map(async owner => {
          const order = await placeOrder(owner, withCode).catch((error: AppError) => {
            refusals.push(error)
            return null
          })
          if (order && givesUp.has(owner)) await cancel(order.id)
          return order
        }),
      )
      kept += orders.filter((order, i) => order && !givesUp.has(without[i]!)).length
      expect([await usesOf(coupon), await count('coupon_redemptions')]).toEqual([kept, kept])
      without = without.filter((_, i) => !orders[i])
    }
    const late = await everybodyOrders(without, withCode)
    for (const { status, body } of [...refusals, ...late.refusals])
      expect([status, body.errors]).toEqual([422, { coupon_code: ['This code has been used up.'] }])
    expect([late.placed, await usesOf(coupon), await count('coupon_redemptions'), await brokenRules()]).toEqual([
      [],
      50,
      50,
      [],
    ])
  })

  test('is used by the quick ones, and by nobody after staff made it inactive', async () => {
    const coupon = await aCoupon()
    const owners = await shoppers()
    const first = everybodyOrders(owners.slice(0, 50), withCode)
    await expect.poll(() => count('coupon_redemptions')).toBeGreaterThan(0)
    const [{ placed, refusals }, late] = await Promise.all([
      first,
      inTransaction(() => execute("UPDATE coupons SET status_code = 'INACTIVE'")).then(() =>
        everybodyOrders(owners.slice(50, 100), withCode),
      ),
    ])
    expect(late.placed).toEqual([])
    for (const { status, body } of [...refusals, ...late.refusals])
      expect([status, body.errors]).toEqual([422, { coupon_code: ['This code is not valid.'] }])
    expect([await usesOf(coupon), await count('coupon_redemptions'), await brokenRules()]).toEqual([
      placed.length,
      placed.length,
      [],
    ])
  })
})

test('gives shoppers who change orders crosswise, in goods and coupons, what they asked for last, 10 times', async () => {
  const goods = [await aVariation(1000), await aVariation(1000)]
  for (const code of ['ONE', 'TWO'])
    await insertRow('coupons', { code, name: code, type: 'percentage', value: 10, max_usage: 1000 })
  const owners = await guests(20)
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      owners.map(async (owner, i) => {
        const turn = (i + round) % 2
        await execute('DELETE FROM cart_items WHERE session_id = ?', [owner.session_id])
        await hold(owner, { [goods[turn]!]: 1 + (i % 3) })
        expect(await orderCart(owner, aSubmission({ coupon_code: turn ? 'ONE' : 'TWO' }))).toMatchObject({
          coupon_code: turn ? 'ONE' : 'TWO',
          items: [{ product_variation_id: goods[turn], quantity: 1 + (i % 3) }],
        })
      }),
    )
    expect(await brokenRules()).toEqual([])
  }
  expect([await count('orders'), await count('coupon_redemptions')]).toEqual([20, 20])
})

test('makes one order for a shopper who orders twenty times at once', async () => {
  const [jeans, owner] = [await aVariation(3), await aGuestOwner()]
  await fillCart(owner, { [jeans]: 2 })
  const { placed } = await everybodyOrders(many(20, () => owner))
  expect([
    placed.length,
    new Set(placed.map(({ id }) => id)).size,
    await count('orders'),
    await stockOf(jeans),
  ]).toEqual([20, 1, 1, { on_hand: 3, reserved: 2 }])
})

test('gives the order to the customer or refuses it when ordering while signing in, 20 times', async () => {
  const jeans = await aVariation(100)
  const outcomes = new Set<string>()
  // Who is quicker is up to the machine; on one that favours somebody it takes more rounds until both have been.
  for (let round = 0; round < 20 || (outcomes.size < 2 && round < 200); round++) {
    const [guest, customer] = [await aGuest(), await aUser('CUSTOMER')]
    const owner: Owner = { user_id: null, session_id: guest.session_id }
    await fillCart(owner, { [jeans]: 1 })
    const [placed] = await Promise.allSettled([
      sleep(Math.random() * 12).then(() => placeOrder(owner, aSubmission())), // either may be first
      sleep(Math.random() * 12).then(() => enterAs(customer.id, guest.session_id, null)), // either may be first
    ])
    expect(placed.status === 'rejected' ? (placed.reason as AppError).status : 401).toBe(401)
    outcomes.add(placed.status)
    expect(await count('orders', 'user_id = ?', [customer.id])).toBe(placed.status === 'fulfilled' ? 1 : 0)
    expect(await selectOne('SELECT quantity FROM cart_items WHERE user_id = ?', [customer.id])).toEqual({ quantity: 1 })
  }
  expect(await count('orders', 'session_id IS NOT NULL')).toBe(0)
  expect(outcomes.size).toBe(2)
})

test('takes only what was ordered out of the cart when adding while paying, 20 times', async () => {
  const jeans = await aVariation(1000)
  for (let round = 0; round < 20; round++) {
    const owner = await aGuestOwner()
    const { id } = await anOrderOf({ [jeans]: 2 }, { owner })
    await Promise.all([
      pay(id),
      ...many(4, () => sleep(Math.random() * 20).then(() => fillCart(owner, { [jeans]: 1 }))), // in any order
    ])
    expect([
      round,
      (
        await selectOne<{ quantity: number }>('SELECT quantity FROM cart_items WHERE session_id = ?', [
          owner.session_id,
        ])
      )?.quantity,
    ]).toEqual([round, 4])
  }
})

const SEED = Date.now() % 2 ** 31

test(
  `keeps the books right whatever shoppers, staff, tills, payments and clocks do at once, 10 rounds (seed ${SEED})`,
  { timeout: patience(720_000) },
  async () => {
    const random = numbers(SEED)
    const upTo = (n: number) => Math.floor(random() * n)
    const goods = [await aVariation(30), await aVariation(12), await aVariation(6)]
    await insertRow('coupons', { code: 'FEW', name: 'Few', type: 'percentage', value: 25, max_usage: 7 })
    const owners = await guests(12)
    for (const [i, owner] of owners.entries()) await fillCart(owner, { [goods[i % 3]!]: 1 })
    const anId = async () =>
      (await selectOne<{ id: number }>("SELECT id FROM orders WHERE type_code = 'WEBSITE' ORDER BY RAND() LIMIT 1"))
        ?.id ?? 0
    const actions = [
      () => placeOrder(owners[upTo(12)]!, aSubmission(random() < 0.5 ? { coupon_code: 'FEW' } : {})),
      () => fillCart(owners[upTo(12)]!, { [goods[upTo(3)]!]: 1 + upTo(2) }),
      async () => pay(await anId()),
      async () => cancel(await anId()),
      () => sellAtTill(goods[upTo(3)]!),
      () => receive(goods[upTo(3)]!, 4),
      async () =>
        stepOrder(
          await anId(),
          { status_code: (['PROCESSING', 'READY_TO_SHIP', 'COMPLETED', 'CANCELLED'] as const)[upTo(4)]!, user_id: 7 },
          async () => 'unpaid',
        ),
      async () => {
        const id = await anId()
        return inTransaction(
          async () =>
            (await retakeOrder(await lockOrder(id))) &&
            payOrder(await lockOrder(id), { account_code: 'BANK', user_id: null }),
        )
      },
    ]
    for (let round = 0; round < 10; round++) {
      const results = await Promise.allSettled(many(40, () => actions[upTo(actions.length)]!()))
      const faults = results.flatMap(result =>
        result.status === 'rejected' && !(result.reason instanceof AppError) ? [String(result.reason)] : [],
      )
      expect([round, faults, await brokenRules()]).toEqual([round, [], []])
    }
    expect(await count('orders', "type_code = 'WEBSITE'")).toBeGreaterThan(5)
  },
)

/** Random numbers below 1 that follow from a seed. */
const numbers = (seed: number) => {
  let last = seed
  return () => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0
    return last / 2 ** 32
  }
}
