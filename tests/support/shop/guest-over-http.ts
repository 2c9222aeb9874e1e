import { randomUUID } from 'node:crypto'
import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { aSubmission } from '#tests/support/server/submission.ts'

/** A guest of a running shop: their token, their cookies as a browser sends them, and their requests. */
export async function aGuestAt(url: string) {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
      body: JSON.stringify(body),
    })
  const entered = await post('/api/guest', {})
  const { token } = (await entered.json()) as ReplyOf<'POST /api/guest'>
  const cookie = entered.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  /** @throws the shop's refusal */
  async function send<Reply = unknown>(path: string, body: object): Promise<Reply> {
    const reply = await post(path, body, { authorization: `Bearer ${token}` })
    if (!reply.ok) throw new Error(`${path} is refused: ${await reply.text()}`)
    return (await reply.json()) as Reply
  }
  return { token, cookie, send }
}

/** A guest's order of one piece of the demo shop's first product: its id, and the path of its link. */
export async function anOrderAt(
  url: string,
  overrides: Partial<OrderSubmission> = {},
): Promise<{ id: number; path: string }> {
  const { send } = await aGuestAt(url)
  await send('/api/cart', { product_variation_id: await aVariationAt(url), quantity: 1 })
  const { order } = await send<ReplyOf<'POST /api/orders'>>('/api/orders', aSubmission(overrides))
  return { id: order.id, path: new URL(order.tracking_url!).pathname }
}

/** A variation of the demo shop's first product that is in stock. */
export async function aVariationAt(url: string): Promise<number> {
  const { product } = (await (await fetch(`${url}/api/products/1`)).json()) as ReplyOf<'GET /api/products/:id'>
  return product.variations.find(({ quantity_in_stock }) => quantity_in_stock > 0)!.id
}
