import { execute, insertRowsOnce } from '#api/db/database.ts'
import type { ExceptionCode } from '#sync/protocol/staff/exception.ts'

export interface Raised {
  code: ExceptionCode
  /** Its subject, such as 'PAID_TWICE 7-1700000000000': raising it again adds nothing. */
  once_key: string
  order_id: number | null
  detail: string
  /** The device that made what it is about. */
  device_id?: string
}

/** Raises an exception about a payment, or about something a till sent, once. */
export async function raiseException({ detail, device_id, ...raised }: Raised): Promise<void> {
  await execute(
    `INSERT INTO exceptions (code, once_key, order_id, device_id, detail)
      VALUES (:code, :once_key, :order_id, :device_id, :detail) ON DUPLICATE KEY UPDATE once_key = once_key`,
    { ...raised, device_id: device_id ?? null, detail: detail.slice(0, 255) },
  )
}

/** Something odd about a booked mutation. With a `once_key` it is raised once. */
export interface Found {
  code: ExceptionCode
  detail: string
  order_id: number | null
  product_variation_id?: number | null
  once_key?: string
  /** The cashier whom it is about. */
  person_id?: number
  device_id?: string | null
}

/** Raises all of them, in one statement. */
export const raiseExceptions = (found: readonly Found[]): Promise<void> =>
  insertRowsOnce(
    'exceptions',
    found.map(({ code, order_id, detail, ...more }) => ({
      code,
      order_id,
      once_key: more.once_key ?? null,
      product_variation_id: more.product_variation_id ?? null,
      person_id: more.person_id ?? null,
      device_id: more.device_id ?? null,
      detail: detail.slice(0, 255),
    })),
  )
