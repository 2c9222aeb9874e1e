import type {
  ImportAnswers,
  ImportedFile,
  ImportLine,
  ImportOutcome,
  ImportStatus,
  OpenedImport,
} from '../staff/import.ts'
import type { FileReply } from '../file-reply.ts'
import type { FormatCode, ImportReport } from '../staff/import-report.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'
import type { ProductFilter } from './products.ts'

/** `search` finds words of the file name. Days are UTC, inclusive. */
export interface ImportFilters {
  search?: string
  status_code?: ImportStatus
  format_code?: FormatCode
  user_id?: number
  start_date?: string
  end_date?: string
}

export const IMPORT_ORDERS = ['id', 'file_name', 'format_code', 'status_code', 'user'] as const

/** Import and export of products. */
export interface ImportEndpoints {
  /** `notes`: what the file leaves open. */
  'POST /api/staff/products/import': { reply: (ImportReport & { notes?: string[] }) | { import: { id: number } } }
  'GET /api/staff/products/imports/:id': {
    reply: { import: { id: number; status: 'RUNNING' | 'DONE' | 'FAILED'; rows: number } & ImportReport }
  }
  'GET /api/staff/imports': {
    query: PageQuery & ImportFilters & Sorted<(typeof IMPORT_ORDERS)[number]>
    reply: { imports: Page<ImportedFile> }
  }
  'GET /api/staff/imports/csv': { query: ImportFilters; reply: FileReply }
  /** A form with the `file`. */
  'POST /api/staff/imports': { reply: { message: string; import: OpenedImport } }
  'GET /api/staff/imports/:id': { reply: { import: OpenedImport } }
  'GET /api/staff/imports/:id/lines': {
    query: PageQuery & { outcome?: ImportOutcome }
    reply: { lines: Page<ImportLine> }
  }
  'GET /api/staff/imports/:id/mistakes/csv': { reply: FileReply }
  /** Rehearses the file again, with other answers to its questions if there are any. */
  'POST /api/staff/imports/:id/check': {
    body: Partial<ImportAnswers>
    reply: { message: string; import: OpenedImport }
  }
  'POST /api/staff/imports/:id/apply': { reply: { message: string; import: OpenedImport } }
  'GET /api/staff/products/csv': { query: ProductFilter; reply: FileReply }
  'GET /api/staff/products/export': { query: ProductFilter & { format?: FormatCode }; reply: FileReply }
}
