export interface Till { id: number; code: string; name: string; device_id: string; status_code: 'ACTIVE' | 'REVOKED' }

/** `last_seq`: the highest sequence number seen; `last_number`: the highest receipt counter seen; `missing_seqs`: at most 1000. */
export interface TillSequence { last_seq: number; last_number: number; missing_seqs: number[] }
