import { openSession } from '#api/auth/sessions.ts'
import { accessToken } from '#api/auth/tokens.ts'
import type { CartItem } from '#sync/protocol/shop/cart.ts'
import type { Api, Reply } from '#tests/support/server/api.ts'

/** A guest with a new session. */
export async function aGuest(): Promise<{ token: string; session_id: string; cookie: string }> {
  const { session_id, refresh } = await openSession(null, null)
  return { session_id, token: accessToken(session_id), cookie: `refresh=${refresh}` }
}

/** A shopper's requests about bag and wishlist, over http. */
export const shopper = (api: Api, { token }: { token: string }) => {
  const send = (method: string, path: string, body?: unknown) =>
    api.send(method, `/api/${path}`, { token, ...(body !== undefined && { body }) })
  return {
    send,
    add: (body: unknown) => send('POST', 'cart', body),
    cart: async () => itemsOf(await send('GET', 'cart')),
    /** The quantities in the cart, by variation. */
    quantities: async () =>
      Object.fromEntries(
        itemsOf(await send('GET', 'cart')).map(({ product_variation_id, quantity }) => [
          product_variation_id,
          quantity,
        ]),
      ),
    mark: (product_id: unknown) => send('POST', 'wishlist', { product_id }),
    marked: async () =>
      (
        (await send('GET', 'wishlist')).body as unknown as { wishlist_items: { data: { product_id: number }[] } }
      ).wishlist_items.data.map(({ product_id }) => product_id),
  }
}

const itemsOf = (reply: Reply) => (reply.body as unknown as { cart_items: { data: CartItem[] } }).cart_items.data
export const itemOf = (reply: Reply) => (reply.body as unknown as { cart_item: CartItem }).cart_item
