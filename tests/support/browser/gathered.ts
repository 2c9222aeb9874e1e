import { readAccessToken } from '#api/auth/tokens.ts'
import { liveSession } from '#api/auth/sessions.ts'
import { addToCart } from '#api/carts/change-cart.ts'
import { selectOne } from '#api/db/database.ts'
import { ownerOf, type Owner } from '#api/http/owner.ts'
import { addToWishlist } from '#api/wishlist/wishlist.ts'
import { aUser } from '#tests/support/server/api.ts'

/** The owner of a request with these headers; the shop's owner without a session. */
export async function ownerBehind(headers: Record<string, string> = {}): Promise<Owner> {
  const session_id = readAccessToken((headers.authorization ?? '').replace('Bearer ', ''))
  const session = session_id && (await liveSession(session_id))
  if (session) return ownerOf(session)
  const known = await selectOne<{ id: number }>("SELECT id FROM users WHERE email = 'owner@shop.test'")
  return {
    user_id: known?.id ?? (await aUser('SUPER_ADMINISTRATOR', { email: 'owner@shop.test' })).id,
    session_id: null,
  }
}

/** Adds a line to the caller's cart. Returns its id. */
export const aLineOf = async (headers: Record<string, string> | undefined, product_variation_id: number) =>
  (await addToCart(await ownerBehind(headers), { product_variation_id })).id

/** The same for a wishlist. Returns the product's id. */
export const aMarkOf = async (headers: Record<string, string> | undefined, product_id: number) =>
  (await addToWishlist(await ownerBehind(headers), product_id)).product_id
