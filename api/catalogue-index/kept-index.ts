import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Catalogue } from '#api/catalogue-index/catalogue.ts'
import { pack, unpack } from '#api/catalogue-index/pack.ts'
import { readSections, writeSections } from '#api/in-memory/section-file.ts'
import { selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { log } from '#api/http/log.ts'

/** A smaller catalogue is built as soon as read. */
const LEAST_KEPT = 2_000

/** An index from before. `at`: how the database was that it shows, in ms by the database's clock. */
export interface KeptIndex {
  catalogue: Catalogue
  at: number
}

/** What changed since the file was written, so that it is written again once that is much. */
let written = { changes: -Infinity }
let writing = false

/** The index that an earlier start wrote for this database, or null if none fits. A start without it builds its own. */
export async function readIndex(): Promise<KeptIndex | null> {
  const database = await nameOfDatabase()
  const sections = await readSections(pathOfIndex()).catch(unread)
  if (!sections || sections.about.of !== database) return null
  const catalogue = await unpack(sections).catch(unread)
  if (!catalogue) return null
  written = { changes: catalogue.changes }
  return { catalogue, at: Number(sections.about.at) }
}

function unread(error: unknown): null {
  log.error({ error: { message: (error as Error).message } }, 'the kept catalogue index cannot be read')
  return null
}

/** Writes the index if it is large, and much has changed. Nothing is written while it changes. */
export async function writeIndex({ catalogue, at }: KeptIndex, { least = LEAST_KEPT } = {}): Promise<boolean> {
  const { size, changes } = catalogue
  if (writing || size < least || (least > 0 && changes - written.changes < size / 50)) return false
  writing = true
  try {
    await catalogue.words.takeIn()
    if (catalogue.changes !== changes || catalogue.words.lateCount > 0) return false
    const sections = pack(catalogue, { of: await nameOfDatabase(), at })
    if (catalogue.changes !== changes) return false
    const isWritten = await writeSections(pathOfIndex(), sections, () => catalogue.changes === changes)
    if (isWritten) written = { changes }
    return isWritten
  } finally {
    writing = false
  }
}

const pathOfIndex = () => join(env.dataDir, 'catalogue.index')

/** Another one after a restore: what was sold since is not in the restored database. */
async function nameOfDatabase(): Promise<string> {
  const row = await selectOne<{ generation: string }>('SELECT generation FROM shop_generation WHERE id = 1')
  return createHash('sha256').update(`${process.env.DATABASE_URL}\0${row?.generation}`).digest('hex')
}
