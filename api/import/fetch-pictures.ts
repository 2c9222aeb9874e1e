import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { AppError } from '#api/errors.ts'
import { fetchPublic, internet, NotFetched, type Network } from '#api/import/fetch-public.ts'
import { queueJob, type Work } from '#api/jobs/job-queue.ts'
import { INCOMING } from '#api/uploads/incoming.ts'
import { keepPicture } from '#api/uploads/keep-picture.ts'

interface Due {
  id: number
  product_id: number
  source: string
  fetch_tries: number
}

/** Minutes until the next try after each failure; after the last there is none. */
const PAUSES = [2, 15, 120] as const
/** Fetching mostly waits for other servers. */
const AT_ONCE = 4

/** Queues fetching pictures if any is due and no job runs: two at once would fetch the same. */
export async function queuePictures(user_id: number | null): Promise<void> {
  const due = await selectOne(
    "SELECT 1 FROM product_images WHERE next_fetch_at <= NOW(3) AND NOT EXISTS (SELECT 1 FROM jobs WHERE kind = 'fetch-pictures' AND status_code IN ('QUEUED', 'RUNNING')) LIMIT 1",
  )
  if (due) await queueJob('fetch-pictures', {}, user_id)
}

/**
 * Fetches pictures that products name by address into the shop's store. Retries a failed one three times; the product
 * is shown without it until then.
 */
export const fetchPictures =
  (network: Network = internet): Work =>
  async (_, tell) => {
    const { n: total } = (await selectOne<{ n: number }>(
      'SELECT COUNT(*) AS n FROM product_images WHERE next_fetch_at <= NOW(3)',
    ))!
    const sum = { fetched: 0, failed: 0 }
    for (let due = await nextDue(); due.length > 0; due = await nextDue()) {
      const fetched = await Promise.all(due.map(picture => fetchOne(picture, network)))
      for (const isHere of fetched) sum[isHere ? 'fetched' : 'failed'] += 1
      await tell(sum.fetched + sum.failed, Math.max(total, sum.fetched + sum.failed))
    }
    return sum
  }

const nextDue = () =>
  select<Due>(
    `SELECT id, product_id, source, fetch_tries FROM product_images WHERE next_fetch_at <= NOW(3)
      ORDER BY position, next_fetch_at, id LIMIT ${AT_ONCE}`,
  )

async function fetchOne({ id, product_id, source, fetch_tries }: Due, network: Network): Promise<boolean> {
  const path = join(INCOMING, randomUUID())
  try {
    await mkdir(INCOMING, { recursive: true, mode: 0o700 })
    await fetchPublic(source, path, network)
    const { name, dominant } = await keepPicture(path, 'picture')
    await inTransaction(async () => {
      await execute(
        'UPDATE product_images SET name = ?, dominant = ?, next_fetch_at = NULL, fetch_error = NULL WHERE id = ?',
        [name, dominant, id],
      )
      await execute('UPDATE products SET updated_at = CURRENT_TIMESTAMP(3) WHERE id = ?', [product_id])
      await refreshListings([product_id])
    })
    return true
  } catch (error) {
    const isForeign = error instanceof NotFetched || error instanceof AppError
    if (!isForeign) throw error
    const words =
      error instanceof AppError ? (Object.values(error.body.errors ?? {}).flat()[0] ?? error.message) : error.message
    await execute(
      'UPDATE product_images SET fetch_tries = fetch_tries + 1, fetch_error = ?, next_fetch_at = NOW(3) + INTERVAL ? MINUTE WHERE id = ?',
      [words.slice(0, 200), PAUSES[fetch_tries] ?? null, id],
    )
    return false
  } finally {
    await rm(path, { force: true })
  }
}
