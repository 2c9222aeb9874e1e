import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline as joined, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Refusal } from '#api/boot/refusal.ts'
import type { Seen } from '#api/db/migrate.ts'
import { decrypted, MAGIC } from '#api/operations/encrypted-stream.ts'
import type { Dumped } from '#api/operations/dump-database.ts'
import type { BackupSeal } from '#api/seal/head.ts'
import { readTar, type TarEntry } from '#api/operations/tar.ts'

/** The first file of an archive describes its contents. */
export interface Manifest extends Dumped {
  format: 1
  made_at: string
  uploads: number
  /** The end of the seal; absent in older archives, and if nothing was sealed. */ seal?: BackupSeal
  /** Finds gift cards by their codes; absent in older archives. */ gift_card_key?: string
  /** Browsers take push messages by this key only; absent in older archives. */ push_key?: string
}

export interface Archive {
  path: string
  /** Tried in turn. */
  passphrases: readonly string[]
}

interface Opened {
  manifest: Manifest
  entries: AsyncGenerator<TarEntry>
}

export const DUMP = 'database.sql'
export const UPLOADS = 'uploads/'
const MANIFEST = 'manifest.json'
const LONGEST_MANIFEST = 1_000_000
/** A shop's archive unpacks to about ten times its size. Far more means an attempt to fill the disk. */
const MOST_UNPACKED = (packed: number) => 64 * 1024 ** 2 + 200 * packed

/**
 * Reads an archive's manifest and passes its entries on. Refuses an entry that does not belong in a shop when it
 * reaches it.
 * @throws {Refusal} if it cannot be read, in one sentence
 */
export async function withArchive<T>({ path, passphrases }: Archive, work: (opened: Opened) => Promise<T>): Promise<T> {
  const bytes = unpacked(path, passphrases)
  const entries = known(readTar(bytes))
  try {
    return await work({ manifest: await readManifest(entries, path), entries })
  } finally {
    await bytes.return(undefined)
  }
}

export const manifestOf = (archive: Archive): Promise<Manifest> =>
  withArchive(archive, async ({ manifest }) => manifest)

async function readManifest(entries: AsyncGenerator<TarEntry>, path: string): Promise<Manifest> {
  const first = await entries.next()
  if (first.done || first.value.name !== MANIFEST || first.value.size > LONGEST_MANIFEST)
    throw new Refusal(`${path} is not a backup of a shop: it has no manifest.`)
  const pieces: Buffer[] = []
  for await (const piece of first.value.content) pieces.push(piece)
  const manifest = parsed(Buffer.concat(pieces).toString('utf8'))
  if (!isManifest(manifest))
    throw new Refusal(`${path} is not a backup that this version of the shop can read: its manifest is wrong.`)
  return manifest
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0

function isManifest(value: unknown): value is Manifest {
  const { format, made_at, uploads, tables, migrations, seal } = Object(value) as Partial<
    Record<keyof Manifest, unknown>
  >
  return (
    format === 1 &&
    typeof made_at === 'string' &&
    !Number.isNaN(Date.parse(made_at)) &&
    isCount(uploads) &&
    tables !== null &&
    typeof tables === 'object' &&
    Object.values(tables).every(isCount) &&
    Array.isArray(migrations) &&
    migrations.every(
      (row: { [K in keyof Seen]?: unknown } | null) =>
        typeof row?.name === 'string' &&
        typeof row.sha256 === 'string' &&
        ['undefined', 'boolean'].includes(typeof row.expands),
    ) &&
    (seal === undefined || /^[\w-]{43}$/.test(String((seal as Partial<BackupSeal> | null)?.public_key)))
  )
}

/** Allows what a shop's archive may hold: a manifest, one dump, pictures with names that stay in their folder. */
async function* known(entries: AsyncGenerator<TarEntry>): AsyncGenerator<TarEntry> {
  const seen = new Set<string>()
  for await (const entry of entries) {
    const { name } = entry
    if (seen.has(name)) throw new Refusal(`The archive holds '${name}' twice.`)
    if (name !== DUMP && !(seen.size === 0 && name === MANIFEST) && !isUpload(name))
      throw new Refusal(`The archive holds '${name}', which has no place in a shop.`)
    seen.add(name)
    yield entry
  }
  if (!seen.has(DUMP)) throw new Refusal('The archive holds no database.')
}

const isUpload = (name: string) =>
  name.startsWith(UPLOADS) &&
  name.split('/').every(part => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part))

async function* unpacked(path: string, passphrases: readonly string[]): AsyncGenerator<Buffer> {
  try {
    const { size } = await stat(path)
    const kind = await kindOf(path)
    if (!kind) throw new Refusal(`${path} is not a backup of a shop.`)
    const file = createReadStream(path) as AsyncIterable<Buffer>
    const plain = kind === 'encrypted' ? decrypted(file, passphrases) : file
    let length = 0
    // pipeline passes the first one's failure to the second, and so to the reader.
    for await (const piece of joined(
      Readable.from(plain, { objectMode: false }),
      createGunzip(),
      () => {},
    ) as AsyncIterable<Buffer>) {
      length += piece.length
      if (length > MOST_UNPACKED(size))
        throw new Refusal(`${path} is not a backup of a shop: it unpacks to far more than a shop holds.`)
      yield piece
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { syscall, message } = error as NodeJS.ErrnoException
    throw new Refusal(
      syscall ? `The archive cannot be read: ${message}.` : `${path} is damaged or cut short: ${message}.`,
    )
  }
}

/** Detected by the first bytes. Older archives are not encrypted. */
async function kindOf(path: string): Promise<'encrypted' | 'packed' | null> {
  const pieces: Buffer[] = []
  for await (const piece of createReadStream(path, { end: MAGIC.length - 1 }) as AsyncIterable<Buffer>)
    pieces.push(piece)
  const begin = Buffer.concat(pieces)
  if (begin.equals(MAGIC)) return 'encrypted'
  return begin[0] === 0x1f && begin[1] === 0x8b ? 'packed' : null
}
