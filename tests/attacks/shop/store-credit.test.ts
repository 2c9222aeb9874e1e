import { beforeEach, expect, test } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import type { PushReply } from '#sync/protocol/mutation.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, brokenRules } from '#tests/support/server/shop.ts'
import { aGiftCard, aHold, bookSale } from '#tests/support/shop/gift-cards.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { aBuyer, type PayingShop } from '#tests/support/shop/payments.ts'
import { tokenOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let shop: PayingShop
let jeans: number
let manager: string
withPayingShop(opened => {
  ;({ api, shop } = opened)
})
beforeEach(async () => {
  await forgetTries()
  jeans = await aVariation(100)
  manager = (await aUser('MANAGER')).token
})

/** A sale of three pieces at 10 cedis at the counter, of which a gift card may have paid a part. */
async function aSold(gift = 0): Promise<number> {
  const sale = aSale({ lines: [{ product_variation_id: jeans, quantity: 3, price: 10 }], gift })
  if (gift > 0) await aHold(sale.id, (await aGiftCard(gift)).code, gift)
  return (await bookSale(sale))[0]!.order_id
}

/** An approved refund of so many pieces. */
async function aRefund(order_id: number, quantity = 3, token = manager): Promise<number> {
  const item = (await selectOne<{ id: number }>('SELECT id FROM order_items WHERE order_id = ?', [order_id]))!
  const asked = await api.send('POST', '/api/staff/refunds', {
    token,
    body: { order_id, action: 'REFUND', reason: 'OTHER', items: [{ order_item_id: item.id, quantity }] },
  })
  const { id } = (asked.body as unknown as { refund: { id: number } }).refund
  await api.send('PATCH', `/api/staff/refunds/${id}`, { token, body: { status_code: 'APPROVED' } })
  return id
}
const credit = (id: number, token = manager) => api.send('POST', `/api/staff/refunds/${id}/credit`, { token })
const codeOf = ({ body }: { body: object }) => (body as { code: string | null }).code
const owed = async () =>
  (await selectOne<{ balance: number }>("SELECT balance FROM accounts WHERE code = 'GIFT_CARDS'"))!.balance
const credits = () => select<{ balance: number }>("SELECT balance FROM stored_values WHERE kind = 'STORE_CREDIT'")

test('is given once for a refund, however often the button is pressed, and pays at the till and online', async () => {
  const id = await aRefund(await aSold())
  const replies = await Promise.all([credit(id), credit(id), credit(id)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const code = codeOf(replies.find(({ status }) => status === 200)!)!
  expect([await credits(), await owed(), await brokenRules()]).toEqual([[{ balance: 30 }], -30, []])

  const sale = aSale({ lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }], gift: 10 })
  await api.send('POST', '/api/staff/till-holds', { token: manager, body: { sale_id: sale.id, amount: 10, code } })
  const { body } = await api.send('POST', '/api/sync/push', { token: manager, body: aPush(sale) })
  expect((body as unknown as PushReply).verdicts[0]).toMatchObject({ status: 'accepted' })

  const buyer = await aBuyer(api, 'guest')
  await buyer.fill(jeans, 2)
  const tracking_token = tokenOf((await buyer.place()).order)
  const used = await api.send('POST', '/api/payments/gift-card', { body: { tracking_token, code } })
  expect([used.status, await credits(), await owed(), await brokenRules()]).toEqual([200, [{ balance: 0 }], 0, []])
})

test('gives a gift card its own part back first, and the rest as a new code', async () => {
  const id = await aRefund(await aSold(20))
  const code = codeOf(await credit(id))
  const cards = await select<{ kind: string; balance: number }>('SELECT kind, balance FROM stored_values ORDER BY id')
  expect([code === null, cards, await owed(), await brokenRules()]).toEqual([
    false,
    [
      { kind: 'GIFT_CARD', balance: 20 },
      { kind: 'STORE_CREDIT', balance: 10 },
    ],
    -30,
    [],
  ])
})

test('goes to the customer of a website order by email, and staff never see the code', async () => {
  const buyer = await aBuyer(api, 'guest')
  const { order, payment } = await buyer.order(jeans, 2)
  await shop.pay(payment)
  await buyer.check(order.id)
  const reply = await credit(await aRefund(order.id, 2))
  const letter = await selectOne<{ letter: string }>("SELECT letter FROM mails WHERE once_key LIKE '%-credit'")
  expect([reply.status, codeOf(reply), /[2-9A-Z]{4}(-[2-9A-Z]{4}){3}/.test(letter!.letter)]).toEqual([200, null, true])
  expect([await credits(), await brokenRules()]).toEqual([[{ balance: 20 }], []])
})

test('is not given beside the money, by the person who sold, or to a customer who asks for it', async () => {
  const order = await aSold()
  const first = await aRefund(await aSold(), 1)
  await api.send('POST', `/api/staff/refunds/${first}/money`, { token: manager, body: { account_code: 'CASH' } })
  expect((await credit(first)).status).toBe(409)
  const paid = await aRefund(order, 1)
  const both = await Promise.all([
    credit(paid),
    api.send('POST', `/api/staff/refunds/${paid}/money`, { token: manager, body: { account_code: 'CASH' } }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const waiting = await api.send('POST', '/api/staff/refunds/999999/credit', { token: manager })
  const customer = await credit(paid, (await aUser('CUSTOMER')).token)
  expect([waiting.status, customer.status]).toEqual([404, 403])
  const other = await aRefund(order, 2)
  try {
    await execute("UPDATE settings SET value = '10' WHERE name = 'two_person_limit'")
    expect((await credit(other)).body.code).toBe('second_person')
    expect((await credit(other, (await aUser('ADMINISTRATOR')).token)).status).toBe(200)
  } finally {
    await execute("UPDATE settings SET value = '' WHERE name = 'two_person_limit'")
  }
  expect(await brokenRules()).toEqual([])
})
