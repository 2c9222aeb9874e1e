import { recordChange } from '#api/audit/record-change.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { findStaffProduct } from '#api/catalogue/staff-products.ts'
import { execute, inTransaction, insertRows, select } from '#api/db/database.ts'
import { conflict, invalid, notFound, stale } from '#api/errors.ts'
import { touchProduct } from '#api/products/add-choices.ts'
import { lockProduct } from '#api/products/lock-product.ts'
import type { SentPicture } from '#api/uploads/picture-form.ts'
import type { StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { altAfter, altOf, viewIn } from '#sync/protocol/shop/pictures.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'

/** The limit of the file formats the shop exports. */
const MOST_PICTURES = 250

interface Row {
  id: number
  position: number
  name: string | null
  alt: string | null
  colour_code: string | null
  fetch_tries: number
}

/** What new pictures show; `colour`: null for all colours. */
interface Shown {
  id: number
  name: string
  colour?: { code: string; name: string } | null
}

/**
 * Adds pictures after a product's own, each described at first by its name, colour and what its file's name says. @throws 422 above the limit
 */
export async function addPictures({ id, name, colour = null }: Shown, pictures: readonly SentPicture[]): Promise<void> {
  const there = await rowsOf(id)
  if (there.length + pictures.length > MOST_PICTURES)
    throw invalid({ images: [`A product can have up to ${MOST_PICTURES} pictures.`] })
  const next = Math.max(-1, ...there.map(({ position }) => position)) + 1
  await insertRows(
    'product_images',
    pictures.map((picture, i) => ({
      product_id: id,
      position: next + i,
      name: picture.name,
      alt: altOf(name, colour && colour.name, viewIn(picture.called)),
      colour_code: colour && colour.code,
      dominant: picture.dominant,
    })),
  )
}

/** @throws 404, 422 without a picture, above the limit, or for a colour that the product does not have */
export const addProductPictures = (
  id: number,
  pictures: readonly SentPicture[],
  colour_code: string | null = null,
): Promise<StaffProduct> =>
  changePictures(id, 'add pictures', async ({ name }) => {
    if (pictures.length === 0) throw invalid({ images: ['Please choose a picture.'] })
    const colour = colour_code === null ? null : (await coloursAmong([colour_code], id)).get(colour_code)
    if (colour_code !== null && !colour?.sold) throw invalid({ colour_code: [NOT_ITS_COLOUR] })
    await addPictures({ id, name, colour }, pictures)
  })

const NOT_ITS_COLOUR = 'Choose one of the colours of this product.'

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

/**
 * Sets a picture's description, or its colour: a description that nobody wrote follows the colour.
 * @throws 404, 409 if its description changed since it was read, 422 for a colour that its product does not have
 */
export const describePicture = (
  id: number,
  imageId: number,
  { alt, as_read, colour_code }: BodyOf<'PATCH /api/staff/products/:id/images/:imageId'>,
): Promise<StaffProduct> =>
  changePictures(id, 'describe picture', async ({ name }, rows) => {
    const row = pictureIn(rows, imageId)
    if (as_read !== undefined && (row.alt ?? '') !== (as_read ?? ''))
      throw stale({ product: await findStaffProduct(id) })
    const colour = colour_code === undefined ? row.colour_code : colour_code
    const colours = await coloursAmong([row.colour_code, colour], id)
    if (colour_code && !colours.get(colour_code)?.sold) throw invalid({ colour_code: [NOT_ITS_COLOUR] })
    const nameOf = (code: string | null) => (code && colours.get(code)?.name) || null
    await execute('UPDATE product_images SET alt = ?, colour_code = ? WHERE id = ?', [
      alt === undefined
        ? altAfter(row.alt, { product: name, from: nameOf(row.colour_code), to: nameOf(colour) })
        : alt || null,
      colour,
      imageId,
    ])
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
    if (due === 0) throw conflict('This picture has already been added.')
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

/** These colours by code; `sold`: the product has it. */
async function coloursAmong(codes: readonly (string | null)[], product_id: number) {
  const rows = await select<{ code: string; name: string; sold: number }>(
    `SELECT c.code, c.name, EXISTS (SELECT 1 FROM product_variations v
      WHERE v.product_id = :product_id AND v.colour_code = c.code) AS sold FROM colours c WHERE c.code IN (:codes)`,
    { product_id, codes },
  )
  return new Map(rows.map(row => [row.code, row]))
}

const rowsOf = (id: number) =>
  select<Row>(
    'SELECT id, position, name, alt, colour_code, fetch_tries FROM product_images WHERE product_id = ? ORDER BY position, id',
    [id],
  )

const told = (rows: readonly Row[]) =>
  rows.map(({ id, name, alt, colour_code, fetch_tries }) => ({
    id,
    name,
    alt,
    ...(colour_code !== null && { colour_code }),
    ...(name === null && { fetch_tries }),
  }))

function pictureIn(rows: readonly Row[], id: number): Row {
  const row = rows.find(each => each.id === id)
  if (!row) throw notFound('Image')
  return row
}
