import type { ExceptionCode, ExceptionCounts, ExceptionSubject, ShopException } from '../exception.ts'
import type { FileReply } from '../file-reply.ts'
import type { PushReply, PushRequest } from '../mutation.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'
import type { PullReply } from '../replica.ts'
import type { StaffTill, Till, TillSequence } from '../till.ts'

/** `search` finds an order's number, goods, and words of what happened or came of it. Days are UTC, inclusive. */
export interface ExceptionFilters {
  search?: string; status_code?: 'OPEN' | 'RESOLVED'; code?: ExceptionCode; about?: ExceptionSubject; start_date?: string; end_date?: string
  /** Of this till's sales, or of what is missing of them. */
  till_id?: number
}

/** `search`: in name or code. `gaps`: those with gaps that nobody has explained yet. */
export interface TillFilters { search?: string; status_code?: Till['status_code']; gaps?: boolean }

/** `id`: in the order of their codes. */
export const TILL_ORDERS = ['id', 'name', 'status_code', 'seen_at', 'last_sale'] as const

export const EXCEPTION_ORDERS = ['id', 'code'] as const

/** Tills, their sync and what was odd about their sales. */
export interface TillEndpoints {
  'POST /api/staff/tills': { body: { name: string; device_id: string }; reply: { message: string; till: Till & TillSequence } }
  'GET /api/staff/tills': { query: PageQuery & TillFilters & Sorted<(typeof TILL_ORDERS)[number]>; reply: { tills: Page<StaffTill> } }
  'GET /api/staff/tills/csv': { query: TillFilters; reply: FileReply }
  'GET /api/staff/tills/:id': { reply: { till: StaffTill & TillSequence } }
  'PATCH /api/staff/tills/:id': { body: { name?: string; status_code?: Till['status_code']; updated_at?: string }; reply: { message: string; till: StaffTill & TillSequence } }
  'GET /api/staff/exceptions': { query: PageQuery & ExceptionFilters & Sorted<(typeof EXCEPTION_ORDERS)[number]>; reply: { exceptions: Page<ShopException>; open: ExceptionCounts } }
  'GET /api/staff/exceptions/csv': { query: ExceptionFilters; reply: FileReply }
  /** With `counted`, what lies on the shelf of its goods is taken into the book, which closes all that say that these were oversold. */
  'PATCH /api/staff/exceptions/:id': { body: { status_code: 'RESOLVED'; note: string; counted?: number }; reply: { message: string; exception: ShopException } }
  /** Closes all of them that are open, with one note. */
  'POST /api/staff/exceptions/resolve': { body: { ids: number[]; note: string }; reply: { message: string; resolved: number } }
  /** Books a sale that was rejected, once what stood against it is mended. */
  'POST /api/staff/exceptions/:id/apply': { reply: { message: string; exception: ShopException } }
  'GET /api/sync/pull': { query: { since?: string; limit?: number }; reply: PullReply }
  'POST /api/sync/push': { body: PushRequest; reply: PushReply }
}
