import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { sendMails } from '#api/mail/send-mails.ts'
import { lockOrder } from '#api/orders/lock-order.ts'
import { payOrder } from '#api/orders/settle-order.ts'
import { type Api, aUser, PASSWORD, startApi } from '#tests/support/server/api.ts'
import { payAtSandbox } from '#tests/support/shop/payments.ts'
import { anAddress } from '#tests/support/people/people.ts'
import { aGuest, shopper } from '#tests/support/shop/shoppers.ts'
import { aVariation, count, openShop } from '#tests/support/server/shop.ts'
import { aSubmission } from '#tests/support/server/submission.ts'

let api: Api
let esi: Awaited<ReturnType<typeof aUser>>
let variation: number
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  esi = await aUser('CUSTOMER', { email: 'esi.quaye@shop.test', name: 'Esinam Quaye' })
  variation = await aVariation()
})
afterAll(() => api.stop())

const erase = (password = PASSWORD, { token } = esi) =>
  api.send('POST', '/api/account/erase', { token, body: { password } })

/** An order of hers with all that tells who she is. */
async function anOrder(status_code: string): Promise<number> {
  const shipping_address = JSON.stringify({
    first_name: 'Esinam',
    last_name: 'Quaye',
    email: esi.email,
    phone: '+233209876543',
    address: '12 Watson Avenue',
  })
  const id = await insertRow('orders', {
    type_code: 'WEBSITE',
    delivery_method_code: 'delivery',
    status_code,
    user_id: esi.id,
    customer_name: 'Esinam Quaye',
    customer_phone: '+233209876543',
    subtotal: 10,
    total: 10,
    shipping_region_code: 'GH-AA',
    shipping_address,
    shipping_additional_details: 'Ask for Esinam Quaye',
    business_date: '2026-11-21',
  })
  await insertRow('order_items', { order_id: id, product_variation_id: variation, quantity: 1, price: 10 })
  return id
}

/** None so short that a password's hash, or a code of the provider's, might hold it by chance. */
const TRACES = ['Esinam', 'Quaye', 'esi.quaye', '209876543', 'Watson Avenue', 'quaye lane']

/** Every table and column of the shop in which somebody can still be read. */
async function tracesIn(): Promise<string[]> {
  const columns = await select<{
    t: string
    c: string
  }>(`SELECT TABLE_NAME AS t, COLUMN_NAME AS c FROM information_schema.COLUMNS
    WHERE TABLE_SCHEMA = DATABASE() AND DATA_TYPE IN ('varchar', 'char', 'text', 'mediumtext', 'longtext', 'mediumblob',
    'longblob', 'blob', 'json')`)
  const found: string[] = []
  for (const { t, c } of columns) {
    const like = TRACES.map(() => `CONVERT(\`${c}\` USING utf8mb4) LIKE ?`).join(' OR ')
    if (
      await selectOne(
        `SELECT 1 AS found FROM \`${t}\` WHERE ${like} LIMIT 1`,
        TRACES.map(trace => `%${trace}%`),
      )
    )
      found.push(`${t}.${c}`)
  }
  return found.sort()
}

/**
 * What an order of hers leaves beside itself: a letter to another address, a return with a photo, words of staff, a
 * webhook.
 */
async function whatFollows(order: number, refund_status = 'COMPLETED'): Promise<string> {
  await insertRow('mails', {
    once_key: `order-${order}-ready`,
    recipient: 'esi.quaye@elsewhere.test',
    letter: '{"title":"Esinam"}',
  })
  await execute("UPDATE orders SET staff_note = 'Esinam Quaye calls at noon' WHERE id = ?", [order])
  await insertRow('staff_changes', {
    user_id: 7,
    subject: 'order',
    subject_id: order,
    action: 'note',
    was: '{"staff_note":null}',
    became: '{"staff_note":"Esinam Quaye calls at noon"}',
  })
  const refund = await insertRow('refunds', {
    order_id: order,
    action: 'REFUND',
    reason: 'OTHER',
    note: 'Call Esinam Quaye',
    decision_note: 'Dear Esinam Quaye',
    status_code: refund_status,
    goods_status: refund_status === 'COMPLETED' ? 'KEPT' : 'AWAITED',
    amount: 0,
    user_id: esi.id,
  })
  await insertRow('refund_events', { refund_id: refund, code: 'APPROVED', detail: 'Dear Esinam Quaye', user_id: 7 })
  const name = randomUUID()
  await insertRow('refund_photos', { refund_id: refund, name })
  const file = join(env.uploadsDir, 'returns', `${name}.webp`)
  mkdirSync(join(env.uploadsDir, 'returns'), { recursive: true })
  writeFileSync(file, 'a picture of her')
  await insertRow('order_events', { order_id: order, code: 'CANCELLED', detail: 'Esinam Quaye called', user_id: 7 })
  await execute("UPDATE orders SET cancel_reason = 'Esinam Quaye called' WHERE id = ?", [order])
  await insertRow('payment_attempts', {
    order_id: order,
    reference: `${order}-1`,
    amount: 1000,
    email: `order-${order}@shop.test`,
    status_code: 'FAILED',
  })
  await execute(
    'INSERT INTO payment_events (digest, event, reference, body, settled_at) VALUES (?, \'charge.failed\', ?, \'{"account_name":"Esinam Quaye"}\', NOW(3))',
    [randomUUID().padEnd(64, '0'), `${order}-1`],
  )
  return file
}

