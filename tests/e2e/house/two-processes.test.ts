import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { privateDatabaseUrl } from '#api/db/server.ts'
import { patience } from '#tests/support/patience.ts'
import { booksOf, sql } from '#tests/support/people/books.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

const [BUYERS, PIECES] = isFull ? [500, 100] : [100, 20]
const TRIES = 3
const SUBMISSION = {
  first_name: 'Yaa',
  last_name: 'Darko',
  phone: '0244123456',
  email: 'yaa@mail.test',
  delivery_method_code: 'self_pick_up',
}

let first: Shop
let second: Shop
beforeAll(async () => {
  first = await startShop()
  // All buyers come from this computer, and name one phone.
  await sql(first, "UPDATE settings SET value = '100000' WHERE name IN ('guests_per_minute', 'unpaid_pieces_limit')")
  await sql(first, "UPDATE settings SET value = '1000000' WHERE name = 'unpaid_value_limit'")
  second = await startShop({
    env: {
      DATABASE_URL: privateDatabaseUrl(join(first.dataDir, 'database')),
      DEMO: '0',
      PAYSTACK_PUBLIC_KEY: 'pk_test_demo',
      PAYSTACK_SECRET_KEY: 'sk_test_demo',
      PAYSTACK_API_URL: `${first.url}/sandbox/paystack`,
    },
  })
})
afterAll(async () => {
  await second?.stop()
  await first.stop()
})

interface Answer {
  status: number
  body: {
    token?: string
    cart_item?: { id: number }
    order?: { id: number; items: { product_variation_id: number }[] }
    errors?: Record<string, string[]>
  }
}

/** A guest on a connection of their own, which stays open, to one process of the shop. */
function aGuestAt({ url }: Shop) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let token: string | undefined
  const once = (method: string, path: string, body: object): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = JSON.stringify(body)
      const asking = request(
        url + path,
        {
          method,
          agent,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(sent),
            ...(token && { authorization: `Bearer ${token}` }),
          },
        },
        reply => {
          json(reply).then(read => resolve({ status: reply.statusCode!, body: read as Answer['body'] }), reject)
        },
      )
      // The shop may have hung up on who said nothing for some seconds.
      asking
        .on('error', (error: NodeJS.ErrnoException) =>
          asking.reusedSocket && error.code === 'ECONNRESET' ? resolve(once(method, path, body)) : reject(error),
        )
        .end(sent)
    })
  const ask = async (method: string, path: string, body: object = {}): Promise<Answer> => {
    let answer = await once(method, path, body)
    // Too many at once for a slow machine: it says so, and does nothing.
    for (; answer.status === 503; answer = await once(method, path, body)) await sleep(1_000) // as it asks for
    return answer
  }
  return {
    ask,
    enter: async () => {
      token = (await ask('POST', '/api/guest')).body.token
    },
    leave: () => agent.destroy(),
  }
}

interface Buyer {
  /** Has its connection open. */
  isThere: () => Promise<unknown>
  /** Orders what is in the cart, so often; what is refused is taken out of it, as long as there is something else. */
  tryAll: () => Promise<Answer[]>
  leave: () => void
}

async function aBuyer(shop: Shop, variations: number[]): Promise<Buyer> {
  const { ask, enter, leave } = aGuestAt(shop)
  await enter()
  const lines = new Map<number, number>()
  for (const product_variation_id of variations)
    lines.set(product_variation_id, (await ask('POST', '/api/cart', { product_variation_id })).body.cart_item!.id)
  return {
    leave,
    isThere: () => ask('POST', '/api/wishlist'),
    async tryAll() {
      const answers: Answer[] = []
      for (let left = TRIES; left > 0; left--) {
        const answer = await ask('POST', '/api/orders', SUBMISSION)
        answers.push(answer)
        for (const id of refusedIn(answer)) {
          if (lines.size === 1) break
          await ask('DELETE', `/api/cart/${lines.get(id)}`)
          lines.delete(id)
        }
      }
      return answers
    },
  }
}

const refusedIn = ({ body }: Answer) =>
  Object.keys(body.errors ?? {}).map(field => Number(field.replace('variation_', '')))

/** Three products of which so many can be sold from now on. */
async function threeKinds(): Promise<number[]> {
  const goods = (
    await sql<{ id: number }>(
      first,
      "SELECT MIN(v.id) AS id FROM product_variations v JOIN products p ON p.id = v.product_id WHERE p.status_code = 'LIVE' AND p.deleted_at IS NULL AND v.on_hand > 0 AND v.reserved = 0 GROUP BY p.id LIMIT 3",
    )
  ).map(({ id }) => id)
  await sql(
    first,
    `INSERT INTO stock_movements (product_variation_id, reason, quantity) SELECT id, 'COUNT', ${PIECES} - on_hand
      FROM product_variations WHERE id IN (${goods.join()})`,
  )
  await sql(first, `UPDATE product_variations SET on_hand = ${PIECES} WHERE id IN (${goods.join()})`)
  return goods
}

test.each([1, 2])(
  `sells all of three products with ${PIECES} pieces, and no more, to ${BUYERS} buyers with ${TRIES} tries each at %i processes`,
  { timeout: patience(2_700_000) },
  async processes => {
    const goods = await threeKinds()
    const stock = () =>
      sql<{ id: number; on_hand: number; reserved: number }>(
        first,
        `SELECT id, on_hand, reserved FROM product_variations WHERE id IN (${goods.join()}) ORDER BY id`,
      )
    const before = await stock()
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, (_, i) =>
        aBuyer(
          processes === 2 && i % 2 ? second : first,
          goods.filter((_, kind) => kind !== i % 4).sort(() => Math.random() - 0.5),
        ),
      ),
    )
    await Promise.all(buyers.map(buyer => buyer.isThere()))
    const answers = await Promise.all(buyers.map(buyer => buyer.tryAll()))
    for (const buyer of buyers) buyer.leave()

    const tries = answers.flat()
    expect(tries).toHaveLength(BUYERS * TRIES)
    for (const answer of tries.filter(({ status }) => status !== 201)) {
      expect([answer.status, refusedIn(answer).filter(id => !goods.includes(id))]).toEqual([422, []])
      for (const [words] of Object.values(answer.body.errors!)) expect(words).toMatch(/sold out, 0 left\.$/)
    }
    const orders = new Map(tries.flatMap(({ body: { order } }) => (order ? [[order.id, order.items]] : [])))
    const sold = (id: number) => [...orders.values()].flat().filter(item => item.product_variation_id === id).length
    expect(before.map(({ id }) => [id, sold(id)])).toEqual(before.map(({ id }) => [id, PIECES]))
    expect(await stock()).toEqual(before.map(({ id, on_hand }) => ({ id, on_hand, reserved: on_hand })))
    expect((await booksOf(first)).broken).toEqual([])
  },
)
