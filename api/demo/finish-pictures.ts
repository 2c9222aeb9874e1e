import { join } from 'node:path'
import { isStopping } from '#api/boot/lifetime.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { execute, inTransaction, select } from '#api/db/database.ts'
import { dressWindows } from '#api/demo/dress-windows.ts'
import { pictureKey, type Draw, type StoredPicture } from '#api/demo/drawing.ts'
import { log } from '#api/http/log.ts'

interface Missing {
  id: number
  product_id: number
  slug: string
  reference: string
}

/**
 * Draws the demo shop's remaining pictures one by one, so that the shop stays fast; each product's first picture
 * first, from the newest product on. After a stop, the next start continues.
 */
export async function finishPictures(dataDir: string, draw: Draw): Promise<void> {
  try {
    const missing = await missingPictures()
    if (missing.length === 0) return
    await draw({ wanted: missing, uploadsDir: join(dataDir, 'uploads'), atOnce: 1 }, async (key, picture) => {
      for (const row of missing) if (pictureKey(row) === key) await finish(row, picture)
    })
    await dressWindows()
  } catch (error) {
    if (!isStopping())
      log.error(
        { error: { name: (error as Error).name, message: (error as Error).message } },
        'a picture of the demo shop could not be drawn',
      )
  }
}

const missingPictures = () =>
  select<Missing>(`SELECT i.id, i.product_id, p.slug, i.source AS reference FROM product_images i
    JOIN products p ON p.id = i.product_id
  WHERE i.name IS NULL AND i.source LIKE 'drawn:%' ORDER BY i.position, i.product_id DESC`)

async function finish({ id, product_id }: Missing, picture: StoredPicture): Promise<void> {
  await inTransaction(async () => {
    await execute('UPDATE product_images SET name = ?, dominant = ? WHERE id = ?', [picture.name, picture.dominant, id])
    await execute('UPDATE products SET updated_at = CURRENT_TIMESTAMP(3) WHERE id = ?', [product_id])
    await refreshListings([product_id])
  })
}
