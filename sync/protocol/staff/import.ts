import type { FormatCode, ImportReport } from './import-report.ts'

/** CHECKING: a rehearsal is under way. CHECKED: it says what the file would do. RUNNING: it is being done. */
export const IMPORT_STATUSES = ['CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'FAILED'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** What comes of a product of a file; WRONG is a row that cannot go in. */
export const IMPORT_OUTCOMES = ['CREATED', 'UPDATED', 'UNCHANGED', 'WRONG'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

/** A product file that somebody sent, and how it went. `done` of `total` lines are behind. */
export interface ImportedFile {
  id: number
  file_name: string
  format_code: FormatCode | null
  status_code: ImportStatus
  done: number
  total: number
  /** Of the rehearsal until it is applied; null until there is one. */
  summary: ImportReport['summary'] | null
  user: { id: number; name: string } | null
  created_at: string
}

/** The same with the columns of its first line, and which step was given up, with why; null while none was. */
export interface OpenedImport extends ImportedFile {
  columns: { name: string; isRead: boolean }[]
  given_up: 'CHECK' | 'IMPORT' | null
  error: string | null
}

/**
 * How a product comes out, or the variation `of` it: what was there, and what the file makes of it; null for what there
 * was none of.
 */
export interface Difference {
  what: string
  of?: string
  was: string | null
  becomes: string | null
}

/** Where a product begins in a file and what comes of it, or what is wrong with a row. */
export interface ImportLine {
  id: number
  line: number
  outcome: ImportOutcome
  slug: string | null
  name: string | null
  /** Of a row that is WRONG. */
  message: string | null
  differences: Difference[]
}
