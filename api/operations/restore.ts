import { createWriteStream } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#api/boot/refusal.ts'
import { quoted, rows, withConnection, withoutLimits } from '#api/db/connection.ts'
import { migrate, refuseUnknown } from '#api/db/migrate.ts'
import { beginGeneration, nextIds } from '#api/operations/begin-generation.ts'
import { DUMP, manifestOf, UPLOADS, withArchive, type Archive, type Manifest } from '#api/operations/archive.ts'
import { changesSince, replay } from '#api/operations/replay-changes.ts'
import { loadDump } from '#api/operations/scratch-database.ts'
import type { TarEntry } from '#api/operations/tar.ts'
import { tryOut } from '#api/operations/try-out.ts'

interface Wanted extends Archive {
  url: string
  uploadsDir: string
  force: boolean
  /** Replays changes made after the backup up to this moment, from the server's log. */
  until?: Date | null
}

/**
 * Restores a shop from an archive: first into a scratch database as a trial, then over the current one. Stop the shop
 * first.
 * @throws {Refusal} if there is already a shop and `force` is missing, or the archive is faulty; then nothing has
 * changed
 */
export async function restoreBackup({ url, uploadsDir, force, until, ...archive }: Wanted): Promise<Manifest> {
  const manifest = await manifestOf(archive)
  refuseUnknown(manifest.migrations)
  if (!force && !(await isEmpty(url)))
    throw new Refusal(
      'There is a shop in this database already. Add --force to put the backup in its place: what is there now is lost.',
    )
  const changes = until ? await changesSince(manifest, until, url) : null
  const fresh = `${uploadsDir}.restored`
  await rm(fresh, { recursive: true, force: true })
  try {
    await mkdir(fresh, { recursive: true })
    // Writes the pictures before it removes anything: the disk may be full.
    const faults = await tryOut(url, archive, { keep: picture => keepPicture(fresh, picture) })
    if (faults.length > 0) throw new Refusal(`${archive.path} is not right: ${faults.join('; ')}. Nothing was changed.`)
    const replaced = await nextIds(url)
    await emptyDatabase(url)
    await withArchive(archive, async ({ entries }) => {
      for await (const { name, content } of entries) if (name === DUMP) return loadDump(url, content)
    })
    if (changes) await replay(changes, url)
    await migrate(url)
    await beginGeneration(url, replaced)
    // The archive lacks pictures that were added after the backup.
    if (changes) await cp(uploadsDir, fresh, { recursive: true }).catch(ignoreMissing)
    await rm(uploadsDir, { recursive: true, force: true })
    await rename(fresh, uploadsDir)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return manifest
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

async function keepPicture(folder: string, { name, content }: TarEntry): Promise<void> {
  const place = join(folder, name.slice(UPLOADS.length))
  await mkdir(dirname(place), { recursive: true })
  await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(place))
}

/** Whether nobody has signed up, sold or stocked anything. */
const isEmpty = (url: string): Promise<boolean> =>
  withConnection(url, async connection => {
    await withoutLimits(connection)
    for (const { name } of await tablesOf(connection)) {
      if (!WORTH.includes(name)) continue
      if ((await rows(connection, `SELECT 1 FROM ${quoted(name)} LIMIT 1`)).length > 0) return false
    }
    return true
  })

const WORTH: readonly string[] = ['users', 'orders', 'products', 'transactions']

const emptyDatabase = (url: string): Promise<void> =>
  withConnection(url, async connection => {
    await withoutLimits(connection)
    await connection.query('SET SESSION foreign_key_checks = 0')
    for (const { name } of await tablesOf(connection)) await connection.query(`DROP TABLE ${quoted(name)}`)
  })

const tablesOf = (connection: Parameters<typeof rows>[0]) =>
  rows<{ name: string }>(
    connection,
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
  )
