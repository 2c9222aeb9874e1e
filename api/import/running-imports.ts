import { AsyncLocalStorage } from 'node:async_hooks'
import { createReadStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { execute, insertRow, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { importProducts } from '#api/import/import-products.ts'
import { checkProducts } from '#api/import/open-products.ts'
import { log } from '#api/http/log.ts'
import { INCOMING } from '#api/uploads/incoming.ts'
import type { Upload } from '#api/uploads/multipart.ts'
import type { ImportReport, ReplyOf } from '#sync/protocol/endpoints.ts'

interface Wanted { dry_run: boolean; user_id: number }

/** A file of more lines is imported while the client does something else. */
const MOST_LINES_AT_ONCE = 2_000

/** Without a sign of life for so long, the program that ran an import has ended. */
const SILENCE_SECONDS = 120

/** An import commits batch by batch, so it must not join the transaction of the request that asked for it. */
const outside = AsyncLocalStorage.snapshot()

/**
 * Imports a short file and returns the report; of a long one, starts it and returns the id to ask for.
 * @throws 422 on `file` when it is no product file
 */
export const startImport = (upload: Upload, wanted: Wanted): Promise<ImportReport | { import: { id: number } }> => outside(async () => {
  await checkProducts(upload.path)
  if (!await isLong(upload.path)) return importProducts(upload.path, wanted)
  const id = await insertRow('product_imports', { user_id: wanted.user_id })
  const path = join(INCOMING, `import-${id}.csv`)
  await rename(upload.path, path)
  void finish(id, path, wanted)
  return { import: { id } }
})

/** How far an import is, and how it went. @throws 404 */
export async function findImport(id: number): Promise<ReplyOf<'GET /api/staff/products/imports/:id'>['import']> {
  const row = await selectOne<{ status: 'RUNNING' | 'DONE' | 'FAILED'; rows: number; report: string | null }>(
    `SELECT IF(status_code = 'RUNNING' AND updated_at < NOW(3) - INTERVAL :silence SECOND, 'FAILED', status_code) AS status, row_count AS \`rows\`, report
     FROM product_imports WHERE id = :id`, { id, silence: SILENCE_SECONDS })
  if (!row) throw notFound('Import')
  const { status, rows, report } = row
  return { id, status, rows, ...(report === null ? { summary: NOTHING, errors: status === 'FAILED' ? [stopped(rows)] : [] } : JSON.parse(report) as ImportReport) }
}

const NOTHING = { created: 0, updated: 0, unchanged: 0, failed: 0 }

const stopped = (rows: number) => ({ line: rows + 1, message: 'The import stopped about here. What comes before is in; send the same file again to go on.' })

async function finish(id: number, path: string, wanted: Wanted): Promise<void> {
  try {
    const report = await importProducts(path, { ...wanted, onProgress: rows => progress(id, rows) })
    await execute("UPDATE product_imports SET status_code = 'DONE', report = ? WHERE id = ?", [JSON.stringify(report), id])
  } catch (error) {
    log.error({ import_id: id, error: { name: (error as Error).name } }, 'import stopped')
    await execute("UPDATE product_imports SET status_code = 'FAILED' WHERE id = ?", [id]).catch(() => {})
  } finally {
    await rm(path, { force: true })
  }
}

const progress = async (id: number, rows: number) => { await execute('UPDATE product_imports SET row_count = ? WHERE id = ?', [rows, id]) }

/** Counts ends of line, of which a quoted text may have several: that only makes a file long a little early. */
async function isLong(path: string): Promise<boolean> {
  let lines = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
    if (lines > MOST_LINES_AT_ONCE + 1) return true
  }
  return false
}
