import { afterEach, beforeEach, expect, test } from 'vitest'
import { execute } from '#api/db/database.ts'
import { settlePayments } from '#api/payments/settle-payments.ts'
import type { PayRequest } from '#sync/protocol/shop/pay-link.ts'
import type { Payment } from '#sync/protocol/shop/checkout.ts'
import { forgetTries } from '#tests/support/server/forget-tries.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { withPayingShop } from '#tests/support/shop/paying-shop.ts'
import { aBuyer, GOES_BACK, PAID, type PayingShop, tally, WAITING } from '#tests/support/shop/payments.ts'
import { aVariation } from '#tests/support/server/shop.ts'
import { aWalletPayer, standing, type WalletPayer } from '#tests/support/shop/wallets.ts'

let api: Api
let shop: PayingShop
let payer: WalletPayer
withPayingShop(
  opened => {
    ;({ api, shop } = opened)
  },
  { phone_after: 600_000 },
)
beforeEach(async () => {
  await forgetTries()
  payer = await aWalletPayer(api, await aVariation(100))
})
afterEach(async () => {
  await shop.sandbox.idle()
  await settlePayments()
})

const makeLink = (body: object = { tracking_token: payer.tracking_token }, token?: string) =>
  api.send('POST', '/api/payments/links', { body, ...(token && { token }) })
const tokenOf = (reply: { body: object }) => (reply.body as { url: string }).url.split('/').at(-1)!
const read = async (token: string, method = 'GET') =>
  (
    (await api.send(method, `/api/payments/links/${token}`, method === 'GET' ? {} : { body: {} })).body as unknown as {
      request: PayRequest
    }
  ).request
const ask = (pay_token: string, more: object = {}) =>
  api.send('POST', '/api/payments/wallet', { body: { pay_token, network: 'mtn', phone: '024 765 4321', ...more } })
const look = (pay_token: string) => api.send('PATCH', '/api/payments/wallet', { body: { pay_token } })

test('somebody else pays by the link, from a phone, and sees that it is done', async () => {
  const token = tokenOf(await makeLink())
  expect(await read(token)).toEqual({
    state: 'OPEN',
    order: {
      first_name: 'Yaa',
      items: [{ name: expect.any(String) as string, size: 'UK 10', colour: null, quantity: 1 }],
      total: 10,
      reserved_until: expect.any(String) as string,
    },
  })
  expect(standing(await ask(token)).wallet!.state).toBe('waiting')
  await execute('UPDATE sandbox_transactions SET answers_at = created_at')
  expect(standing(await look(token))).toMatchObject({ status_code: 'PROCESSING', wallet: { state: 'paid' } })
  expect(await tally(payer.order.id)).toEqual(PAID)
  expect(await read(token)).toEqual({ state: 'PAID', order: null })
})

test('the link shows no name but the first, no address, phone, email or number, and nothing once it is paid', async () => {
  const token = tokenOf(await makeLink())
  await payer.ask({ phone: '024 888 7777' })
  const shown = [
    await api.send('GET', `/api/payments/links/${token}`),
    await api.send('PATCH', `/api/payments/links/${token}`, { body: {} }),
    await look(token),
  ].map(({ text }) => text)
  for (const text of shown) expect(text).not.toMatch(/Darko|yaa@|244123456|tracking|[*\d]777|user_id|shipping/)
  expect(standing(await look(token)).wallet).toBe(null)
  await shop.pay(payer.payment)
  await settlePayments()
  await execute("UPDATE orders SET status_code = 'READY_TO_SHIP' WHERE id = ?", [payer.order.id])
  expect(standing(await look(token)).status_code).toBe('PROCESSING')
  expect((await api.send('GET', `/api/payments/links/${token}`)).text).not.toMatch(/Yaa|Jeans/)
})

test('the link is one, opens no other door, and a stranger neither makes nor guesses it', async () => {
  const token = tokenOf(await makeLink())
  expect([token.length, tokenOf(await makeLink())]).toEqual([32, token])
  for (const path of ['/api/orders/track', '/api/payments/links'])
    expect((await api.send('GET', `${path}/${path.endsWith('track') ? token : payer.tracking_token}`)).status).toBe(404)
  const strangers = [(await aUser('CUSTOMER')).token, (await aBuyer(api, 'guest')).token]
  for (const stranger of strangers) expect((await makeLink({ order_id: payer.order.id }, stranger)).status).toBe(404)
  expect((await makeLink({ order_id: payer.order.id })).status).toBe(401)
  expect((await makeLink({ pay_token: token })).status).toBe(422)
  expect((await ask('y'.repeat(32))).status).toBe(404)
  expect(
    (await api.send('POST', '/api/payments/wallet/code', { body: { pay_token: token, reference: 'x', code: '1234' } }))
      .status,
  ).toBe(404)
})

test('the link ends with the order: when its time is over, when it is cancelled and when it is paid', async () => {
  const token = tokenOf(await makeLink())
  const refused = async () =>
    expect([
      (await ask(token)).status,
      (await api.send('POST', `/api/payments/links/${token}/pay`, { body: {} })).status,
      (await makeLink()).status,
    ]).toEqual([409, 409, 409])
  await execute('UPDATE orders SET reserved_until = NOW(3) - INTERVAL 1 SECOND WHERE id = ?', [payer.order.id])
  expect(await read(token)).toEqual({ state: 'OVER', order: null })
  await refused()
  await execute('UPDATE orders SET reserved_until = NOW(3) + INTERVAL 9 MINUTE WHERE id = ?', [payer.order.id])
  const { token: manager } = await aUser('MANAGER')
  await api.send('PATCH', `/api/staff/orders/${payer.order.id}`, { token: manager, body: { status_code: 'CANCELLED' } })
  expect(await read(token)).toEqual({ state: 'OVER', order: null })
  await refused()
})

test('the shopper and the payer who pay at once pay one order; the second payment goes back', async () => {
  const token = tokenOf(await makeLink())
  const card = (await api.send('POST', `/api/payments/links/${token}/pay`, { body: {} })).body as unknown as {
    payment: Payment
  }
  expect(card.payment.access_code).toBe(payer.payment.access_code)
  await Promise.all([payer.ask(), ask(token)])
  await execute("UPDATE sandbox_transactions SET answers_at = created_at WHERE status = 'pending'")
  await Promise.all([shop.pay(card.payment), payer.look(), look(token), read(token, 'PATCH')])
  await shop.sandbox.idle()
  await settlePayments()
  await read(token, 'PATCH')
  expect(await tally(payer.order.id)).toEqual({
    ...PAID,
    ...GOES_BACK,
    returned: 2,
    refunds: 2,
    exceptions: ['PAID_TWICE', 'PAID_TWICE'],
  })
})

test('control: an order that nobody paid waits', async () => {
  expect(await read(tokenOf(await makeLink()), 'PATCH')).toMatchObject({ state: 'OPEN' })
  expect(await tally(payer.order.id)).toEqual(WAITING)
})