/** Leaves something of her in every place where the shop keeps anything. */
async function liveInTheShop() {
  const she = shopper(api, esi)
  await she.add({ product_variation_id: variation, quantity: 2 })
  await she.mark(
    (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [variation]))!
      .product_id,
  )
  await api.send('PATCH', '/api/account', { token: esi.token, body: { phone: '0209876543' } })
  await api.send('POST', '/api/account/addresses', {
    token: esi.token,
    headers: { 'Idempotency-Key': 'one-intent' },
    body: anAddress({
      first_name: 'Esinam',
      last_name: 'Quaye',
      phone: '0209876543',
      address: '12 Watson Avenue, quaye lane',
    }),
  })
  await api.send('POST', '/api/forgot-password', { body: { email: esi.email } })
}

describe("erasing one's own account", () => {
  test('leaves no trace in any table, and keeps the order without the person', async () => {
    const order = await anOrder('CANCELLED')
    const photo = await whatFollows(order)
    await liveInTheShop()
    expect((await tracesIn()).length).toBeGreaterThan(14)
    expect(await erase()).toMatchObject({ status: 200, body: { message: 'Your account is deleted.' } })
    await sendMails(async () => {})
    expect(await tracesIn()).toEqual([])
    expect(existsSync(photo)).toBe(false)
    expect(
      await selectOne('SELECT user_id, total, shipping_region_code, shipping_address FROM orders WHERE id = ?', [
        order,
      ]),
    ).toEqual({ user_id: esi.id, total: 10, shipping_region_code: 'GH-AA', shipping_address: null })
    expect(await selectOne('SELECT name, email, phone, status_code FROM users WHERE id = ?', [esi.id])).toEqual({
      name: 'Erased customer',
      email: `erased-${esi.id}@erased.invalid`,
      phone: null,
      status_code: 'INACTIVE',
    })
    for (const table of [
      'addresses',
      'cart_items',
      'wishlist_items',
      'sessions',
      'password_resets',
      'idempotency_keys',
    ])
      expect([table, await count(table, 'user_id = ?', [esi.id])]).toEqual([table, 0])
  })

  test('leaves no trace of orders and returns made as a guest', async () => {
    const paying = await payAtSandbox(api)
    const guest = await aGuest()
    const keyed = { 'Idempotency-Key': 'as-a-guest' }
    await shopper(api, guest).add({ product_variation_id: variation, quantity: 1 })
    const placed = await api.send('POST', '/api/orders', {
      token: guest.token,
      headers: keyed,
      body: aSubmission({
        first_name: 'Esinam',
        last_name: 'Quaye',
        phone: '+233209876543',
        email: 'esi.quaye@elsewhere.test',
      }),
    })
    const { id, tracking_url } = placed.body.order as unknown as { id: number; tracking_url: string }
    await inTransaction(async () => payOrder(await lockOrder(id), { account_code: 'BANK', user_id: 7 }))
    await execute("UPDATE orders SET status_code = 'COMPLETED', completed_at = NOW(3) WHERE id = ?", [id])
    const [{ item } = { item: 0 }] = await select<{ item: number }>(
      'SELECT id AS item FROM order_items WHERE order_id = ?',
      [id],
    )
    const back = await api.send('POST', `/api/orders/track/${tracking_url.split('/').at(-1)}/refunds`, {
      headers: keyed,
      body: {
        action: 'REFUND',
        reason: 'OTHER',
        note: 'Call Esinam Quaye',
        items: [{ order_item_id: item, quantity: 1 }],
      },
    })
    await paying.sandbox.idle()
    paying.stop()
    expect([
      placed.status,
      back.status,
      await count('idempotency_keys', "body LIKE '%Esinam%' AND user_id IS NULL"),
    ]).toEqual([201, 201, 2])
    await execute("UPDATE refunds SET status_code = 'REFUSED'")
    const { body } = await api.send('POST', '/api/register', {
      token: guest.token,
      body: {
        name: 'Esinam Quaye',
        email: 'esi.quaye@elsewhere.test',
        phone: '0209876543',
        password: 'batik-and-indigo',
        password_confirmation: 'batik-and-indigo',
      },
    })
    expect((await erase(PASSWORD)).status).toBe(200) // the account of that name which every test has
    expect(await erase('batik-and-indigo', body as unknown as typeof esi)).toMatchObject({ status: 200 })
    await sendMails(async () => {})
    expect(await tracesIn()).toEqual([])
  })

  test('control: is caught when an order keeps something', async () => {
    await anOrder('CANCELLED')
    await execute(
      'CREATE TRIGGER keep_phone BEFORE UPDATE ON orders FOR EACH ROW SET NEW.customer_phone = OLD.customer_phone',
    )
    await erase()
    await sendMails(async () => {})
    expect(await tracesIn()).toEqual(['orders.customer_phone'])
    await execute('DROP TRIGGER keep_phone')
  })

  test('ends every session, sends one last letter and frees the email', async () => {
    const phone = await aUser('CUSTOMER', { email: esi.email })
    await erase()
    for (const { token } of [esi, phone]) expect((await api.send('GET', '/api/account', { token })).status).toBe(401)
    expect((await api.send('POST', '/api/login', { body: { email: esi.email, password: PASSWORD } })).status).toBe(401)
    expect(
      (await api.send('POST', '/api/login', { body: { email: `erased-${esi.id}@erased.invalid`, password: PASSWORD } }))
        .status,
    ).toBe(401)
    const sent: string[] = []
    await sendMails(async ({ to, letter }) => void sent.push(`${to}: ${letter.title}`))
    expect(sent).toEqual(['esi.quaye@shop.test: Your account is deleted'])
    const again = await api.send('POST', '/api/register', {
      body: {
        name: 'Esinam',
        email: esi.email,
        phone: '0209876543',
        password: 'batik-and-indigo',
        password_confirmation: 'batik-and-indigo',
      },
    })
    expect(again.status).toBe(201)
    expect((again.body.user as unknown as { id: number }).id).not.toBe(esi.id)
  })

  test.each(['UNPAID', 'PROCESSING', 'READY_TO_SHIP'])('waits while an order is %s, and says so', async status => {
    const order = await anOrder(status)
    expect(await erase()).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`Order ${order} is `) },
    })
    expect((await api.send('GET', '/api/account', { token: esi.token })).status).toBe(200)
    await execute("UPDATE orders SET status_code = 'CANCELLED' WHERE id = ?", [order])
    expect((await erase()).status).toBe(200)
  })

  test.each(['REQUESTED', 'APPROVED'])('waits while a return is %s', async status => {
    await whatFollows(await anOrder('CANCELLED'), status)
    expect(await erase()).toMatchObject({ status: 409, body: { message: expect.stringContaining('not settled yet') } })
    await execute("UPDATE refunds SET status_code = 'REFUSED'")
    expect((await erase()).status).toBe(200)
  })

  test('waits while a refund could not be sent', async () => {
    await whatFollows(await anOrder('CANCELLED'))
    await execute("UPDATE refunds SET money_status = 'NEEDS_ATTENTION'")
    expect((await erase()).status).toBe(409)
    await execute("UPDATE refunds SET money_status = 'NONE'")
  })

  test('asks for the password and blocks guesses', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await erase(`guess-${n}`)).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    expect(await count('users', "id = ? AND status_code = 'ACTIVE'", [esi.id])).toBe(1)
  })

  test('is refused for staff', async () => {
    for (const role of ['MANAGER', 'ADMINISTRATOR', 'SUPER_ADMINISTRATOR'] as const)
      expect((await erase(PASSWORD, await aUser(role))).status).toBe(403)
  })

  test('stops writes about the person while it runs', async () => {
    const added = Promise.all(
      Array.from({ length: 10 }, () =>
        api.send('POST', '/api/account/addresses', { token: esi.token, body: anAddress() }),
      ),
    )
    const [replies, erased] = await Promise.all([added, erase()])
    expect(erased.status).toBe(200)
    expect(replies.every(({ status }) => status === 201 || status === 401)).toBe(true)
    expect(await count('addresses')).toBe(0)
  })
})
