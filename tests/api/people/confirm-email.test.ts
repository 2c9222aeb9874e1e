import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sweepUnconfirmed } from '#api/account/sweep-unconfirmed.ts'
import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import type { Envelope } from '#api/mail/post-mail.ts'
import { sendMails } from '#api/mail/send-mails.ts'
import { type Api, aUser, PASSWORD, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aConfirmation, aReset } from '#tests/support/people/people.ts'
import { leapingClock } from '#tests/support/server/leaping-clock.ts'
import { aVariation, brokenRules, count, openShop } from '#tests/support/server/shop.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
const clock = leapingClock()
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  await execute('DELETE FROM email_confirmations')
})
afterAll(() => api.stop())

let people = 0
async function register(): Promise<{ id: number; email: string; token: string }> {
  people += 1
  const email = `ama-${people}@mail.test`
  const { status, body } = await api.send('POST', '/api/register', {
    body: { name: 'Ama', email, phone: '0244123456', password: PASSWORD, password_confirmation: PASSWORD },
  })
  expect(status).toBe(201)
  const { user, token } = body as unknown as { user: { id: number }; token: string }
  return { id: user.id, email, token }
}
/** The links of letters that wait to be sent, with whom they go to. */
async function links(): Promise<[string, URL][]> {
  const sent: Envelope[] = []
  await sendMails(async envelope => void sent.push(envelope))
  return sent.flatMap(({ to, letter }) =>
    letter.pieces.flatMap((piece): [string, URL][] => (piece.kind === 'link' ? [[to, new URL(piece.link)]] : [])),
  )
}
const confirm = async (token: string) => (await api.send('POST', `/api/confirm-email/${token}`)).status
const isConfirmed = async (id: number) =>
  (await selectOne<{ is: 0 | 1 }>('SELECT unconfirmed_since IS NULL AS `is` FROM users WHERE id = ?', [id]))?.is === 1
const lateBy = (id: number, days: number) =>
  execute('UPDATE users SET unconfirmed_since = NOW(3) - INTERVAL ? DAY WHERE id = ?', [days, id])
const until = async (token: string) => {
  const { body } = await api.send('GET', '/api/account', { token })
  return (body as unknown as { user: { unconfirmed_until: string | null } }).user.unconfirmed_until
}

test('sends a new customer a link that confirms their address, as often as it is opened', async () => {
  const { id, email, token } = await register()
  const [[to, link]] = (await links()) as [[string, URL]]
  expect([to, link.origin + link.pathname]).toEqual([email, `${env.shopUrl}/confirm-email`])
  expect(Math.round((Date.parse((await until(token))!) - Date.now()) / 86_400_000)).toBe(30)
  expect(await isConfirmed(id)).toBe(false)
  const shown = link.searchParams.get('confirm')!
  expect([await confirm(shown), await isConfirmed(id), await until(token)]).toEqual([200, true, null])
  expect(await confirm(shown)).toBe(200)
})

test('sends the link again, three times an hour, and not once it is confirmed', async () => {
  const { id, token } = await register()
  const again = async (as = token) => (await api.send('POST', '/api/account/confirm-email', { token: as })).status
  expect([await again(), await again(), await again(), await again()]).toEqual([200, 200, 200, 429])
  const sent = await links()
  expect(sent).toHaveLength(4)
  expect(await confirm(sent[0]![1].searchParams.get('confirm')!)).toBe(200)
  clock.minutes += 61
  expect([await again(await tokenOf(id)), await isConfirmed(id)]).toEqual([409, true])
})

test('confirms nothing by another token, or by a letter to an address from before', async () => {
  const { id } = await register()
  const token = await aConfirmation(id)
  expect(await confirm('a'.repeat(43))).toBe(404)
  await execute("UPDATE users SET email = 'other@mail.test' WHERE id = ?", [id])
  expect([await confirm(token), await isConfirmed(id)]).toEqual([404, false])
})

test('takes a password set by a link for a confirmed address', async () => {
  const { token, email } = await aReset()
  const { id } = (await selectOne<{ id: number }>('SELECT id FROM users WHERE email = ?', [email]))!
  await lateBy(id, 1)
  const body = { token, email, password: PASSWORD, password_confirmation: PASSWORD }
  expect((await api.send('POST', '/api/reset-password', { body })).status).toBe(200)
  expect(await isConfirmed(id)).toBe(true)
})

