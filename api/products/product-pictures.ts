import { recordChange } from '#api/audit/record-change.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { findStaffProduct } from '#api/catalogue/staff-products.ts'
import { execute, inTransaction, insertRows, select } from '#api/db/database.ts'
import { conflict, invalid, notFound, stale } from '#api/errors.ts'
import { touchProduct } from '#api/products/add-choices.ts'
import { lockProduct } from '#api/products/lock-product.ts'
import type { KeptPicture } from '#api/uploads/keep-picture.ts'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'

/** The limit of the file formats the shop exports. */
const MOST_PICTURES = 250

interface Row {
  id: number
  position: number
  name: string | null
  alt: string | null
  fetch_tries: number
}

/** Adds pictures after a product's own, each described by its name at first. @throws 422 above the limit */
export async function addPictures(
  { id, name }: { id: number; name: string },
  pictures: readonly KeptPicture[],
): Promise<void> {
  const there = await rowsOf(id)
  if (there.length + pictures.length > MOST_PICTURES)
    throw invalid({ images: [`A product may have ${MOST_PICTURES} pictures.`] })
  const next = Math.max(-1, ...there.map(({ position }) => position)) + 1
  await insertRows(
    'product_images',
    pictures.map((picture, i) => ({
      product_id: id,
      position: next + i,
      name: picture.name,
      alt: name,
      dominant: picture.dominant,
    })),
  )
}

/** @throws 404, 422 without a picture or above the limit */
export const addProductPictures = (id: number, pictures: readonly KeptPicture[]): Promise<StaffProduct> =>
  changePictures(id, 'add pictures', async ({ name }) => {
    if (pictures.length === 0) throw invalid({ images: ['Please choose a picture.'] })
    await addPictures({ id, name }, pictures)
  })

/** Reorders a product's pictures. @throws 404, 409 if its pictures or their order changed since they were read */
export const orderPictures = (
  id: number,
  { order, as_read }: BodyOf<'PATCH /api/staff/products/:id/images'>,
): Promise<StaffProduct> =>
  changePictures(id, 'order pictures', async (_, rows) => {
    const shown = rows.filter(({ name }) => name !== null)
    if (
      new Set(order).size !== order.length ||
      order.length !== shown.length ||
      shown.some(row => !order.includes(row.id))
    )
      throw conflict('Someone changed the pictures. Reload the page.')
    if (as_read && shown.map(row => row.id).join() !== as_read.join())
      throw stale({ product: await findStaffProduct(id) })
    const all = [...order, ...rows.filter(({ name }) => name === null).map(row => row.id)]
    if (all.length > 0)
      await execute(`UPDATE product_images SET position = FIELD(id, :all) - 1 WHERE product_id = :id`, { all, id })
  })

/** @throws 404, 409 if its description changed since it was read */
export const describePicture = (
  id: number,
  imageId: number,
  { alt, as_read }: BodyOf<'PATCH /api/staff/products/:id/images/:imageId'>,
): Promise<StaffProduct> =>
  changePictures(id, 'describe picture', async (_, rows) => {
    const row = pictureIn(rows, imageId)
    if (as_read !== undefined && (row.alt ?? '') !== (as_read ?? ''))
      throw stale({ product: await findStaffProduct(id) })
    await execute('UPDATE product_images SET alt = ? WHERE id = ?', [alt || null, imageId])
  })

/**
 * Retries a picture that has not arrived, as often as the first time. @throws 404, 409 if it has arrived or has no
 * address
 */
export const tryPictureAgain = (id: number, imageId: number): Promise<StaffProduct> =>
  changePictures(id, 'fetch picture again', async (_, rows) => {
    pictureIn(rows, imageId)
    const due = await execute(
      "UPDATE product_images SET next_fetch_at = NOW(3), fetch_tries = 0 WHERE id = ? AND name IS NULL AND source LIKE 'http%'",
      [imageId],
    )
    if (due === 0) throw conflict('This picture is here already.')
  })

/** Removes a picture from its product. Its files stay, because cached pages still show them. @throws 404 */
export const removePicture = (id: number, imageId: number): Promise<StaffProduct> =>
  changePictures(id, 'remove picture', async (_, rows) => {
    pictureIn(rows, imageId)
    await execute('DELETE FROM product_images WHERE id = ?', [imageId])
  })

const changePictures = (
  id: number,
  action: string,
  change: (product: { name: string }, rows: readonly Row[]) => Promise<void>,
): Promise<StaffProduct> =>
  inTransaction(async () => {
    const product = await lockProduct(id)
    const was = await rowsOf(id)
    await change(product, was)
    await touchProduct(id)
    await refreshListings([id])
    await recordChange({
      subject: 'product',
      subject_id: id,
      action,
      was: { pictures: told(was) },
      became: { pictures: told(await rowsOf(id)) },
    })
    return findStaffProduct(id)
  })

const rowsOf = (id: number) =>
  select<Row>(
    'SELECT id, position, name, alt, fetch_tries FROM product_images WHERE product_id = ? ORDER BY position, id',
    [id],
  )

const told = (rows: readonly Row[]) =>
  rows.map(({ id, name, alt, fetch_tries }) => ({ id, name, alt, ...(name === null && { fetch_tries }) }))

function pictureIn(rows: readonly Row[], id: number): Row {
  const row = rows.find(each => each.id === id)
  if (!row) throw notFound('Image')
  return row
}
