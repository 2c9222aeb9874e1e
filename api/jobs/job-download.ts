import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { notFound } from '#api/errors.ts'
import type { UserSession } from '#api/http/access.ts'
import { Download } from '#api/http/download.ts'
import { pathOf } from '#api/jobs/job-files.ts'
import { findJob } from '#api/jobs/list-jobs.ts'

const TYPES: Record<string, string> = {
  '.csv': 'text/csv; charset=utf-8; header=present',
  '.pdf': 'application/pdf',
  '.json': 'application/json',
}

/** Kinds of work whose file is a list of customers. */
const OF_PEOPLE: readonly string[] = ['order-export']

/** Whether a job has finished with a file about people, which asks for the second factor again. @throws 404 */
export async function showsPeople(id: number, session: UserSession): Promise<boolean> {
  const { kind, status_code } = await findJob(id, session)
  return status_code === 'DONE' && OF_PEOPLE.includes(kind)
}

/** A job's file, for the person who asked for it. @throws 404 if there is none, or it was deleted */
export async function jobDownload(id: number, session: UserSession): Promise<Download> {
  const { result, status_code } = await findJob(id, session)
  if (status_code !== 'DONE' || !result?.file || !(await stat(pathOf(id)).catch(() => null))) throw notFound('File')
  return new Download(
    result.file,
    TYPES[extname(result.file)] ?? 'application/octet-stream',
    createReadStream(pathOf(id)),
  )
}
