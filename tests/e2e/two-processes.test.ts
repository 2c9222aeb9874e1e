import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { privateDatabaseUrl } from '#api/db/server.ts'
import { booksOf, sql } from '#tests/support/books.ts'
import { startShop, type Shop } from '#tests/support/server.ts'

const [BUYERS, PIECES] = process.env.FAULTS === 'full' ? [500, 100] : [100, 20]
const SUBMISSION = { first_name: 'Yaa', last_name: 'Darko', phone: '0244123456', email: 'yaa@mail.test', delivery_method_code: 'self_pick_up' }

let first: Shop
let second: Shop
beforeAll(async () => {
  first = await startShop()
  second = await startShop({ env: {
    DATABASE_URL: privateDatabaseUrl(join(first.dataDir, 'database')), DEMO: '0',
    PAYSTACK_PUBLIC_KEY: 'pk_test_demo', PAYSTACK_SECRET_KEY: 'sk_test_demo', PAYSTACK_API_URL: `${first.url}/sandbox/paystack`,
  } })
})
afterAll(async () => {
  await second?.stop()
  await first.stop()
})

interface Answer { status: number; body: { token?: string; order?: { items: { product_variation_id: number }[] }; errors?: Record<string, string[]> } }

async function ask(shop: Shop, path: string, { token, body = {} }: { token?: string; body?: object }): Promise<Answer> {
  const reply = await fetch(shop.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...token && { authorization: `Bearer ${token}` } }, body: JSON.stringify(body) })
  return { status: reply.status, body: await reply.json() as Answer['body'] }
}

/** A guest with some pieces in the cart, who is served by this process alone. Resolves with how to order them. */
async function aBuyer(shop: Shop, variations: number[]): Promise<() => Promise<Answer>> {
  const { token } = (await ask(shop, '/api/guest', {})).body
  for (const product_variation_id of variations) await ask(shop, '/api/cart', { token, body: { product_variation_id } })
  return () => ask(shop, '/api/orders', { token, body: SUBMISSION })
}

test(`${BUYERS} buyers, half of them at another process of the shop, never get more than there is of three kinds of ${PIECES}`, { timeout: 600_000 }, async () => {
  const goods = (await sql<{ id: number }>(first, "SELECT MIN(v.id) AS id FROM product_variations v JOIN products p ON p.id = v.product_id WHERE p.status_code = 'LIVE' AND v.on_hand - v.reserved > 0 GROUP BY p.id LIMIT 3")).map(({ id }) => id)
  await sql(first, `INSERT INTO stock_movements (product_variation_id, reason, quantity) SELECT id, 'COUNT', ${PIECES} + reserved - on_hand FROM product_variations WHERE id IN (${goods.join()})`)
  await sql(first, `UPDATE product_variations SET on_hand = ${PIECES} + reserved WHERE id IN (${goods.join()})`)
  const held = await sql<{ id: number; reserved: number }>(first, `SELECT id, reserved FROM product_variations WHERE id IN (${goods.join()}) ORDER BY id`)

  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, i) =>
    aBuyer(i % 2 ? first : second, goods.filter((_, kind) => kind !== i % 4).sort(() => Math.random() - 0.5))))
  const answers = await Promise.all(buyers.map(order => order()))

  const placed = answers.filter(({ status }) => status === 201)
  for (const { status, body } of answers.filter(({ status }) => status !== 201)) {
    const [field, [words] = []] = Object.entries(body.errors!)[0]!
    expect([status, goods.includes(Number(field.replace('variation_', ''))), words]).toEqual([422, true, expect.stringMatching(/left\.$/)])
  }
  const sold = (id: number) => placed.flatMap(({ body }) => body.order!.items).filter(item => item.product_variation_id === id).length
  const now = await sql<{ id: number; on_hand: number; reserved: number }>(first, `SELECT id, on_hand, reserved FROM product_variations WHERE id IN (${goods.join()}) ORDER BY id`)
  expect(now.map(({ id, reserved }, i) => [id, reserved - held[i]!.reserved])).toEqual(now.map(({ id }) => [id, sold(id)]))
  for (const { on_hand, reserved } of now) expect(on_hand - reserved).toBeGreaterThanOrEqual(0)
  expect(now.some(({ on_hand, reserved }) => on_hand === reserved)).toBe(true)
  expect((await booksOf(first)).broken).toEqual([])
})
