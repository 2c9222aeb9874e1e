import { execute, inTransaction, insertRowsOnce, selectOne } from '#api/db/database.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { env } from '#api/env.ts'
import { conflict, invalid, notFound } from '#api/errors.ts'
import { lockOrder, type LockedOrder } from '#api/orders/lock-order.ts'
import { cleanText } from '#api/reviews/clean-text.ts'
import { findOwnReview, writerOf } from '#api/reviews/own-reviews.ts'
import { removePictures } from '#api/reviews/remove-pictures.ts'
import { shownName } from '#api/reviews/shown-name.ts'
import { readShop } from '#api/shop/read-shop.ts'
import { keepPicture } from '#api/uploads/keep-picture.ts'
import { isThere, picturePath } from '#api/uploads/pictures.ts'
import { MOST_REVIEW_PICTURES, type OwnReview, type ReviewStatus, type ReviewText } from '#sync/protocol/shop/review.ts'

interface Held {
  id: number
  product_id: number
  status_code: ReviewStatus
}

/**
 * Writes a buyer's one review of a product, or writes it again; either waits for staff. A line of the order shows the
 * purchase. The caller has made sure whose order it is.
 * @throws 409 while the order is not completed, 422 for a line that is not in it
 */
export async function writeReview(
  order_id: number,
  { order_item_id, stars, fit, text }: ReviewText & { order_item_id: number },
): Promise<OwnReview> {
  const { name: shop } = await readShop()
  return inTransaction(async () => {
    const order = await lockCompleted(order_id)
    const line = await selectOne<{ product_id: number }>(
      `SELECT v.product_id FROM order_items i JOIN product_variations v ON v.id = i.product_variation_id
        WHERE i.id = ? AND i.order_id = ?`,
      [order_item_id, order_id],
    )
    if (!line) throw invalid({ order_item_id: ['This is not in the order.'] })
    const writer = writerOf(order)
    const words = {
      order_id,
      order_item_id,
      user_id: order.user_id,
      name: shownName(await nameOn(order), shop),
      stars,
      fit: fit ?? null,
      text: cleanText(text ?? ''),
    }
    await insertRowsOnce('reviews', [{ product_id: line.product_id, writer, ...words }])
    const held = (await selectOne<Held>(
      'SELECT id, product_id, status_code FROM reviews WHERE product_id = ? AND writer = ? FOR UPDATE',
      [line.product_id, writer],
    ))!
    await execute(
      `UPDATE reviews SET order_id = :order_id, order_item_id = :order_item_id, user_id = :user_id, name = :name,
        stars = :stars, fit = :fit, text = :text, written_at = NOW(3) WHERE id = :id`,
      { id: held.id, ...words },
    )
    await checkAgain(held)
    return findOwnReview(held.id)
  })
}

/** Only a buyer makes the shop read and decode a picture. @throws 404, 409 if the review has three */
export const requirePictureRoom = (order_id: number, review_id: number) =>
  inTransaction(() => lockWithRoom(order_id, review_id))

async function lockWithRoom(order_id: number, review_id: number): Promise<Held> {
  const held = await lockOwnReview(order_id, review_id)
  const count = await selectOne<{ n: number }>('SELECT COUNT(*) AS n FROM review_pictures WHERE review_id = ?', [
    review_id,
  ])
  if (count!.n >= MOST_REVIEW_PICTURES) throw conflict(`A review can have up to ${MOST_REVIEW_PICTURES} pictures.`)
  return held
}

/**
 * Adds a picture to a buyer's review, which then waits for staff again.
 * @throws 404, 409 if it has three, 422 for a file that is not a picture
 */
export async function addReviewPicture(order_id: number, review_id: number, path: string): Promise<OwnReview> {
  const { name } = await keepPicture(path, 'photo', ` review ${review_id}`)
  return inTransaction(async () => {
    const held = await lockWithRoom(order_id, review_id)
    // Staff may have rejected the same picture just before.
    if (!(await isThere(picturePath(env.uploadsDir, name, 1200))))
      throw conflict('This picture was removed. Send it again.')
    await insertRowsOnce('review_pictures', [{ review_id, name }])
    await checkAgain(held)
    return findOwnReview(review_id)
  })
}

/** Removes a picture of a buyer's review. @throws 404 */
export const removeReviewPicture = (order_id: number, review_id: number, picture_id: number): Promise<OwnReview> =>
  inTransaction(async () => {
    await lockOwnReview(order_id, review_id)
    if ((await removePictures(review_id, picture_id)) === 0) throw notFound('Picture')
    return findOwnReview(review_id)
  })

/** Removes a buyer's review. @throws 404 */
export const removeReview = (order_id: number, review_id: number): Promise<void> =>
  inTransaction(async () => {
    const { product_id, status_code } = await lockOwnReview(order_id, review_id)
    await removePictures(review_id)
    await execute('DELETE FROM reviews WHERE id = ?', [review_id])
    if (status_code === 'PUBLISHED') await refreshListings([product_id])
  })

/** The buyer's own, whichever of their orders it was written through. */
async function lockOwnReview(order_id: number, review_id: number): Promise<Held> {
  const order = await lockCompleted(order_id)
  const held = await selectOne<Held>(
    'SELECT id, product_id, status_code FROM reviews WHERE id = ? AND writer = ? FOR UPDATE',
    [review_id, writerOf(order)],
  )
  if (!held) throw notFound('Review')
  return held
}

async function lockCompleted(order_id: number): Promise<LockedOrder> {
  const order = await lockOrder(order_id)
  if (order.status_code !== 'COMPLETED') throw conflict('You can review an order once you have received it.')
  return order
}

/** Nobody sees what changed until staff have. The time differs from any that staff have read. */
async function checkAgain({ id, product_id, status_code }: Held): Promise<void> {
  await execute(
    `UPDATE reviews SET status_code = 'PENDING', reason = NULL, moderated_by = NULL, moderated_at = NULL,
      updated_at = GREATEST(NOW(3), updated_at + INTERVAL 1000 MICROSECOND) WHERE id = ?`,
    [id],
  )
  if (status_code === 'PUBLISHED') await refreshListings([product_id])
}

async function nameOn({ id, user_id }: LockedOrder): Promise<string | null> {
  const named =
    user_id === null
      ? await selectOne<{ name: string | null }>('SELECT customer_name AS name FROM orders WHERE id = ?', [id])
      : await selectOne<{ name: string }>('SELECT name FROM users WHERE id = ?', [user_id])
  return named!.name
}
