/**
 * The seqs of tills that arrived, as SQL, with the condition on `s`: those with a verdict, those in quarantine, and
 * those in the chain of a key, among which are kinds that this server does not know yet.
 */
export const SEEN = (where: string) =>
  [
    'sync_verdicts',
    'sync_quarantine',
    '(SELECT t.device_id, l.seq FROM till_links l JOIN till_keys k ON k.id = l.till_key_id JOIN tills t ON t.id = k.till_id)',
  ]
    .map(table => `SELECT s.seq FROM ${table} s WHERE ${where} AND s.seq IS NOT NULL`)
    .join(' UNION ')
