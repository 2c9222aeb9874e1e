import { afterCommit, execute, select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { log } from '#api/http/log.ts'
import { deletePicture, nameOfPicture } from '#api/uploads/pictures.ts'

/**
 * Removes a review's pictures, or one of them, and deletes their files after COMMIT. Spares what another row shows:
 * pictures from before had one name wherever they were shown. Returns how many there were.
 */
export async function removePictures(review_id: number, picture_id: number | null = null): Promise<number> {
  const pictures = await select<{ id: number; name: string }>(
    'SELECT id, name FROM review_pictures WHERE review_id = :review_id AND id = COALESCE(:picture_id, id)',
    { review_id, picture_id },
  )
  if (pictures.length === 0) return 0
  await execute('DELETE FROM review_pictures WHERE id IN (?)', [pictures.map(({ id }) => id)])
  await deleteUnshown(pictures.map(({ name }) => name))
  return pictures.length
}

/** Deletes the files of these pictures after COMMIT, unless a row shows them. Call after deleting the reviews' rows. */
export async function deleteUnshown(names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const shown = await select<{ name: string }>(
    `SELECT name FROM review_pictures WHERE name IN (:names)
      UNION SELECT name FROM product_images WHERE name IN (:names)
      UNION SELECT icon_link FROM categories WHERE icon_link IS NOT NULL
      UNION SELECT banner_link FROM categories WHERE banner_link IS NOT NULL`,
    { names },
  )
  const kept = new Set(shown.flatMap(({ name }) => [name, nameOfPicture(name.split('/').at(-1)!)]))
  afterCommit(() => names.filter(name => !kept.has(name)).forEach(forget))
}

/** The daily sweep tries again. */
function forget(name: string): void {
  try {
    deletePicture(env.uploadsDir, name)
  } catch (error) {
    log.warn({ err: error, picture: name }, 'the files of a removed picture could not be deleted yet')
  }
}
