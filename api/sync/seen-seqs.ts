/**
 * Seqs that arrived from tills, as SQL with the condition on `s`: with a verdict, in quarantine, or in a key's chain,
 * which includes unknown kinds.
 */
export const SEEN = (where: string) =>
  [
    'sync_verdicts',
    'sync_quarantine',
    '(SELECT t.device_id, l.seq FROM till_links l JOIN till_keys k ON k.id = l.till_key_id JOIN tills t ON t.id = k.till_id)',
  ]
    .map(table => `SELECT s.seq FROM ${table} s WHERE ${where} AND s.seq IS NOT NULL`)
    .join(' UNION ')
