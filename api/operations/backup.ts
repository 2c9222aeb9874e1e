import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pipeline as joined, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Refusal } from '#api/boot/refusal.ts'
import { dumpDatabase, type Dumped } from '#api/operations/dump-database.ts'
import { findFaults, loadDump, withScratchDatabase } from '#api/operations/scratch-database.ts'
import { readTar, TAR_END, tarHead, tarPadding, type TarEntry } from '#api/operations/tar.ts'
import { isDraft } from '#api/uploads/pictures.ts'

/** The first file of an archive says what is in it. */
export interface Manifest extends Dumped { format: 1; made_at: string; uploads: number }

interface Shop { url: string; uploadsDir: string }
interface Backup { path: string; manifest: Manifest }

const TRIES = 3

/**
 * Writes the whole shop, its database as of one moment and its pictures, into one archive in `folder`, and puts it back on trial into a
 * database of its own. Returns the archive's path.
 * @throws {Refusal} where what was put back is not what was there; the archive is then kept under another name
 */
export async function makeBackup(shop: Shop, folder: string): Promise<Backup> {
  for (let tries = 1; ; tries++) {
    try {
      return await writeBackup(shop, folder)
    } catch (error) {
      // A picture was taken away since they were listed. The next list is without it.
      const { code, path = '' } = error as NodeJS.ErrnoException
      if (tries === TRIES || code !== 'ENOENT' || !path.startsWith(shop.uploadsDir)) throw error
    }
  }
}

async function writeBackup({ url, uploadsDir }: Shop, folder: string): Promise<Backup> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `shop-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.tar.gz`)
  const aside = await mkdtemp(join(tmpdir(), 'shop-backup-'))
  try {
    const dump = join(aside, 'database.sql')
    const dumped = await dumpDatabase(url, dump)
    // Pictures are never changed, only added and taken away: what the dump speaks of is there unless it was taken away since.
    const pictures = await filesIn(uploadsDir)
    const manifest: Manifest = { format: 1, made_at: new Date().toISOString(), ...dumped, uploads: pictures.length }
    await pipeline(Readable.from(archiveOf(manifest, dump, { uploadsDir, pictures }), { objectMode: false }), createGzip({ level: 6 }), createWriteStream(`${path}.part`, { mode: 0o600 }))
    await settle(`${path}.part`)
    const faults = await tryOut({ url, uploadsDir }, `${path}.part`)
    if (faults.length > 0) throw new Refusal(`The backup was put back on trial and is not right: ${faults.join('; ')}. It is kept as ${path}.part.`)
    await rename(`${path}.part`, path)
    return { path, manifest }
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function* archiveOf(manifest: Manifest, dump: string, { uploadsDir, pictures }: { uploadsDir: string; pictures: string[] }): AsyncGenerator<Buffer> {
  const words = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield* [tarHead('manifest.json', words.length), words, tarPadding(words.length)]
  yield* fileOf('database.sql', dump)
  for (const picture of pictures) yield* fileOf(`uploads/${relative(uploadsDir, picture)}`, picture)
  yield TAR_END
}

async function* fileOf(name: string, path: string): AsyncGenerator<Buffer> {
  const { size } = await stat(path)
  yield tarHead(name, size)
  let sent = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    yield chunk
    sent += chunk.length
  }
  if (sent !== size) throw new Error(`${name} changed while it was read.`)
  yield tarPadding(size)
}

/** The entries of an archive, the manifest read. @throws {Refusal} where it is none of ours */
export async function openArchive(path: string): Promise<{ manifest: Manifest; entries: AsyncGenerator<TarEntry> }> {
  // The second hears of the first one's failure, and with it who reads.
  const entries = readTar(joined(createReadStream(path), createGunzip(), () => {}))
  const refused = (error: Error) => new Refusal(`${path} is no backup of a shop: ${error.message}`)
  const first = await entries.next().catch((error: Error) => { throw refused(error) })
  if (first.done || first.value.name !== 'manifest.json' || first.value.size > 1_000_000) throw refused(new Error('it has no manifest.'))
  const pieces: Buffer[] = []
  for await (const piece of first.value.content) pieces.push(piece)
  const manifest = JSON.parse(Buffer.concat(pieces).toString('utf8')) as Manifest
  if (manifest.format !== 1) throw refused(new Error('it was made by another version.'))
  return { manifest, entries }
}

/** Puts an archive's database back into one of its own and counts its pictures. Returns what is wrong with it. */
export async function tryOut({ url }: Shop, path: string): Promise<string[]> {
  const { manifest, entries } = await openArchive(path)
  return withScratchDatabase(url, async scratch => {
    let uploads = 0
    for await (const entry of entries) {
      if (entry.name === 'database.sql') await loadDump(scratch, entry.content)
      else uploads += 1
    }
    const faults = await findFaults(scratch, manifest.tables)
    return uploads === manifest.uploads ? faults : [...faults, `it holds ${uploads} pictures, not ${manifest.uploads}`]
  })
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter(entry => entry.isFile() && !isDraft(entry.name)).map(entry => join(entry.parentPath, entry.name)).sort()
}

/** Waits until it is on the disk itself. */
async function settle(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync()
  await file.close()
}
