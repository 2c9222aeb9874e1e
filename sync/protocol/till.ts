import type { ChainHead } from './signed.ts'

export interface Till {
  id: number
  code: string
  name: string
  device_id: string
  status_code: 'ACTIVE' | 'REVOKED'
}

/**
 * `last_seq`: the highest sequence number seen; `last_number`: the highest receipt counter seen; `missing_seqs`: at
 * most 1000.
 */
export interface TillSequence {
  last_seq: number
  last_number: number
  missing_seqs: number[]
}

/** A till as staff see it. */
export interface StaffTill extends Till {
  /** When it last fetched or sent something; null if never recorded. */
  seen_at: string | null
  /** The last sale that arrived, and when it was rung up. */
  last_sale: { order_id: number; number: string; sold_at: string } | null
  last_seq: number
  /** Unexplained gaps in its sequence. */
  open_gaps: number
  /** Who enrolled the device as a till, if known. */
  enrolled_by: { id: number; name: string } | null
  created_at: string
  updated_at: string
}

/** A till's signing key, as staff see it. */
export interface TillKey {
  key_id: string
  approved: boolean
  /** The older key that passed its approval to this one. */
  cosigned_by: string | null
  /** Two browser profiles have signed with it. */
  forked: boolean
  enrolled_by: { id: number; name: string } | null
  created_at: string
  chain: ChainHead
}

/** A till as staff see it, with all its keys, the newest first. */
export interface TillDetail extends StaffTill, TillSequence {
  keys: TillKey[]
}
