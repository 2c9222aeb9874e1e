import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, insertRow, selectOne } from '#api/db/database.ts'
import { conflict, notFound } from '#api/errors.ts'
import { askedBy, onBehalfOf } from '#api/http/asked-by.ts'
import { NO_ANSWERS } from '#api/import/asked.ts'
import { importProducts } from '#api/import/import-products.ts'
import { queuePictures } from '#api/import/fetch-pictures.ts'
import { importFile, JOB_STATUS } from '#api/import/import-work.ts'
import { inspectProducts } from '#api/import/open-products.ts'
import { queueJob } from '#api/jobs/job-queue.ts'
import type { Upload } from '#api/uploads/multipart.ts'
import type { ImportReport } from '#sync/protocol/staff/import-report.ts'
import type { ImportAnswers, ImportQuestions } from '#sync/protocol/staff/import.ts'

interface Wanted {
  dry_run: boolean
  user_id: number
  /** Of each new variant that is in stock without a number. */
  pieces?: number | undefined
}

/** A longer file is imported in the background. */
const MOST_LINES_AT_ONCE = 2_000

const outside = AsyncLocalStorage.snapshot()

/**
 * An import commits batch by batch, so it must leave the request's transaction. It still counts as the caller's work.
 */
const alone = <T>(work: () => Promise<T>): Promise<T> => {
  const who = askedBy()
  return outside(() => (who ? onBehalfOf(who, work) : work()))
}

/**
 * Imports a short file and returns the report; starts a long one and returns its id.
 * @throws 422 on `file` if it is not a product file
 */
export const startImport = (
  upload: Upload,
  { dry_run, user_id, pieces }: Wanted,
): Promise<(ImportReport & { notes?: string[] }) | { import: { id: number } }> =>
  alone(async () => {
    const { format } = await inspectProducts(upload.path)
    if ((await linesOf(upload.path)) > MOST_LINES_AT_ONCE + 1)
      return {
        import: { id: await keepFile(upload, { user_id, pieces, status_code: dry_run ? 'CHECKING' : 'RUNNING' }) },
      }
    const import_id = dry_run
      ? undefined
      : await insertRow('product_imports', {
          user_id,
          status_code: 'RUNNING',
          file_name: upload.called,
          format_code: format,
        })
    const answers = answersOf(pieces)
    const { questions, ...report } = await importProducts(upload.path, { dry_run, user_id, import_id, answers })
    if (import_id !== undefined) {
      await execute("UPDATE product_imports SET status_code = 'DONE', report = ? WHERE id = ?", [
        JSON.stringify(report),
        import_id,
      ])
      await queuePictures(user_id)
    }
    return { ...report, ...notesOn(questions) }
  })

const answersOf = (pieces: number | undefined): ImportAnswers | undefined =>
  pieces === undefined ? undefined : { ...NO_ANSWERS, pieces }

const notesOn = ({ uncounted: { variants, pieces } }: ImportQuestions) =>
  variants > 0 && pieces === null
    ? { notes: [`${inStock(variants)} They get 0 pieces each. Send "pieces" to give them another number.`] }
    : {}

const inStock = (variants: number) =>
  `${variants} new ${variants === 1 ? 'variant is' : 'variants are'} in stock, but the file does not say how many pieces.`

/**
 * Stores a file and starts to rehearse it. Returns the import's id. @throws 422 on `file` if it is not a product file
 */
export const openImport = (upload: Upload, user_id: number): Promise<number> =>
  keepFile(upload, { user_id, status_code: 'CHECKING' })

