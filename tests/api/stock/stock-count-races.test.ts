import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import type * as CountStock from '#api/stock/count-stock.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { setStock } from '#tests/support/hostile/careless-stock.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, checkBooks, onHand, openShop } from '#tests/support/server/shop.ts'
import { aGuestOwner, aPaidOrderOf } from '#tests/support/shop/website-orders.ts'

/** While it stands, the server is the real one. */
const guard = vi.hoisted(() => ({ stands: true }))
vi.mock('#api/stock/count-stock.ts', async original => {
  const real = await original<typeof CountStock>()
  return {
    ...real,
    countStock: (...args: Parameters<typeof real.countStock>) =>
      guard.stands ? real.countStock(...args) : setStock(...args),
  }
})

let api: Api
let token: string
let jeans: number
let product: number
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  guard.stands = true
  await openShop()
  token = (await aUser('MANAGER')).token
  jeans = await aVariation(1000)
  product = (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [
    jeans,
  ]))!.product_id
})
afterEach(checkBooks)
afterAll(() => api.stop())

const save = (body: object) => api.send('PATCH', `/api/staff/products/${product}/variations`, { token, body })
const push = (pieces: number) =>
  api.send('POST', '/api/sync/push', {
    token,
    body: aPush(
      ...Array.from({ length: pieces }, () =>
        aSale({ lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }] }),
      ),
    ),
  })

const latestMovement = async () =>
  (await selectOne<{ id: number }>('SELECT MAX(id) AS id FROM stock_movements WHERE product_variation_id = ?', [
    jeans,
  ]))!.id

/**
 * Sells 200 pieces, 180 at tills and 20 online, and saves the stock of a screen that was read before, in the middle of
 * it.
 */
async function sellDuring(body: object): Promise<void> {
  await push(20)
  const sold = [
    ...Array.from({ length: 16 }, () => push(10)),
    ...Array.from({ length: 2 }, () => aGuestOwner().then(owner => aPaidOrderOf({ [jeans]: 10 }, owner))),
  ]
  const [saved, ...replies] = await Promise.all([save(body), ...sold])
  expect([
    saved!.status,
    ...replies.map(reply => ('status' in reply && typeof reply.status === 'number' ? reply.status : 200)),
  ]).toEqual(Array(19).fill(200))
}

const ROUNDS = 5

test('returns none of 200 sales when a stock read before them is saved', async () => {
  for (let round = 0, left = 1000; round < ROUNDS; round++, left = await onHand(jeans)) {
    await sellDuring({ [`sku_${jeans}`]: left - 3, as_read: { [`sku_${jeans}`]: await latestMovement() } })
    expect(await onHand(jeans)).toBe(left - 3 - 200)
    await checkBooks()
    await save({ [`sku_${jeans}`]: 1000 })
  }
})

test('books the same stock once when it is saved several times during sales', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [left, read] = [await onHand(jeans), await latestMovement()]
    const [saves] = await Promise.all([
      Promise.all(
        Array.from({ length: 4 }, () => save({ [`sku_${jeans}`]: left + 2, as_read: { [`sku_${jeans}`]: read } })),
      ),
      ...Array.from({ length: 4 }, () => push(5)),
    ])
    expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await onHand(jeans)).toBe(left + 2 - 20)
  }
})

test('leaves out later sales, and nothing else, when a stock was counted at this moment', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await sellDuring({ [`sku_${jeans}`]: 700 })
    const [counted] = await select<{ id: number }>("SELECT MAX(id) AS id FROM stock_movements WHERE reason = 'COUNT'")
    const { sold } = (await selectOne<{ sold: number }>(
      "SELECT COALESCE(SUM(quantity), 0) AS sold FROM stock_movements WHERE reason = 'SALE' AND id > ?",
      [counted!.id],
    ))!
    expect(await onHand(jeans)).toBe(700 + Number(sold))
    await checkBooks()
    await save({ [`sku_${jeans}`]: 1000 })
  }
})

test("control: returns what was sold when a stock is set to the screen's number", async () => {
  guard.stands = false
  await sellDuring({ [`sku_${jeans}`]: 997, as_read: { [`sku_${jeans}`]: await latestMovement() } })
  expect(await onHand(jeans)).toBeGreaterThan(797)
  await expect(checkBooks()).rejects.toThrow('on hand that is not the sum of its movements')
  await execute(
    "UPDATE product_variations SET on_hand = (SELECT SUM(quantity) FROM stock_movements WHERE product_variation_id = ? AND reason NOT IN ('RESERVATION', 'RELEASE')) WHERE id = ?",
    [jeans, jeans],
  )
})
