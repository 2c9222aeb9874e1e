import { listingCopy, listingsChanged, type ListingCopy } from '#api/catalogue/listing-copy.ts'
import { summaryText } from '#api/catalogue/summary-text.ts'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { invalid, notFound } from '#api/errors.ts'
import { lockOwner, ownedBy, type Owner } from '#api/http/owner.ts'
import { paged, windowOf } from '#api/http/paginate.ts'
import { written, type Written } from '#api/http/written.ts'
import { MOST_GATHERED } from '#sync/protocol/cart.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { PageQuery } from '#sync/protocol/page.ts'

type Reply = ReplyOf<'GET /api/wishlist'>
interface Marked { id: number; product_id: number }

/** What somebody marked, the latest first. What is not for sale at present is left out and counted; it comes back when it is. */
export async function readWishlist(owner: Owner, query: PageQuery): Promise<Written<Reply>> {
  const [marked, counts] = await Promise.all([
    select<Marked>(`SELECT w.id, w.product_id FROM wishlist_items w JOIN product_listings l ON l.product_id = w.product_id
      WHERE ${ownedBy(owner, 'w.')} ORDER BY w.id DESC LIMIT :limit OFFSET :offset`, { ...owner, ...windowOf(query) }),
    selectOne<{ listed: number; all_marked: number }>(`SELECT COUNT(l.product_id) AS listed, COUNT(*) AS all_marked
      FROM wishlist_items w LEFT JOIN product_listings l ON l.product_id = w.product_id WHERE ${ownedBy(owner, 'w.')}`, { ...owner }),
  ])
  const { listed, all_marked } = counts!
  const { data: _none, ...page } = paged([], listed, query)
  const copy = await copyWith(marked)
  const rows = marked.flatMap(item => itemText(item, copy) ?? [])
  return written(`{"wishlist_items":{"data":[${rows.join(',')}],${JSON.stringify(page).slice(1)},"unavailable":${all_marked - listed}}`)
}

/**
 * Marks a product; marking it again changes nothing.
 * @throws 422 where it is not for sale, or too much is marked already
 */
export const addToWishlist = (owner: Owner, product_id: number): Promise<Marked> => inTransaction(async () => {
  await lockOwner(owner)
  const known = await findMarked(owner, product_id)
  if (known) return known
  const { listed, marked } = (await selectOne<{ listed: number; marked: number }>(`SELECT (SELECT COUNT(*) FROM products WHERE id = :product_id AND status_code = 'LIVE'
    AND deleted_at IS NULL) AS listed, (SELECT COUNT(*) FROM wishlist_items WHERE ${ownedBy(owner)}) AS marked`, { ...owner, product_id }))!
  if (listed === 0) throw invalid({ product_id: ['This product is not for sale.'] })
  if (marked >= MOST_GATHERED) throw invalid({ product_id: [`A wishlist holds ${MOST_GATHERED} products at most.`] })
  await execute('INSERT INTO wishlist_items (user_id, session_id, product_id) VALUES (:user_id, :session_id, :product_id)', { ...owner, product_id })
  return (await findMarked(owner, product_id))!
})

/** @throws 404 for what is not marked */
export const removeFromWishlist = (owner: Owner, product_id: number): Promise<void> => inTransaction(async () => {
  await lockOwner(owner)
  const gone = await execute(`DELETE FROM wishlist_items WHERE ${ownedBy(owner)} AND product_id = :product_id`, { ...owner, product_id })
  if (gone === 0) throw notFound('Product')
})

/** Gives a user what a guest marked. The caller has locked both. */
export async function mergeWishlists(guest: string, user_id: number): Promise<void> {
  await execute(`INSERT IGNORE INTO wishlist_items (user_id, product_id, created_at) SELECT :user_id, product_id, created_at FROM wishlist_items
    WHERE session_id = :guest ORDER BY id`, { guest, user_id })
  await execute('DELETE FROM wishlist_items WHERE session_id = ?', [guest])
}

const findMarked = (owner: Owner, product_id: number) =>
  selectOne<Marked>(`SELECT id, product_id FROM wishlist_items WHERE ${ownedBy(owner)} AND product_id = :product_id`, { ...owner, product_id })

/** A product that another process has just put on sale may not be in the copy yet. */
async function copyWith(marked: readonly Marked[]): Promise<ListingCopy> {
  const copy = await listingCopy()
  if (marked.every(({ product_id }) => copy.listings.has(product_id))) return copy
  listingsChanged()
  return listingCopy()
}

function itemText({ id, product_id }: Marked, { listings, names }: ListingCopy): string | null {
  const listing = listings.get(product_id)
  return listing ? `{"id":${id},"product_id":${product_id},"product":${summaryText(listing, names, true)}}` : null
}
