import { beforeEach, expect, test } from 'vitest'
import type { Api } from '#tests/support/server/api.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { aBuyer, PAID, tally, type PayingShop } from '#tests/support/shop/payments.ts'
import { aVariation } from '#tests/support/server/shop.ts'

let api: Api
let shop: PayingShop
let goods: number
withPayingShop(opened => {
  ;({ api, shop } = opened)
})
beforeEach(async () => {
  goods = await aVariation(100)
})

const MANY = 1_000

test('asks the provider seldom when somebody polls an order, and still learns of the payment', async () => {
  const buyer = await aBuyer(api, 'guest')
  const { order, payment } = await buyer.order(goods)
  shop.chaos({ webhooks: 0, verify: 'abandoned', verifies: MANY })
  const asked = () => MANY - shop.sandbox.chaos.verifies
  const byLink = `/api/orders/track/${order.tracking_url!.split('/').at(-1)}`
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, nth) => (nth % 2 ? buyer.check(order.id) : api.send('PATCH', byLink))),
  )
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 409))
  expect(asked()).toBeGreaterThan(0)
  expect(asked()).toBeLessThan(20)
  await shop.pay(payment)
  shop.chaos({ webhooks: 0 })
  const paid = await Promise.all([buyer.check(order.id), api.send('PATCH', byLink), buyer.check(order.id)])
  expect(paid.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await tally(order.id)).toEqual(PAID)
})

test('answers for a paid order as often as it is asked', async () => {
  const buyer = await aBuyer(api)
  const { order, payment } = await buyer.order(goods)
  await shop.pay(payment)
  await buyer.check(order.id)
  shop.chaos({ verify: '500', verifies: MANY })
  const replies = await Promise.all(Array.from({ length: 60 }, () => buyer.check(order.id)))
  expect([replies.map(({ status }) => status), shop.sandbox.chaos.verifies]).toEqual([replies.map(() => 200), MANY])
})
