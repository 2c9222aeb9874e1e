import type { VoidReason } from '#sync/protocol/kinds/sale-void.ts'

/** A void that has not found its sale yet. */
export interface WaitingVoid {
  id: number
  mutation_id: string
  device_id: string | null
  seq: number | null
  till_code: string
  teller_id: number
  proved: 0 | 1
  occurred_at: Date
  business_date: string
  sale_mutation_id: string
  number: string
  reason: VoidReason
}
