import type { FormatCode, ImportReport } from './import-report.ts'

/**
 * CHECKING: a rehearsal is running. CHECKED: its report is ready. RUNNING: the import is being applied. FETCHING: it is
 * applied, and its pictures are still being fetched.
 */
export const IMPORT_STATUSES = ['CHECKING', 'CHECKED', 'RUNNING', 'FETCHING', 'DONE', 'FAILED'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** The outcome for a product of a file; WRONG is a row that cannot be imported, HINT one that looks odd. */
export const IMPORT_OUTCOMES = ['CREATED', 'UPDATED', 'UNCHANGED', 'WRONG', 'HINT'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

/**
 * What an option of another shop's products is. `apart`: neither, and it is used only where nothing else keeps two
 * variants of a product apart. `none`: not used.
 */
export const OPTION_MEANINGS = ['size', 'colour', 'apart', 'none'] as const
export type OptionMeaning = (typeof OPTION_MEANINGS)[number]

/** What staff say about a file. `pieces`: of each variant that is in stock without a number; null: not said. */
export interface ImportAnswers {
  options: { name: string; means: OptionMeaning }[]
  pieces: number | null
}

/** What a file leaves open, as its rehearsal found it. */
export interface ImportQuestions {
  /** The first values are shown. `keeps_apart`: how many variants differ in nothing else. */
  options: { name: string; means: OptionMeaning; rows: number; values: string[]; keeps_apart: number }[]
  /** New variants that are in stock without a number. */
  uncounted: { variants: number; pieces: number | null }
  /** Goods of a kind that the shop does not sell, with the first names. */
  left_out: { type: string; rows: number; names: string[] }[]
}

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
  /** Its pictures on the web: fetched, given up, and all. */
  pictures: { done: number; failed: number; total: number }
}

/** The same with the columns of its first line, and the step that failed with its reason; null if none did. */
export interface OpenedImport extends ImportedFile {
  columns: { name: string; isRead: boolean }[]
  given_up: 'CHECK' | 'IMPORT' | null
  error: string | null
  /** Null before the rehearsal, and for a file from before there were questions. */
  questions: ImportQuestions | null
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
  /** Only for a WRONG row and a HINT. */
  message: string | null
  differences: Difference[]
}
