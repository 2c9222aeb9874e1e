import { afterEach, expect, test } from 'vitest'
import { execute, selectOne } from '#api/db/database.ts'
import { stepCount } from '#api/stock/close-count.ts'
import { scanShelf } from '#api/stock/count-shelf.ts'
import { aCount } from '#tests/support/goods/stockroom.ts'
import { checkBooks, onHand } from '#tests/support/server/shop.ts'
import { inWords, signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { voidAt } from '#tests/support/till/voids.ts'
import { laterMoment } from '#tests/support/later-moment.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})
afterEach(checkBooks)

const carry = async (...mutations: object[]) => inWords((await here.till.carry(mutations)).said.verdicts)

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

/** Finds these pieces on the shelf, and closes the count. */
async function countAll(quantity: number): Promise<void> {
  const { product_id } = (await selectOne<{ product_id: number }>(
    'SELECT product_id FROM product_variations WHERE id = ?',
    [here.jeans],
  ))!
  const id = await aCount(product_id)
  await scanShelf(id, { variation_id: here.jeans, quantity }, 7)
  await execute("UPDATE stock_counts SET status_code = 'CHECKED' WHERE id = ?", [id])
  await stepCount(id, { status_code: 'CLOSED', uncounted_are_gone: false }, 7)
}

test.each([
  ['both arrive after it', []],
  ['the sale arrives before it', ['sale']],
  ['both arrive before it', ['sale', 'void']],
])('leaves a count right that found a voided piece on the shelf when %s', async (_, early) => {
  const sale = here.saleAt(here.till, { occurred_at: ago(60_000) })
  const sold = here.till.sell(sale)
  const voided = voidAt(here, sale, { occurred_at: ago(30_000) })
  if (early.includes('sale')) await carry(sold)
  if (early.includes('void')) await carry(voided)
  await countAll(99)
  expect(await onHand(here.jeans)).toBe(99)
  await carry(sold, voided)
  expect(await onHand(here.jeans)).toBe(99)
})

test('puts a piece back on a shelf that was counted before its sale was voided', async () => {
  const sale = here.saleAt(here.till)
  await carry(here.till.sell(sale))
  await countAll(98)
  await laterMoment()
  await carry(voidAt(here, sale))
  expect(await onHand(here.jeans)).toBe(99)
})
