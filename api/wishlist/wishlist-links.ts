import { randomBytes } from 'node:crypto'
import { listingCopy } from '#api/catalogue/listing-copy.ts'
import { summaryText } from '#api/catalogue/summary-text.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { notFound } from '#api/errors.ts'
import { lockOwner, ownedBy, ownerKey, type Owner } from '#api/http/owner.ts'
import { written, type Written } from '#api/http/written.ts'
import { MOST_GATHERED } from '#sync/protocol/shop/cart.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'

const urlOf = (token: string) => `${env.shopUrl}/wishlist/${token}`

/** The link to an owner's wishlist; null if they share none. */
export async function findWishlistLink(owner: Owner): Promise<string | null> {
  const link = await selectOne<{ token: string }>(`SELECT token FROM wishlist_links WHERE ${ownedBy(owner)}`, {
    ...owner,
  })
  return link && urlOf(link.token)
}

/** Shares an owner's wishlist: the same link each time, until it is taken back. */
export const shareWishlist = (owner: Owner): Promise<string> =>
  inTransaction(async () => {
    await lockOwner(owner)
    const known = await findWishlistLink(owner)
    if (known) return known
    const token = randomBytes(24).toString('base64url')
    await insertRow('wishlist_links', { ...owner, owner_key: ownerKey(owner), token })
    return urlOf(token)
  })

/** Takes the link back: it never shows anything again. @throws 404 if there is none */
export async function unshareWishlist(owner: Owner): Promise<void> {
  const gone = await execute(`DELETE FROM wishlist_links WHERE ${ownedBy(owner)}`, { ...owner })
  if (gone === 0) throw notFound('Link')
}

interface Shared extends Owner {
  name: string | null
}

/** What a link shows: the first name of its owner, and the products on sale, the latest first. @throws 404 */
export async function readSharedWishlist(token: string): Promise<Written<ReplyOf<'GET /api/wishlist/shared/:token'>>> {
  const owner = /^[\w-]{32}$/.test(token)
    ? await selectOne<Shared>(
        `SELECT l.user_id, l.session_id, u.name FROM wishlist_links l LEFT JOIN users u ON u.id = l.user_id
        WHERE l.token = ? AND (u.id IS NULL OR u.status_code = 'ACTIVE')`,
        [token],
      )
    : null
  if (!owner) throw notFound('Wishlist')
  const { name, user_id, session_id } = owner
  const wishes = await select<{ product_id: number }>(
    `SELECT product_id FROM wishlist_items WHERE ${ownedBy(owner)} ORDER BY id DESC LIMIT ${MOST_GATHERED}`,
    { user_id, session_id },
  )
  const copy = await listingCopy()
  const products = wishes.flatMap(({ product_id }) => {
    const listing = copy.listings.get(product_id)
    return listing ? [summaryText(listing, copy)] : []
  })
  const first_name = name?.trim().split(/\s+/)[0] ?? null
  return written(`{"first_name":${JSON.stringify(first_name)},"products":[${products.join(',')}]}`)
}

/** Moves a guest's link to a user, unless they share one. The caller has locked both. */
export async function mergeWishlistLinks(guest: string, user_id: number): Promise<void> {
  await execute(
    'UPDATE IGNORE wishlist_links SET user_id = :user_id, session_id = NULL, owner_key = :owner_key WHERE session_id = :guest',
    { guest, user_id, owner_key: ownerKey({ user_id, session_id: null }) },
  )
  await execute('DELETE FROM wishlist_links WHERE session_id = ?', [guest])
}
