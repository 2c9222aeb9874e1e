import { execute, insertRowsOnce } from '#api/db/database.ts'
import type { ExceptionCode } from '#sync/protocol/staff/exception.ts'

export interface Raised {
  code: ExceptionCode
  /** What it is about, such as 'PAID_TWICE 7-1700000000000': a second telling of it is not a second exception. */
  once_key: string
  order_id: number | null
  detail: string
}

/** Tells staff of an oddity of a payment, or of what a till sent, once. */
export async function raiseException({ detail, ...raised }: Raised): Promise<void> {
  await execute(
    'INSERT INTO exceptions (code, once_key, order_id, detail) VALUES (:code, :once_key, :order_id, :detail) ON DUPLICATE KEY UPDATE once_key = once_key',
    { ...raised, detail: detail.slice(0, 255) },
  )
}

/** What was found odd about a booked mutation. With a `once_key` it is told once. */
export interface Found {
  code: ExceptionCode
  detail: string
  order_id: number | null
  product_variation_id?: number | null
  once_key?: string
}

/** Tells staff of all of them, in one statement. */
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
