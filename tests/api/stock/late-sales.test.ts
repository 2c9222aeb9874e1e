import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import { stepCount } from '#api/stock/close-count.ts'
import { countStock } from '#api/stock/count-stock.ts'
import { openCount, scanShelf } from '#api/stock/count-shelf.ts'
import type * as LateSales from '#api/stock/late-sales.ts'
import { findCount } from '#api/stock/list-counts.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { type Api, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, checkBooks, count, onHand, openShop } from '#tests/support/server/shop.ts'
import { aCount } from '#tests/support/goods/stockroom.ts'
import { laterMoment } from '#tests/support/later-moment.ts'

/** While it stands, the server is the real one; else closed counts stay as they were closed. */
const guard = vi.hoisted(() => ({ stands: true }))
vi.mock('#api/stock/late-sales.ts', async original => {
  const real = await original<typeof LateSales>()
  return {
    ...real,
    putCountsRight: (...args: Parameters<typeof real.putCountsRight>) =>
      guard.stands ? real.putCountsRight(...args) : Promise.resolve(new Map()),
  }
})

let api: Api
let token: string
let jeans: number
let id: number
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  guard.stands = true
  await openShop()
  token = await tokenOf(7)
  jeans = await aVariation(10)
  id = await aCount(await productOf(jeans))
})
afterEach(checkBooks)
afterAll(() => api.stop())

const productOf = async (variation: number) =>
  (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [variation]))!
    .product_id
const saleOf = (variation: number, quantity = 1, ago_ms = 0): Sale =>
  aSale({
    lines: [{ product_variation_id: variation, quantity, price: 10 }],
    occurred_at: new Date(Date.now() - ago_ms).toISOString(),
  })
const push = async (...sales: Sale[]): Promise<void> => {
  expect((await api.send('POST', '/api/sync/push', { token, body: aPush(...sales) })).text).not.toContain('rejected')
}
const scan = (quantity: number, variation = jeans, counted = id) =>
  scanShelf(counted, { variation_id: variation, quantity }, 7)

/** Closes a count whose second round would only say the same again. */
async function close(counted = id, uncounted_are_gone = false): Promise<void> {
  await execute("UPDATE stock_counts SET status_code = 'CHECKED' WHERE id = ?", [counted])
  await stepCount(counted, { status_code: 'CLOSED', uncounted_are_gone }, 7)
}
const corrections = () =>
  select("SELECT quantity, note FROM stock_movements WHERE reason = 'COUNT' AND note IS NOT NULL")

test('corrects a closed count, and says so, when a sale made before it arrives after it', async () => {
  const sale = saleOf(jeans)
  await laterMoment()
  await scan(9)
  await close()
  expect(await onHand(jeans)).toBe(9)
  await push(sale)
  expect(await onHand(jeans)).toBe(9)
  expect(await corrections()).toEqual([
    { quantity: 1, note: `Sold before the count “The back wall” was closed, sent after: ${sale.number}` },
  ])
  const { body } = await api.send('GET', `/api/staff/stock/counts/${id}`, { token })
  expect(body).toMatchObject({
    count: { put_right: 1 },
    lines: { data: [{ counted: 9, book: 9, difference: 0, put_right: 1 }] },
  })
  await push(sale)
  expect([await onHand(jeans), (await findCount(id)).put_right]).toEqual([9, 1])
})

test('changes no count for goods sold after it or not counted', async () => {
  const shirts = await aVariation(10)
  const before = saleOf(shirts)
  await scan(9)
  await close()
  await laterMoment()
  await push(before, saleOf(jeans))
  expect([await onHand(jeans), await onHand(shirts), await corrections()]).toEqual([8, 9, []])
})

test('counts goods as sold when nobody counted them and they are gone', async () => {
  const sale = saleOf(jeans, 4)
  await laterMoment()
  await close(id, true)
  await push(sale)
  expect([await onHand(jeans), (await findCount(id)).put_right]).toEqual([0, 4])
  await push(saleOf(jeans, 1, 60_000))
  expect([await onHand(jeans), (await findCount(id)).put_right]).toEqual([0, 5])
})

