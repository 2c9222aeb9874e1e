import type { OrderStatus } from '../shop/order.ts'

/** A product in the palette; `sku` is the one that matched. */
export interface FoundProduct {
  id: number
  name: string
  sku: string | null
  status_code: 'LIVE' | 'INACTIVE'
  picture: string | null
}
export interface FoundOrder {
  id: number
  number: string
  status_code: OrderStatus
  customer: string
  total: number
  ordered_at: string
}
export interface FoundPerson {
  id: number
  name: string
  email: string
  phone: string | null
}

/** A change by staff: who, when and where, with the values before and after. */
export interface StaffChange {
  id: number
  /** Null for what the shop did automatically. */
  user: { id: number; name: string } | null
  ip: string | null
  subject: string
  subject_id: number | null
  action: string
  /** The members that differ; null if the row did not exist. */
  was: Record<string, unknown> | null
  became: Record<string, unknown> | null
  created_at: string
}
