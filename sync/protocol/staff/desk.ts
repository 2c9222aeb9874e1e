import type { OrderStatus } from '../shop/order.ts'

/** A product as the palette finds it; `sku` is the one that was looked for. */
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
  created_at: string
}
export interface FoundPerson {
  id: number
  name: string
  email: string
  phone: string | null
}

/** What staff changed: who, when, from where, and what it was before and became. */
export interface StaffChange {
  id: number
  /** Null for what the shop did by itself. */
  user: { id: number; name: string } | null
  ip: string | null
  subject: string
  subject_id: number | null
  action: string
  /** The members that differ; null where there was or is no row. */
  was: Record<string, unknown> | null
  became: Record<string, unknown> | null
  created_at: string
}