test('deletes an account that nobody confirmed for 30 days, with its bag and sessions', async () => {
  const [late, early, confirmed] = [await register(), await register(), await register()]
  const line = { product_variation_id: await aVariation(3), quantity: 1 }
  expect((await api.send('POST', '/api/cart', { token: late.token, body: line })).status).toBeLessThan(300)
  await lateBy(late.id, 31)
  await lateBy(early.id, 29)
  await execute('UPDATE users SET unconfirmed_since = NULL WHERE id = ?', [confirmed.id])
  expect(await sweepUnconfirmed()).toBe(1)
  const left = await select<{ id: number }>('SELECT id FROM users WHERE id IN (?) ORDER BY id', [
    [late.id, early.id, confirmed.id],
  ])
  expect(left.map(({ id }) => id)).toEqual([early.id, confirmed.id])
  expect([
    await count('sessions', 'user_id = ?', [late.id]),
    await count('cart_items', 'user_id = ?', [late.id]),
  ]).toEqual([0, 0])
  expect((await api.send('GET', '/api/account', { token: late.token })).status).toBe(401)
  expect(await count('mails', 'recipient = ?', [late.email])).toBe(0)
})

test('keeps an account that has an order, and staff, however late', async () => {
  const [buyer, manager] = [await register(), await aUser('MANAGER')]
  const { id: order } = await anOrderOf({ [await aVariation(3)]: 1 })
  await execute('UPDATE orders SET user_id = ?, session_id = NULL WHERE id = ?', [buyer.id, order])
  await lateBy(buyer.id, 400)
  await lateBy(manager.id, 400)
  expect(await sweepUnconfirmed()).toBe(0)
  expect([await count('users', 'id IN (?)', [[buyer.id, manager.id]]), await brokenRules()]).toEqual([2, []])
})

test('takes an address or a role that staff set for confirmed', async () => {
  const admin = await aUser('ADMINISTRATOR')
  for (const change of [{ email: 'new@mail.test' }, { role_code: 'MANAGER' }]) {
    const { id } = await register()
    const { status } = await api.send('PATCH', `/api/staff/users/${id}`, { token: admin.token, body: change })
    expect([status, await isConfirmed(id)]).toEqual([200, true])
  }
})

/** What somebody else left under an address: a subscription, a gift card that they bought, a letter of the shop. */
async function leftBy(email: string) {
  const token = () => randomBytes(32).toString('base64url')
  await insertRow('newsletter_addresses', { email, confirm_token: token(), off_token: token() })
  await insertRow('gift_purchases', { token_hash: randomBytes(32), amount: 50, buyer_email: email })
  await insertRow('mails', { once_key: `order-9-${randomBytes(6).toString('hex')}`, recipient: email })
  return async () => [
    await count('newsletter_addresses', 'email = ?', [email]),
    await count('gift_purchases', 'buyer_email = ?', [email]),
    await count('mails', 'recipient = ?', [email]),
  ]
}
const erase = async (token: string) =>
  (await api.send('POST', '/api/account/erase', { token, body: { password: PASSWORD } })).status

// Before: whoever registered with somebody's address read what the shop had under it, and deleted it.
test('neither shows nor deletes what came under an address that nobody confirmed', async () => {
  const [late, eraser] = [await register(), await register()]
  const [left, others] = [await leftBy(late.email), await leftBy(eraser.email)]
  const { body } = await api.send('GET', '/api/account/data', { token: eraser.token })
  const { newsletter, gift_cards, letters } = (body as unknown as { data: Record<string, object[]> }).data
  expect([newsletter, gift_cards, letters]).toEqual([[], [], []])
  await lateBy(late.id, 31)
  expect([await sweepUnconfirmed(), await left()]).toEqual([1, [1, 1, 1]])
  expect([await erase(eraser.token), await others()]).toEqual([200, [1, 1, 2]]) // with the letter that it is erased
})

// Before: whoever registered with somebody's address had alerts sent to it.
test('sends no alert to an address that nobody confirmed, but asks first', async () => {
  const { id, email, token } = await register()
  const ask = async () => {
    const body = { kind: 'STOCK', subject_id: await aVariation(0) }
    expect((await api.send('POST', '/api/alerts', { token, body })).status).toBe(201)
    return count('alerts', 'user_id = ? AND confirmed_at IS NOT NULL', [id])
  }
  await links()
  expect([
    await ask(),
    (await links()).filter(([to, link]) => to === email && link.pathname === '/alerts').length,
  ]).toEqual([0, 1])
  await execute('UPDATE users SET unconfirmed_since = NULL WHERE id = ?', [id])
  expect(await ask()).toBe(1)
})

test('control: shows and deletes it once the address is confirmed', async () => {
  const { id, email, token } = await register()
  const left = await leftBy(email)
  expect(await confirm(await aConfirmation(id))).toBe(200)
  const { body } = await api.send('GET', '/api/account/data', { token })
  const { newsletter, gift_cards, letters } = (body as unknown as { data: Record<string, object[]> }).data
  expect([newsletter!.length, gift_cards!.length, letters!.length]).toEqual([1, 1, 2])
  expect([await erase(token), await left()]).toEqual([200, [0, 0, 1]])
})
