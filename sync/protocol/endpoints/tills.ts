import type { ExceptionCode, ExceptionCounts, ExceptionSubject, ShopException } from '../staff/exception.ts'
import type { FileReply } from '../file-reply.ts'
import type { PushReply, PushRequest } from '../mutation.ts'
import type { Page, PageQuery, Sorted } from '../page.ts'
import type { PullReply } from '../replica.ts'
import type { EnrolledKey, Grant, PublicKey, SignedPushReply, SignedPushRequest } from '../signed.ts'
import type { StaffTill, Till, TillDetail, TillSequence } from '../till.ts'

/** `search` finds an order's number, goods, and words of what happened or came of it. Days are UTC, inclusive. */
export interface ExceptionFilters {
  search?: string
  status_code?: 'OPEN' | 'RESOLVED'
  code?: ExceptionCode
  about?: ExceptionSubject
  start_date?: string
  end_date?: string
  /** Of this till's sales, or of what is missing of them. */
  till_id?: number
}

/** `search`: in name or code. `gaps`: those with gaps that nobody has explained yet. */
export interface TillFilters {
  search?: string
  status_code?: Till['status_code']
  gaps?: boolean
}

/** `id`: in the order of their codes. */
export const TILL_ORDERS = ['id', 'name', 'status_code', 'seen_at', 'last_sale'] as const

export const EXCEPTION_ORDERS = ['id', 'code'] as const

/** Tills, their sync and what was odd about their sales. */
export interface TillEndpoints {
  /**
   * With the key that the till signs by. `proof`: over enrolText, by that key; `cosign`: over cosignText, by an older
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
  /** `approved_key_id`: from now on the sales that this key signs are those of a till that management knows. */
  'PATCH /api/staff/tills/:id': {
    body: { name?: string; status_code?: Till['status_code']; approved_key_id?: string; updated_at?: string }
    reply: { message: string; till: TillDetail }
  }
  /**
   * The right of a person to sell on this till: of who is signed in, or of the person in the grant that the device
   * shows in X-Grant.
   */
  'POST /api/staff/tills/:id/grants': { reply: { message: string; grant: Grant; token: string } }
  'GET /api/staff/exceptions': {
    query: PageQuery & ExceptionFilters & Sorted<(typeof EXCEPTION_ORDERS)[number]>
    reply: { exceptions: Page<ShopException>; open: ExceptionCounts }
  }
  'GET /api/staff/exceptions/csv': { query: ExceptionFilters; reply: FileReply }
  /**
   * With `counted`, what lies on the shelf of its goods is taken into the book, which closes all that say that these
   * were oversold.
   */
  'PATCH /api/staff/exceptions/:id': {
    body: { status_code: 'RESOLVED'; note: string; counted?: number }
    reply: { message: string; exception: ShopException }
  }
  /** Closes all of them that are open, with one note. */
  'POST /api/staff/exceptions/resolve': {
    body: { ids: number[]; note: string }
    reply: { message: string; resolved: number }
  }
  /**
   * Books a sale that was rejected, once what stood against it is mended. `note`: why, where nothing proves that its
   * till made it.
   */
  'POST /api/staff/exceptions/:id/apply': {
    body: { note?: string }
    reply: { message: string; exception: ShopException }
  }
  'GET /api/sync/pull': { query: { since?: string; limit?: number }; reply: PullReply & { generation: string } }
  'POST /api/sync/push': { body: PushRequest | SignedPushRequest; reply: PushReply | SignedPushReply }
}
