import { execute, insertRowsOnce } from '#api/db/database.ts'
import type { ExceptionCode } from '#sync/protocol/staff/exception.ts'

export interface Raised {
  code: ExceptionCode
  /** Its subject, such as 'PAID_TWICE 7-1700000000000': raising it again adds nothing. */
  once_key: string
  order_id: number | null
  detail: string
}

/** Raises an exception about a payment, or about something a till sent, once. */
export async function raiseException({ detail, ...raised }: Raised): Promise<void> {
  await execute(
    'INSERT INTO exceptions (code, once_key, order_id, detail) VALUES (:code, :once_key, :order_id, :detail) ON DUPLICATE KEY UPDATE once_key = once_key',
    { ...raised, detail: detail.slice(0, 255) },
  )
}

/** Something odd about a booked mutation. With a `once_key` it is raised once. */
export interface Found {
  code: ExceptionCode
  detail: string
  order_id: number | null
  product_variation_id?: number | null
  once_key?: string
}

/** Raises all of them, in one statement. */
export const raiseExceptions = (found: readonly Found[]): Promise<void> =>
  insertRowsOnce(
    'exceptions',
    found.map(({ code, once_key = null, order_id, product_variation_id = null, detail }) => ({
      once_key,
      code,
      order_id,
      product_variation_id,
      detail: detail.slice(0, 255),
    })),
  )