async function keepFile(
  upload: Upload,
  {
    user_id,
    status_code,
    pieces,
  }: { user_id: number; status_code: 'CHECKING' | 'RUNNING'; pieces?: number | undefined },
): Promise<number> {
  const { format, columns } = await inspectProducts(upload.path)
  const [file_key, line_count] = [randomUUID(), await linesOf(upload.path)]
  await copyFile(upload.path, await importFile(file_key))
  return inTransaction(async () => {
    const id = await insertRow('product_imports', {
      user_id,
      status_code,
      file_key,
      file_name: upload.called,
      format_code: format,
      columns_found: JSON.stringify(columns),
      line_count,
      answers: pieces === undefined ? null : JSON.stringify(answersOf(pieces)),
    })
    const job_id = await queueJob(
      status_code === 'CHECKING' ? 'rehearse-import' : 'apply-import',
      { import_id: id },
      user_id,
    )
    await execute('UPDATE product_imports SET job_id = ? WHERE id = ?', [job_id, id])
    await recordChange({ subject: 'import', subject_id: id, action: 'add', became: { file_name: upload.called } })
    return id
  })
}

/** Applies a rehearsed import, or continues a failed one. @throws 404, 409 while it runs or once it is done */
export const applyImport = (id: number, user_id: number): Promise<void> =>
  inTransaction(async () => {
    const row = await lockImport(id)
    if (row.status_code !== 'CHECKED' && !(row.status_code === 'RUNNING' && row.job_status === 'FAILED'))
      throw conflict('This import is already running or done.')
    const { variants = 0, pieces = null } = row.questions?.uncounted ?? {}
    if (variants > 0 && pieces === null)
      throw conflict(`${inStock(variants)} Enter the number, and check the file again.`)
    await begin(id, { kind: 'apply-import', status_code: 'RUNNING', user_id })
    await recordChange({ subject: 'import', subject_id: id, action: 'apply' })
  })

/**
 * Rehearses a file again: after a failure, if its result may have changed, or with other answers.
 * @throws 404, 409 while it runs and once it is applied
 */
export const checkAgain = (id: number, user_id: number, said: Partial<ImportAnswers> = {}): Promise<void> =>
  inTransaction(async () => {
    const row = await lockImport(id)
    if (row.status_code !== 'CHECKED' && !(row.status_code === 'CHECKING' && row.job_status === 'FAILED'))
      throw conflict('This file is already being checked, or has been checked.')
    await begin(id, { kind: 'rehearse-import', status_code: 'CHECKING', user_id })
    if (Object.keys(said).length > 0)
      await execute('UPDATE product_imports SET answers = ? WHERE id = ?', [
        JSON.stringify({ ...(row.answers ?? NO_ANSWERS), ...said }),
        id,
      ])
    await recordChange({
      subject: 'import',
      subject_id: id,
      action: 'check',
      ...(Object.keys(said).length > 0 && { became: { ...said } }),
    })
  })

interface Locked {
  status_code: string
  job_status: string
  questions: ImportQuestions | null
  answers: ImportAnswers | null
}

async function lockImport(id: number): Promise<Locked> {
  const row = await selectOne<
    Record<'status_code' | 'job_status', string> & Record<'questions' | 'answers', string | null>
  >(
    `SELECT i.status_code, i.questions, i.answers, ${JOB_STATUS} AS job_status FROM product_imports i
      LEFT JOIN jobs j ON j.id = i.job_id
      WHERE i.id = ? FOR UPDATE`,
    [id],
  )
  if (!row) throw notFound('Import')
  const { questions, answers, ...status } = row
  return {
    ...status,
    questions: questions === null ? null : (JSON.parse(questions) as ImportQuestions),
    answers: answers === null ? null : (JSON.parse(answers) as ImportAnswers),
  }
}

async function begin(
  id: number,
  { kind, status_code, user_id }: { kind: string; status_code: 'CHECKING' | 'RUNNING'; user_id: number },
): Promise<void> {
  const job_id = await queueJob(kind, { import_id: id }, user_id)
  await execute(
    "UPDATE product_imports SET status_code = ?, row_count = 0, report = IF(? = 'CHECKING', NULL, report), job_id = ? WHERE id = ?",
    [status_code, status_code, job_id, id],
  )
}

/** Counts line ends, also inside quotes: at worst a file seems long a little early. */
async function linesOf(path: string): Promise<number> {
  let lines = 1
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
  }
  return lines
}
