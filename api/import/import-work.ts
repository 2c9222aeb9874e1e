import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { execute, select, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { conflict } from '#api/errors.ts'
import { queuePictures } from '#api/import/fetch-pictures.ts'
import { importProducts } from '#api/import/import-products.ts'
import { forgetLines, type Noted } from '#api/import/note-lines.ts'
import type { Work } from '#api/jobs/job-queue.ts'
import { isThere } from '#api/uploads/pictures.ts'
import type { ImportReport } from '#sync/protocol/staff/import-report.ts'
import type { ImportAnswers } from '#sync/protocol/staff/import.ts'

export const IMPORTS = join(env.dataDir, 'imports')

/** The status of an import's job `j`, as SQL: a job that failed a month ago is deleted, and still counts as failed. */
export const JOB_STATUS = "COALESCE(j.status_code, 'FAILED')"

/** The path of an import's file; creates the folder. */
export async function importFile(file_key: string): Promise<string> {
  await mkdir(IMPORTS, { recursive: true, mode: 0o700 })
  return join(IMPORTS, `${file_key}.csv`)
}

/** Works out what each row of a file would do. */
export const rehearseImport: Work = (job, tell) => run(job, tell, { is_rehearsal: true, next: 'CHECKED' })

/** Applies a file, batch by batch: work from an earlier try is found unchanged. Then fetches the pictures. */
export const applyImport: Work = async (job, tell) => {
  const result = await run(job, tell, { is_rehearsal: false, next: 'DONE' })
  await queuePictures(job.user_id)
  return result
}

async function run(
  job: Parameters<Work>[0],
  tell: Parameters<Work>[1],
  { is_rehearsal, next }: { is_rehearsal: boolean; next: string },
): Promise<object> {
  const { import_id } = job.input as { import_id: number }
  const row = await selectOne<{ file_key: string; line_count: number; answers: string | null }>(
    'SELECT file_key, line_count, answers FROM product_imports WHERE id = ?',
    [import_id],
  )
  const path = row && (await importFile(row.file_key))
  if (!row || !path || !(await isThere(path))) throw conflict('The file is gone. Please send it again.')
  const noted = { import_id, is_rehearsal }
  await forgetLines(noted)
  const { questions, ...report } = await importProducts(path, {
    dry_run: is_rehearsal,
    user_id: job.user_id,
    noted,
    answers: row.answers === null ? undefined : (JSON.parse(row.answers) as ImportAnswers),
    onProgress: async rows => {
      await tell(rows, Math.max(rows, row.line_count - 1))
      await execute('UPDATE product_imports SET row_count = ? WHERE id = ?', [rows, import_id])
    },
  })
  const summary = { ...report.summary, ...(await outcomesOf(noted)) }
  await execute(
    'UPDATE product_imports SET status_code = ?, report = ?, questions = IF(?, ?, questions) WHERE id = ?',
    [next, JSON.stringify({ ...report, summary }), is_rehearsal, JSON.stringify(questions), import_id],
  )
  return summary
}

/** Over all tries: the last one alone finds earlier work unchanged. */
async function outcomesOf({
  import_id,
  is_rehearsal,
}: Noted): Promise<Pick<ImportReport['summary'], 'created' | 'updated' | 'unchanged' | 'hints'>> {
  const rows = await select<{ outcome: string; n: number }>(
    'SELECT outcome, COUNT(*) AS n FROM product_import_lines WHERE import_id = ? AND is_rehearsal = ? GROUP BY outcome',
    [import_id, is_rehearsal],
  )
  const count = (outcome: string) => rows.find(row => row.outcome === outcome)?.n ?? 0
  const hints = count('HINT')
  return {
    created: count('CREATED'),
    updated: count('UPDATED'),
    unchanged: count('UNCHANGED'),
    ...(hints > 0 && { hints }),
  }
}

const DAY_MS = 86_400_000

/** Deletes import files after 30 days, and notes on their lines after 90. */
export async function forgetImports(): Promise<void> {
  for (const name of await readdir(IMPORTS).catch(() => [])) {
    const { mtimeMs } = await stat(join(IMPORTS, name))
    if (mtimeMs < Date.now() - 30 * DAY_MS) await rm(join(IMPORTS, name), { force: true })
  }
  while (
    (await execute(
      'DELETE FROM product_import_lines WHERE import_id IN (SELECT id FROM product_imports WHERE created_at < NOW(3) - INTERVAL 90 DAY) LIMIT 1000',
    )) > 0
  )
    continue
}
