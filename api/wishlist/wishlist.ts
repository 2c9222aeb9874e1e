import { PRICE_FROM } from '#api/catalogue/describe-products.ts'
import type { Listed } from '#api/catalogue-index/listings.ts'
import { listingCopy, listingsChanged, type ListingCopy } from '#api/catalogue/listing-copy.ts'
import { summaryText } from '#api/catalogue/summary-text.ts'
import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { invalid, notFound } from '#api/errors.ts'
import { lockOwner, ownedBy, type Owner } from '#api/http/owner.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import { written, type Written } from '#api/http/written.ts'
import { MOST_GATHERED } from '#sync/protocol/shop/cart.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { toCedis } from '#sync/protocol/money.ts'
import type { PageQuery } from '#sync/protocol/page.ts'
import { isSamePrice } from '#sync/protocol/pricing.ts'
import type { UnavailableWish, WishChange } from '#sync/protocol/shop/wishlist.ts'

type Reply = ReplyOf<'GET /api/wishlist'>
interface Marked {
  id: number
  product_id: number
}
/** With what its owner last saw, `price` in cedis; null if never recorded. */
interface Known extends Marked {
  price: number | null
  in_stock: 0 | 1 | null
}

const KNOWN = 'w.id, w.product_id, w.price, w.in_stock'

/**
 * An owner's wish list, the latest first. Items not for sale are counted and listed separately, and come back with the
 * product.
 */
export async function readWishlist(owner: Owner, query: PageQuery): Promise<Written<Reply>> {
  const [marked, counts] = await Promise.all([
    select<Known>(
      `SELECT ${KNOWN} FROM wishlist_items w JOIN product_listings l ON l.product_id = w.product_id
      WHERE ${ownedBy(owner, 'w.')} ORDER BY w.id DESC LIMIT :limit OFFSET :offset`,
      { ...owner, ...windowOf(query) },
    ),
    selectOne<{ listed: number; all_marked: number }>(
      `SELECT COUNT(l.product_id) AS listed, COUNT(*) AS all_marked
      FROM wishlist_items w LEFT JOIN product_listings l ON l.product_id = w.product_id WHERE ${ownedBy(owner, 'w.')}`,
      { ...owner },
    ),
  ])
  const { listed, all_marked } = counts!
  const { data: _none, ...page } = paged([], listed, query)
  const copy = await copyWith(marked)
  const rows = marked.flatMap(item => itemText(item, copy) ?? [])
  const unavailable = all_marked - listed
  const named = unavailable === 0 ? [] : await findUnavailable(owner)
  return written(
    `{"wishlist_items":{"data":[${rows.join(',')}],${JSON.stringify(page).slice(1)},"unavailable":${unavailable},"unavailable_items":${JSON.stringify(named)}}`,
  )
}

const findUnavailable = (owner: Owner) =>
  select<UnavailableWish>(
    `SELECT w.product_id, p.name FROM wishlist_items w JOIN products p ON p.id = w.product_id
  LEFT JOIN product_listings l ON l.product_id = w.product_id WHERE ${ownedBy(owner, 'w.')} AND l.product_id IS NULL
  ORDER BY w.id DESC LIMIT ${MOST_GATHERED}`,
    { ...owner },
  )

/** Marks the list's changes as seen, until new ones come. */
export async function takeAsRead(owner: Owner): Promise<void> {
  const { listings } = await listingCopy()
  await inTransaction(async () => {
    await lockOwner(owner)
    for (const item of await select<Known>(`SELECT ${KNOWN} FROM wishlist_items w WHERE ${ownedBy(owner, 'w.')}`, {
      ...owner,
    })) {
      const listing = listings.get(item.product_id)
      if (listing && changesOf(item, listing).length > 0)
        await execute('UPDATE wishlist_items SET price = ?, in_stock = ? WHERE id = ?', [
          toCedis(listing.price),
          Number(listing.in_stock),
          item.id,
        ])
    }
  })
}

/**
 * Adds a product to the wish list; adding it again changes nothing.
 * @throws 422 if it is not for sale, or the list is full
 */
export const addToWishlist = (owner: Owner, product_id: number): Promise<Marked> =>
  inTransaction(async () => {
    await lockOwner(owner)
    const known = await findMarked(owner, product_id)
    if (known) return known
    const goods = await selectOne<{ price: number; in_stock: number; marked: number }>(
      `SELECT ${PRICE_FROM} AS price,
      EXISTS (SELECT 1 FROM product_variations v WHERE v.product_id = p.id AND v.on_hand > v.reserved) AS in_stock,
      (SELECT COUNT(*) FROM wishlist_items WHERE ${ownedBy(owner)}) AS marked
    FROM products p WHERE p.id = :product_id AND p.status_code = 'LIVE' AND p.deleted_at IS NULL`,
      { ...owner, product_id },
    )
    if (!goods) throw invalid({ product_id: ['This product is not for sale.'] })
    const { price, in_stock, marked } = goods
    if (marked >= MOST_GATHERED) throw invalid({ product_id: [`A wishlist can hold up to ${MOST_GATHERED} products.`] })
    return { id: await insertRow('wishlist_items', { ...owner, product_id, price, in_stock }), product_id }
  })

/** @throws 404 if it is not on the list */
export const removeFromWishlist = (owner: Owner, product_id: number): Promise<void> =>
  inTransaction(async () => {
    await lockOwner(owner)
    const gone = await execute(`DELETE FROM wishlist_items WHERE ${ownedBy(owner)} AND product_id = :product_id`, {
      ...owner,
      product_id,
    })
    if (gone === 0) throw notFound('Product')
  })

/** Moves a guest's wish list to a user. The caller has locked both. */
export async function mergeWishlists(guest: string, user_id: number): Promise<void> {
  await execute(
    `INSERT IGNORE INTO wishlist_items (user_id, product_id, price, in_stock, created_at)
      SELECT :user_id, product_id, price, in_stock, created_at FROM wishlist_items
    WHERE session_id = :guest ORDER BY id`,
    { guest, user_id },
  )
  await execute('DELETE FROM wishlist_items WHERE session_id = ?', [guest])
}

const findMarked = (owner: Owner, product_id: number) =>
  selectOne<Marked>(`SELECT id, product_id FROM wishlist_items WHERE ${ownedBy(owner)} AND product_id = :product_id`, {
    ...owner,
    product_id,
  })

/** The copy may not hold a product that another process has just put on sale. */
async function copyWith(marked: readonly Marked[]): Promise<ListingCopy> {
  const copy = await listingCopy()
  if (marked.every(({ product_id }) => copy.listings.has(product_id))) return copy
  listingsChanged()
  return listingCopy()
}

function itemText(item: Known, copy: ListingCopy): string | null {
  const { id, product_id } = item
  const listing = copy.listings.get(product_id)
  return listing
    ? `{"id":${id},"product_id":${product_id},"changes":${JSON.stringify(changesOf(item, listing))},"product":${summaryText(listing, copy, true)}}`
    : null
}

function changesOf({ price, in_stock }: Known, listing: Listed): WishChange[] {
  const now = toCedis(listing.price)
  return [
    ...(price === null || isSamePrice(price, now) ? [] : [{ code: 'price', was: price, now } as const]),
    ...(in_stock === null || Boolean(in_stock) === listing.in_stock
      ? []
      : [{ code: listing.in_stock ? 'back' : 'sold_out' } as const]),
  ]
}
