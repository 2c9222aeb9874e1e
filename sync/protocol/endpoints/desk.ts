import type { DeskFigures, DeskPeriod } from '../staff/desk-figures.ts'
import type { FoundOrder, FoundPerson, FoundProduct, StaffChange } from '../staff/desk.ts'
import type { FileReply } from '../file-reply.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'

export interface ChangeFilters {
  subject?: string
  subject_id?: number
  user_id?: number
  start_date?: string
  end_date?: string
  /** Words of the values before or after the change, or of the action. */
  search?: string
}

export const CHANGE_ORDERS = ['id'] as const

export interface DeskEndpoints {
  'GET /api/staff/search': {
    query: { text: string }
    reply: { products: FoundProduct[]; orders: FoundOrder[]; customers: FoundPerson[] }
  }
  'GET /api/staff/changes': {
    query: PageQuery & ChangeFilters & Sorted<(typeof CHANGE_ORDERS)[number]>
    reply: { changes: Page<StaffChange> }
  }
  'GET /api/staff/changes/csv': { query: ChangeFilters; reply: FileReply }
}

export interface DeskFigureEndpoints {
  'GET /api/staff/dashboard': { query: { period?: DeskPeriod }; reply: { dashboard: DeskFigures } }
}
