import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inTransaction, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { queueJob, type Work } from '#api/jobs/job-queue.ts'
import { leaveRoom } from '#api/jobs/leave-room.ts'
import { lastOf, noteRound } from '#api/jobs/note-round.ts'
import { BACKUP_NAME, makeBackup } from '#api/operations/backup.ts'
import { backupPassphrase } from '#api/operations/backup-key.ts'

const A_DAY_MS = 24 * 60 * 60_000
const KIND = 'backup'

/** The latest moment before `now` at which a backup was due; `at` is hh:mm in UTC. */
export function lastDue(at: string, now: number): Date {
  const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${at}:00.000Z`)
  return new Date(today <= now ? today : today - A_DAY_MS)
}

/** Queues the nightly backup, also if the shop was closed at that time. Returns whether it did. */
export async function queueBackup(at = env.backups.at, now = Date.now()): Promise<boolean> {
  if (!at) return false
  const due = lastDue(at, now)
  return inTransaction(async () => {
    // Locked, so that only one of several processes queues it. A new shop waits for its first night.
    const shop = await selectOne<{ applied_at: Date }>(
      'SELECT applied_at FROM schema_migrations WHERE applied_at IS NOT NULL ORDER BY name LIMIT 1 FOR UPDATE',
    )
    if (!shop || shop.applied_at > due) return false
    const { went_well_at } = await lastOf('backup')
    if (went_well_at && went_well_at >= due) return false
    if (await selectOne('SELECT 1 FROM jobs WHERE kind = ? AND created_at >= ? LIMIT 1', [KIND, due])) return false
    await queueJob(KIND, {}, null)
    return true
  })
}

/** Makes the nightly backup, then removes the oldest ones. */
export const workBackup: Work = async (_, tell) => {
  const began = Date.now()
  const room = leaveRoom()
  let stopped = false
  const pause = async () => {
    await room()
    await tell(0, 1).catch((error: Error) => {
      stopped = true
      throw error
    })
  }
  try {
    const { manifest } = await makeBackup(
      { url: process.env.DATABASE_URL!, uploadsDir: env.uploadsDir, passphrase: backupPassphrase(), pause },
      env.backups.dir,
    )
    await noteRound('backup', Date.now() - began)
    return {
      rows: Object.values(manifest.tables).reduce((sum, n) => sum + n, 0),
      uploads: manifest.uploads,
      dropped: await dropOld(env.backups.dir, env.backups.keep),
    }
  } catch (error) {
    // the failure itself says more
    if (!stopped) await noteRound('backup', Date.now() - began, error as Error).catch(() => {})
    throw error
  }
}

/**
 * Removes all but the latest `keep` good backups, and failed ones older than those. Returns how many files it removed.
 */
export async function dropOld(folder: string, keep: number): Promise<number> {
  const names = (await readdir(folder)).filter(name => BACKUP_NAME.test(name.replace(/\.(part|wrong)$/, ''))).sort()
  const kept = names.filter(name => BACKUP_NAME.test(name)).slice(-keep)
  const old = names.filter(name => name < kept[0]!)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old.length
}
