import type { ExceptionCode, ExceptionCounts, ExceptionSubject, ShopException } from '../staff/exception.ts'
import type { FileReply } from '../file-reply.ts'
import type { PushReply, PushRequest } from '../mutation.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'
import type { PullReply } from '../replica.ts'
import type { DrawerEvent, ShiftRevision, StaffShift } from '../staff/shift.ts'
import type { EnrolledKey, Grant, PublicKey, SignedPushReply, SignedPushRequest } from '../signed.ts'
import type { StaffTill, Till, TillDetail, TillSequence } from '../till.ts'

/** `search` finds an order number, goods, and words of the exception or its resolution. Days are UTC, inclusive. */
export interface ExceptionFilters {
  search?: string
  status_code?: 'OPEN' | 'RESOLVED'
  code?: ExceptionCode
  about?: ExceptionSubject
  start_date?: string
  end_date?: string
  /** About this till's sales or missing sequence numbers. */
  till_id?: number
}

/** `search`: in name or code. `gaps`: only tills with unexplained gaps. */
export interface TillFilters {
  search?: string
  status_code?: Till['status_code']
  gaps?: boolean
}

/** `id` sorts by code. */
export const TILL_ORDERS = ['id', 'name', 'status_code', 'seen_at', 'last_sale'] as const

export const EXCEPTION_ORDERS = ['id', 'code'] as const

/** Tills, their sync and their exceptions. */
/** `teller_id`: who opened or closed it. Days are UTC, inclusive, by when it was opened. */
export interface ShiftFilters {
  till_id?: number
  teller_id?: number
  state?: 'OPEN' | 'CLOSED'
  start_date?: string
  end_date?: string
}

export interface TillEndpoints {
  'GET /api/staff/shifts': { query: PageQuery & ShiftFilters; reply: { shifts: Page<StaffShift> } }
  'GET /api/staff/shifts/csv': { query: ShiftFilters; reply: FileReply }
  'GET /api/staff/shifts/:id': { reply: { shift: StaffShift; revisions: ShiftRevision[]; events: DrawerEvent[] } }
  /**
   * Enrols a till with its signing key. `proof`: over enrolText, by that key; `cosign`: over cosignText, by an older
   * key of the same device.
   */
  'POST /api/staff/tills': {
    body: {
      name: string
      device_id: string
      public_key?: PublicKey
      proof?: string
      cosign?: string
      unsigned_until?: number
    }
    reply: { message: string; till: Till & TillSequence & Partial<EnrolledKey> }
  }
  'GET /api/staff/tills': {
    query: PageQuery & TillFilters & Sorted<(typeof TILL_ORDERS)[number]>
    reply: { tills: Page<StaffTill> }
  }
  'GET /api/staff/tills/csv': { query: TillFilters; reply: FileReply }
  'GET /api/staff/tills/:id': { reply: { till: TillDetail } }
  /** `approved_key_id`: approves this key for sales signed from now on. */
  'PATCH /api/staff/tills/:id': {
    body: { name?: string; status_code?: Till['status_code']; approved_key_id?: string; updated_at?: string }
    reply: { message: string; till: TillDetail }
  }
  /**
   * Grants a person the right to sell on this till: the signed-in user, or the person in the grant of the X-Grant
   * header.
   */
  'POST /api/staff/tills/:id/grants': { reply: { message: string; grant: Grant; token: string } }
  /** With `grouped`, those of one till and kind are one row, with a count. */
  'GET /api/staff/exceptions': {
    query: PageQuery & ExceptionFilters & Sorted<(typeof EXCEPTION_ORDERS)[number]> & { grouped?: boolean }
    reply: { exceptions: Page<ShopException>; open: ExceptionCounts }
  }
  'GET /api/staff/exceptions/csv': { query: ExceptionFilters; reply: FileReply }
  /**
   * With `counted`, sets the stock on hand of its goods, which closes every exception that says these were oversold.
   */
  'PATCH /api/staff/exceptions/:id': {
    body: { status_code: 'RESOLVED'; note: string; counted?: number }
    reply: { message: string; exception: ShopException }
  }
  /** Closes open exceptions with one note. With `grouped`, each with all earlier ones of its till and kind. */
  'POST /api/staff/exceptions/resolve': {
    body: { ids: number[]; note: string; grouped?: boolean }
    reply: { message: string; resolved: number }
  }
  /**
   * Books a rejected sale once its cause is fixed. `note`: the reason, required if no signature proves that its till
   * made it.
   */
  'POST /api/staff/exceptions/:id/apply': {
    body: { note?: string }
    reply: { message: string; exception: ShopException }
  }
  /** Activates and invites a cashier whom a restore had lost. */
  'POST /api/staff/exceptions/:id/activate': { reply: { message: string; exception: ShopException } }
  /** `ended_grant`: the id of the grant shown, if its person may not sell any more. */
  'GET /api/sync/pull': {
    query: { since?: string; limit?: number }
    reply: PullReply & { generation: string; ended_grant?: string }
  }
  'POST /api/sync/push': { body: PushRequest | SignedPushRequest; reply: PushReply | SignedPushReply }
}
