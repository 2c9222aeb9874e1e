import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inTransaction, insertRow, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { conflict } from '#api/errors.ts'
import { findRefund } from '#api/refunds/find-refunds.ts'
import { readPhoto } from '#api/uploads/photo.ts'
import { MOST_PHOTOS, type Refund } from '#sync/protocol/shop/refund.ts'

/** @throws 409 where a request takes no more photos: it is decided, or has three */
export async function requirePhotoRoom(refund_id: number, lock: '' | 'FOR UPDATE' = ''): Promise<void> {
  const held = await selectOne<{ status_code: string }>(`SELECT status_code FROM refunds WHERE id = ? ${lock}`, [
    refund_id,
  ])
  const count = await selectOne<{ n: number }>('SELECT COUNT(*) AS n FROM refund_photos WHERE refund_id = ?', [
    refund_id,
  ])
  if (held?.status_code !== 'REQUESTED') throw conflict('This has been decided already.')
  if (count!.n >= MOST_PHOTOS) throw conflict(`A request has ${MOST_PHOTOS} photos at most.`)
}

/**
 * Adds a photo to an undecided request. @throws 409 once it is decided or has three, 422 for a file that is not a photo
 */
export async function addPhoto(refund_id: number, path: string): Promise<Refund> {
  const webp = await readPhoto(path, 'photo')
  const name = randomUUID()
  const file = join(env.uploadsDir, 'returns', `${name}.webp`)
  await mkdir(join(env.uploadsDir, 'returns'), { recursive: true })
  await writeFile(file, webp)
  try {
    await inTransaction(async () => {
      await requirePhotoRoom(refund_id, 'FOR UPDATE')
      await insertRow('refund_photos', { refund_id, name })
    })
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return findRefund(refund_id)
}
