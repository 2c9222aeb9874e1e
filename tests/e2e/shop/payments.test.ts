import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { patience } from '#tests/support/patience.ts'
import { booksOf, sql } from '#tests/support/people/books.ts'
import { seed } from '#tests/support/till/fleet.ts'
import { seeded } from '#tests/support/server/network.ts'
import { until } from '#tests/support/runs/processes.ts'
import { GOOD } from '#tests/support/shop/sandbox.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

const ORDERS = isFull ? 300 : 30
const AT_ONCE = 5
const SUBMISSION = {
  first_name: 'Yaa',
  last_name: 'Darko',
  phone: '0244123456',
  email: 'yaa@mail.test',
  delivery_method_code: 'self_pick_up',
  coupon_code: 'MANY',
}
console.log(`seed ${seed}`)

let shop: Shop
afterEach(async () => {
  await shop.stop()
})

interface Asked {
  token?: string | null
  body?: object
  key?: string
}
interface Answer {
  status: number
  body: {
    token?: string
    order?: { id: number; status_code: string }
    payment?: Record<'access_code' | 'authorization_url' | 'reference', string>
    message?: string
  }
}

/**
 * Asks until the shop answers with something else than that it is down, busy or broken: as a page does whose shop
 * falls.
 */
async function ask(method: string, path: string, { token = null, body = {}, key }: Asked = {}): Promise<Answer> {
  for (;;) {
    const headers = {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const reply = await fetch(shop.url + path, {
      method,
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience(20_000)),
    }).catch(() => null)
    const answer =
      reply &&
      (await reply.json().then(
        (read: Answer['body']) => ({ status: reply.status, body: read }),
        () => null,
      ))
    if (answer && answer.status < 500) return answer
    await sleep(200) // between two tries
  }
}

/** Beside the program; while that is down, as soon as it is back. */
const change = (text: string) =>
  until(
    () =>
      sql(shop, text).then(
        () => true,
        () => false,
      ),
    text,
    360_000,
  )

/**
 * Somebody orders one piece with a code and pays it in the pop-up. Then everybody who may find out does, at once and in
 * any order: the provider tells of it three times, the page asks three times, staff ask, and both its attempt and the
 * order itself are due to be looked after. Returns the order's id.
 */
async function buy(
  product_variation_id: number,
  { staff, random }: { staff: string; random: () => number },
): Promise<number> {
  const token = (await ask('POST', '/api/guest')).body.token!
  await ask('POST', '/api/cart', { token, body: { product_variation_id }, key: randomUUID() })
  const { body } = await ask('POST', '/api/orders', { token, body: SUBMISSION, key: randomUUID() })
  const order_id = body.order!.id
  const { reference, access_code, authorization_url } = body.payment!
  expect(authorization_url).toBe(`https://jeans.example/sandbox/paystack/checkout/${access_code}`)
  await ask('POST', `/sandbox/paystack/checkout/${access_code}/pay`, { body: GOOD })
  const answers: string[] = []
  const asking = (method: string, path: string, asked: Asked) =>
    ask(method, path, asked).then(({ status, body: { order } }) => void answers.push(`${status} ${order?.status_code}`))
  const ways = [
    ...Array.from(
      { length: 3 },
      () => () => ask('POST', '/sandbox/paystack/_webhooks', { token: 'sk_test_demo', body: { reference } }),
    ),
    ...Array.from({ length: 3 }, () => () => asking('PATCH', '/api/orders', { token, body: { order_id } })),
    () => asking('POST', `/api/staff/orders/${order_id}/check-payment`, { token: staff }),
    () =>
      change(
        `UPDATE payment_attempts SET created_at = created_at - INTERVAL 2 MINUTE, checked_at = NULL
          WHERE order_id = ${order_id}`,
      ),
    () =>
      change(
        `UPDATE orders SET reserved_until = NOW(3) - INTERVAL 1 SECOND
          WHERE id = ${order_id} AND status_code = 'UNPAID'`,
      ),
  ]
  await Promise.all(
    ways
      .map(way => ({ way, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ way }) => way()),
  )
  expect(answers).toEqual(Array(4).fill('200 PROCESSING'))
  return order_id
}

test(
  `pays each of ${ORDERS} orders once when each is reported in five ways at once, by an unnamed sandbox, with the shop killed three times`,
  { timeout: patience(1_800_000) },
  async () => {
    const random = seeded(seed)
    const env = { SHOP_URL: 'https://jeans.example', DEMO: 'public' }
    shop = await startShop({ env })
    await sql(
      shop,
      `INSERT INTO coupons (code, name, type, value, max_usage) VALUES ('MANY', 'Many', 'amount', 1, ${ORDERS})`,
    )
    // All shoppers come from this computer, and name one phone.
    await sql(
      shop,
      "UPDATE settings SET value = '100000' WHERE name IN ('guests_per_minute', 'unpaid_pieces_limit', 'unpaid_value_limit')",
    )
    const staff = (await ask('POST', '/api/login', { body: { email: 'manager@shop.test', password: 'Demo-1234' } }))
      .body.token!
    const shelf = await sql<{ id: number }>(
      shop,
      "SELECT v.id FROM product_variations v JOIN products p ON p.id = v.product_id WHERE p.status_code = 'LIVE' AND v.on_hand - v.reserved > 5 LIMIT 100",
    )
    const due = [0.2, 0.5, 0.8].map(at => at * ORDERS)
    const paid: number[] = []
    let left = ORDERS
    const killed = { times: 0, now: Promise.resolve() }
    const kill = async () => {
      await shop.kill()
      shop = await shop.startAgain()
    }
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left > 0) {
          left -= 1
          const order_id = await buy(shelf[Math.floor(random() * shelf.length)]!.id, { staff, random })
          paid.push(order_id)
          if (due[0] === undefined || paid.length < due[0]) continue
          due.shift()
          killed.times += 1
          killed.now = killed.now.then(kill)
        }
      }),
    )
    await killed.now

    expect([killed.times, new Set(paid).size]).toEqual([3, ORDERS])
    const ids = paid.join()
    const once = await sql(
      shop,
      `SELECT o.id FROM orders o WHERE o.id IN (${ids}) AND o.status_code = 'PROCESSING'
    AND (SELECT COUNT(*) FROM payments p WHERE p.order_id = o.id AND p.status_code = 'APPLIED') = 1
    AND (SELECT COUNT(*) FROM transactions t WHERE t.order_id = o.id) = 1
    AND (SELECT COUNT(*) FROM coupon_redemptions r WHERE r.order_id = o.id) = 1
    AND (SELECT COUNT(*) FROM mails m WHERE m.once_key = CONCAT('order-', o.id, '-confirmed')) = 1
    AND (SELECT SUM(quantity) FROM stock_movements s WHERE s.order_id = o.id AND s.reason = 'SALE') = -1
    AND (SELECT SUM(quantity) FROM stock_movements s
      WHERE s.order_id = o.id AND s.reason IN ('RESERVATION', 'RELEASE')) = 0`,
    )
    expect(once).toHaveLength(ORDERS)
    expect(await sql(shop, "SELECT current_usage FROM coupons WHERE code = 'MANY'")).toEqual([
      { current_usage: ORDERS },
    ])
    expect(await sql(shop, "SELECT id FROM payments WHERE status_code <> 'APPLIED'")).toEqual([])
    expect((await booksOf(shop)).broken).toEqual([])
  },
)
