import type { FormatCode, ImportReport } from './import-report.ts'

/** CHECKING: a rehearsal is running. CHECKED: its report is ready. RUNNING: the import is being applied. */
export const IMPORT_STATUSES = ['CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'FAILED'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** The outcome for a product of a file; WRONG is a row that cannot be imported. */
export const IMPORT_OUTCOMES = ['CREATED', 'UPDATED', 'UNCHANGED', 'WRONG'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

/** An uploaded product file and its progress: `done` of `total` lines. */
export interface ImportedFile {
  id: number
  file_name: string
  format_code: FormatCode | null
  status_code: ImportStatus
  done: number
  total: number
  /** From the rehearsal until the import is applied; null before the rehearsal. */
  summary: ImportReport['summary'] | null
  user: { id: number; name: string } | null
  created_at: string
}

/** The same with the columns of its first line, and the step that failed with its reason; null if none did. */
export interface OpenedImport extends ImportedFile {
  columns: { name: string; isRead: boolean }[]
  given_up: 'CHECK' | 'IMPORT' | null
  error: string | null
}

/** The change of a product, or of the variation `of` it: values before and after; null if it did not exist. */
export interface Difference {
  what: string
  of?: string
  was: string | null
  becomes: string | null
}

/** Where a product begins in a file and its outcome, or what is wrong with a row. */
export interface ImportLine {
  id: number
  line: number
  outcome: ImportOutcome
  slug: string | null
  name: string | null
  /** Only for a WRONG row. */
  message: string | null
  differences: Difference[]
}
