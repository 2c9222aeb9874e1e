const accepted = (kind: string) => `v.kind = '${kind}' AND v.verdict LIKE '%"status":"accepted"%'`

/** Rules between verdicts and what their kinds have booked. */
export const KIND_RULES = {
  'an accepted verdict without its order': `SELECT v.mutation_id FROM sync_verdicts v
    LEFT JOIN orders o ON o.sale_id = v.mutation_id WHERE ${accepted('sale.record')} AND o.id IS NULL`,
  'an accepted note that is not there': `SELECT v.mutation_id FROM sync_verdicts v
    LEFT JOIN till_notes n ON n.mutation_id = v.mutation_id WHERE ${accepted('note.left')} AND n.id IS NULL`,
} as const
