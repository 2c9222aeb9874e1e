import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pushSecret } from '#api/alerts/push-key.ts'
import { Refusal } from '#api/boot/refusal.ts'
import { DUMP, UPLOADS, type Manifest } from '#api/operations/archive.ts'
import { encrypted } from '#api/operations/encrypted-stream.ts'
import { dumpDatabase } from '#api/operations/dump-database.ts'
import { tryOut } from '#api/operations/try-out.ts'
import { giftCardKey } from '#api/stored-value/codes.ts'
import { sealForBackup } from '#api/seal/head.ts'
import { TAR_END, tarHead, tarPadding } from '#api/operations/tar.ts'
import { isDraft } from '#api/uploads/pictures.ts'

interface Shop {
  url: string
  uploadsDir: string
  passphrase: string
  /** Called every few hundred kilobytes. If it throws, the backup stops and leaves nothing behind. */
  pause?: () => Promise<void>
}
interface Backup {
  path: string
  manifest: Manifest
}

const TRIES = 3
export const BACKUP_NAME = /^shop-\d{4}-\d\d-\d\dT[\d-]+\.backup$/

/**
 * Writes the whole shop, its database at one moment and its pictures, into one encrypted archive in `folder`, and tests
 * it by restoring it into a scratch database. Returns the archive's path.
 * @throws {Refusal} if the restored shop differs; the archive then gets another name
 */
export async function makeBackup(shop: Shop, folder: string): Promise<Backup> {
  for (let tries = 1; ; tries++) {
    try {
      return await writeBackup(shop, folder)
    } catch (error) {
      // A picture was deleted after the list was read. The next list leaves it out.
      const { code, path = '' } = error as NodeJS.ErrnoException
      if (tries === TRIES || code !== 'ENOENT' || !path.startsWith(shop.uploadsDir)) throw error
    }
  }
}

async function writeBackup(
  { url, uploadsDir, passphrase, pause = async () => {} }: Shop,
  folder: string,
): Promise<Backup> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const made_at = new Date().toISOString()
  const path = join(folder, `shop-${made_at.slice(0, 23).replaceAll(/[:.]/g, '-')}.backup`)
  await dropDrafts(dirname(uploadsDir))
  const aside = await mkdtemp(join(dirname(uploadsDir), DRAFT))
  try {
    const dump = join(aside, DUMP)
    const seal = await sealForBackup(url)
    const dumped = await dumpDatabase(url, dump, pause)
    // Pictures are added and deleted, never changed, so every picture in the dump is there unless it was deleted since.
    const pictures = await filesIn(uploadsDir)
    const manifest: Manifest = {
      format: 1,
      made_at,
      ...dumped,
      uploads: pictures.length,
      ...(seal && { seal }),
      gift_card_key: giftCardKey(),
      push_key: pushSecret(),
    }
    const plain = Readable.from(archiveOf(manifest, dump, { uploadsDir, pictures }), { objectMode: false })
    await pipeline(
      plain,
      createGzip({ level: 6 }),
      packed => encrypted(packed as AsyncIterable<Buffer>, passphrase),
      createWriteStream(`${path}.part`, { flags: 'wx', mode: 0o600 }),
    )
    await settle(`${path}.part`)
    const faults = await tryOut(url, { path: `${path}.part`, passphrases: [passphrase] }, { pause })
    if (faults.length > 0) {
      await rename(`${path}.part`, `${path}.wrong`)
      throw new Refusal(
        `The backup was restored in a test, and something is wrong: ${faults.join('; ')}. It is kept as ${path}.wrong.`,
      )
    }
    await rename(`${path}.part`, path)
    return { path, manifest }
  } finally {
    await rm(aside, { recursive: true, force: true })
    await rm(`${path}.part`, { force: true })
  }
}

async function* archiveOf(
  manifest: Manifest,
  dump: string,
  { uploadsDir, pictures }: { uploadsDir: string; pictures: string[] },
): AsyncGenerator<Buffer> {
  const words = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  yield* [tarHead('manifest.json', words.length), words, tarPadding(words.length)]
  yield* fileOf(DUMP, dump)
  for (const picture of pictures) yield* fileOf(`${UPLOADS}${relative(uploadsDir, picture)}`, picture)
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

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter(entry => entry.isFile() && !isDraft(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}

/** The dump is not encrypted yet, so it waits in DATA_DIR, which holds the same data. */
const DRAFT = 'backup-draft-'
const A_DAY_MS = 24 * 60 * 60_000

/** Removes drafts of killed backups. A running backup's draft is younger. */
async function dropDrafts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(name => name.startsWith(DRAFT))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - A_DAY_MS) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Waits until the file is on the disk. */
async function settle(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync()
  await file.close()
}
