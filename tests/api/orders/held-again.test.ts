import { beforeEach, describe, expect, test } from 'vitest'
import { execute } from '#api/db/database.ts'
import { expireOrders } from '#api/orders/expire-orders.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { openShop } from '#tests/support/server/shop.ts'
import { aSubmission } from '#tests/support/server/submission.ts'
import { aGuestOwner, anOrderOf, orderCart, stockOf } from '#tests/support/shop/website-orders.ts'

let jeans: number
beforeEach(async () => {
  await openShop()
  ;[jeans] = (await aProduct({ retail_price: 100, pieces: [{ size: 'ONE', quantity: 5 }] })).variations as [number]
})

describe('an unpaid order that is sent again and again', () => {
  const heldFor = (id: number, minutes: number) =>
    execute(
      `UPDATE orders SET created_at = created_at - INTERVAL :minutes MINUTE,
        reserved_until = reserved_until - INTERVAL :minutes MINUTE WHERE id = :id`,
      { minutes, id },
    )
  const minutesLeft = ({ reserved_until }: { reserved_until: string | null }) =>
    Math.round((Date.parse(reserved_until!) - Date.now()) / 60_000)

  test('holds its goods for 60 minutes in all', async () => {
    const owner = await aGuestOwner()
    const { id, ...first } = await anOrderOf({ [jeans]: 1 }, { owner })
    expect(minutesLeft(first)).toBe(30)
    await heldFor(id, 20)
    expect(minutesLeft(await orderCart(owner, aSubmission()))).toBe(30)
    await heldFor(id, 25)
    expect(minutesLeft(await orderCart(owner, aSubmission()))).toBe(15)
  })

  test('is then refused in words, and its goods go back', async () => {
    const owner = await aGuestOwner()
    const { id } = await anOrderOf({ [jeans]: 1 }, { owner })
    await heldFor(id, 61)
    await expect(orderCart(owner, aSubmission())).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^These items were held for 60 minutes and go back on sale now\./),
    })
    expect(await expireOrders(async () => 'unpaid')).toBe(1)
    expect((await stockOf(jeans)).reserved).toBe(0)
    expect((await orderCart(owner, aSubmission())).id).not.toBe(id)
  })

  test('keeps a longer time that it was given', async () => {
    const owner = await aGuestOwner()
    const { id } = await anOrderOf({ [jeans]: 1 }, { owner })
    await heldFor(id, 600)
    await execute('UPDATE orders SET reserved_until = NOW(3) + INTERVAL 1 DAY WHERE id = ?', [id])
    expect(minutesLeft(await orderCart(owner, aSubmission()))).toBe(30)
  })
})