test('raises no exception about a piece that is back in the book', async () => {
  const sale = saleOf(jeans)
  await laterMoment()
  await scan(9)
  await close()
  await push(saleOf(jeans, 9))
  await push(sale)
  expect([await onHand(jeans), await count('exceptions')]).toEqual([0, 0])
})

test('corrects only the first of two counts a sale came before', async () => {
  const sale = saleOf(jeans, 2)
  await laterMoment()
  await scan(8)
  await close()
  const second = await aCount(await productOf(jeans))
  await laterMoment()
  await scan(7, jeans, second)
  await close(second)
  await push(sale)
  expect([await onHand(jeans), (await findCount(id)).put_right, (await findCount(second)).put_right]).toEqual([7, 2, 0])
})

/** Numbers that come again in the same order for the same seed. */
function dice(seed: number): (sides: number) => number {
  let state = seed * 2_654_435_761
  return sides => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) | 0
    return (state >>> 8) % sides
  }
}

/**
 * Two goods that are sold, counted and received alike, but the sales of one are sent at once and those of the other at
 * any later time.
 */
async function liveThrough(roll: (sides: number) => number): Promise<[number, number]> {
  const twins = [await aVariation(12), await aVariation(12)] as const
  const late: Sale[] = []
  const open: number[] = []
  const scanTwins = async (counted: number | undefined, pieces: number) => {
    if (counted) for (const variation of twins) await scan(pieces, variation, counted)
  }
  const deeds = [
    async () => {
      const pieces = roll(4) + 1
      const [now, later] = [saleOf(twins[0], pieces), saleOf(twins[1], pieces)]
      late.push({ ...later, occurred_at: now.occurred_at })
      await laterMoment()
      await push(now)
    },
    async () => {
      if (open.length < 2)
        open.push(
          (await openCount({ name: 'Twins', product_ids: [await productOf(twins[0]), await productOf(twins[1])] }, 7))
            .id,
        )
    },
    () => scanTwins(open[0], roll(4) + 1),
    () => scanTwins(open.at(-1), roll(9) + 1),
    async () => {
      const closing = open.shift()
      if (closing) await close(closing, roll(2) === 0)
    },
    async () => {
      if (late.length > 0) await push(late.splice(roll(late.length), 1)[0]!)
    },
  ]
  for (let step = 0; step < 24; step++) {
    await deeds[roll(deeds.length)]!()
    await laterMoment()
  }
  while (open.length > 0) await close(open.shift())
  while (late.length > 0) await push(late.splice(roll(late.length), 1)[0]!)
  return [await onHand(twins[0]), await onHand(twins[1])]
}

test.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
  'history %i leaves the same on the shelf whenever its sales are sent',
  async seed => {
    const [at_once, later] = await liveThrough(dice(seed))
    expect(later).toBe(at_once)
  },
)

test('control: depends on when sales are sent when closed counts stay as they are', async () => {
  guard.stands = false
  const ends: [number, number][] = []
  for (let seed = 1; seed <= 6; seed++) ends.push(await liveThrough(dice(seed)))
  expect(ends.some(([at_once, later]) => at_once !== later)).toBe(true)
})

const ROUNDS = 20

/** Sales from before come in while a count is closed: what is left must be what was counted. */
async function race(): Promise<number[]> {
  const left: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const goods = await aVariation(10)
    const product = await productOf(goods)
    const closing = await aCount(product)
    // Sold before, unknown to the book; what is left agrees with it or does not.
    const sold = [saleOf(goods, 1), saleOf(goods, 2)]
    await laterMoment()
    await scan(round % 2 ? 10 : 7, goods, closing)
    await Promise.all([push(sold[0]!), close(closing), push(sold[1]!)])
    left.push((await onHand(goods)) - (round % 2 ? 10 : 7))
    await countStock(product, { [`sku_${goods}`]: 5 }, 7)
  }
  return left
}

test('includes or corrects sales that arrive while a count is closed', async () => {
  expect(await race()).toEqual(Array(ROUNDS).fill(0))
})

test('control: closes a count without those sales when nothing holds them back', async () => {
  guard.stands = false
  expect((await race()).some(left => left !== 0)).toBe(true)
})
