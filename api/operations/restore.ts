import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#api/boot/refusal.ts'
import { quoted, rows, withConnection } from '#api/db/connection.ts'
import { migrate, refuseUnknown } from '#api/db/migrate.ts'
import { openArchive, tryOut, type Manifest } from '#api/operations/backup.ts'
import { loadDump } from '#api/operations/scratch-database.ts'

interface Wanted { url: string; uploadsDir: string; path: string; force: boolean }

/**
 * Puts a shop back from an archive: first on trial into a database of its own, then over what is there. Nothing may be running on it.
 * @throws {Refusal} where there is a shop already and `force` is not given, or the archive is not right; nothing is changed then
 */
export async function restoreBackup({ url, uploadsDir, path, force }: Wanted): Promise<Manifest> {
  const { manifest } = await openArchive(path)
  refuseUnknown(manifest.migrations)
  if (!force && !await isEmpty(url)) throw new Refusal('There is a shop in this database already. Add --force to put the backup in its place: what is there now is lost.')
  const faults = await tryOut({ url, uploadsDir }, path)
  if (faults.length > 0) throw new Refusal(`${path} is not right: ${faults.join('; ')}. Nothing was changed.`)
  await emptyDatabase(url)
  const fresh = `${uploadsDir}.restored`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true })
  const { entries } = await openArchive(path)
  for await (const { name, content } of entries) {
    if (name === 'database.sql') await loadDump(url, content)
    else await keep(placeOf(fresh, name), content)
  }
  await migrate(url)
  await rm(uploadsDir, { recursive: true, force: true })
  await rename(fresh, uploadsDir)
  return manifest
}

/** A name that leads out of the folder is none of ours. */
function placeOf(folder: string, name: string): string {
  const place = normalize(join(folder, name.replace(/^uploads\//, '')))
  if (!name.startsWith('uploads/') || !place.startsWith(`${normalize(folder)}/`)) throw new Refusal(`The archive holds '${name}', which has no place in a shop.`)
  return place
}

async function keep(place: string, content: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(dirname(place), { recursive: true })
  await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(place))
}

/** Whether nobody has signed up, sold or stocked anything. */
const isEmpty = (url: string): Promise<boolean> => withConnection(url, async connection => {
  for (const { name } of await tablesOf(connection)) {
    if (!WORTH.includes(name)) continue
    if ((await rows(connection, `SELECT 1 FROM ${quoted(name)} LIMIT 1`)).length > 0) return false
  }
  return true
})

const WORTH: readonly string[] = ['users', 'orders', 'products', 'transactions']

const emptyDatabase = (url: string): Promise<void> => withConnection(url, async connection => {
  await connection.query('SET SESSION foreign_key_checks = 0')
  for (const { name } of await tablesOf(connection)) await connection.query(`DROP TABLE ${quoted(name)}`)
})

const tablesOf = (connection: Parameters<typeof rows>[0]) =>
  rows<{ name: string }>(connection, "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'")
