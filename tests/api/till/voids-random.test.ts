import fc from 'fast-check'
import { expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { approveRefund } from '#api/refunds/decide-refund.ts'
import { completeRefund } from '#api/refunds/receive-goods.ts'
import { requestRefund } from '#api/refunds/request-refund.ts'
import { sumCedis, toCedis } from '#sync/protocol/money.ts'
import { saleTotals } from '#sync/protocol/pricing.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { tries } from '#tests/support/runs/sizes.ts'
import { checkBooks, onHand } from '#tests/support/server/shop.ts'
import { signedShop, type SignedShop } from '#tests/support/till/signed-shop.ts'
import { booksOfSale, openExceptions, voidAt } from '#tests/support/till/voids.ts'

let here: SignedShop
signedShop(shop => {
  here = shop
})

const sold = fc.record({
  quantities: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
  pesewas: fc.integer({ min: 0, max: 333 }),
  account_code: fc.constantFrom('CASH', 'MTN_MOBILE_MONEY', 'BANK'),
  voids: fc.nat({ max: 2 }),
})
const day = fc.record({
  sales: fc.array(sold, { minLength: 1, maxLength: 5 }),
  /** Where each mutation goes in the order of arrival, and how many come in one push. */
  places: fc.array(fc.nat(), { minLength: 15, maxLength: 15 }),
  sizes: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 15, maxLength: 15 }),
  /** Sales of which staff take one piece back, each after a push. */
  refunds: fc.array(fc.nat({ max: 4 }), { maxLength: 4 }),
})

interface Sold {
  quantities: number[]
  pesewas: number
  account_code: string
}
const saleOf = ({ quantities, pesewas, account_code }: Sold): Sale => {
  const lines = quantities.map(quantity => ({ product_variation_id: here.jeans, quantity, price: 9.99 }))
  const { discount, total } = saleTotals(lines, toCedis(pesewas))
  return here.saleAt(here.till, { account_code, lines, discount, total })
}

/** Takes one piece back, if there is one left. */
async function refundOne(sale_id: string): Promise<void> {
  const [item] = await select<{ order_id: number; order_item_id: number }>(
    'SELECT i.order_id, i.id AS order_item_id FROM order_items i JOIN orders o ON o.id = i.order_id WHERE o.sale_id = ?',
    [sale_id],
  )
  if (!item) return
  const { order_id, order_item_id } = item
  const user_id = here.manager.id
  try {
    const items = [{ order_item_id, quantity: 1 }]
    const asked = await requestRefund({ order_id, action: 'REFUND', reason: 'MISFIT', items }, user_id, 'STAFF')
    await approveRefund(asked.id, { user_id })
    const restock = asked.items.map(({ id }) => ({ refund_item_id: id, disposition: 'RESTOCK' as const }))
    await completeRefund(asked.id, { account_code: 'CASH', user_id, queueRefund, restock })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

test('books random days exactly once, in any order of arrival, with repeats and refunds by staff', async () => {
  const property = fc.asyncProperty(day, async ({ sales, places, sizes, refunds }) => {
    const all = sales.map(each => ({ sale: saleOf(each), voids: each.voids }))
    const signed = all.flatMap(({ sale, voids }) => [
      here.till.sell(sale),
      ...Array.from({ length: voids }, () => voidAt(here, sale)),
    ])
    const arriving = signed
      .map((mutation, i) => ({ mutation, place: places[i]! }))
      .sort((a, b) => a.place - b.place)
      .map(({ mutation }) => mutation)
    const left = [...refunds]
    for (let at = 0, push = 0; at < arriving.length; push += 1) {
      const size = sizes[push]!
      const some = arriving.slice(at, at + size)
      // Each push repeats what came before it.
      await here.till.carry([...arriving.slice(Math.max(0, at - 1), at), ...some])
      at += size
      const which = left.shift()
      if (which !== undefined && all[which]) await refundOne(all[which].sale.id)
    }
    await here.till.carry(arriving)
    for (const { sale, voids } of all) {
      const { refunded, left: accounts, total } = await booksOfSale(sale.id)
      const back = voids > 0 ? total : refunded
      expect([refunded, sumCedis(Object.values(accounts))]).toEqual([back, sumCedis([total, -back])])
    }
    const [{ pieces }] = (await select<{ pieces: number }>(
      'SELECT COALESCE(SUM(quantity - refunded_quantity), 0) AS pieces FROM order_items',
    )) as [{ pieces: number }]
    expect(await onHand(here.jeans)).toBe(99 - Number(pieces))
    expect(await openExceptions()).not.toContain('ORPHAN')
    await checkBooks()
  })
  await fc.assert(property, { numRuns: tries(36), endOnFailure: true })
})
