import { CASH } from '#sync/protocol/tender/tender.ts'

/** Report `r`, the newest of shift `s`, and the end of it, `c`. */
const NEWEST = `shift_reports r JOIN shifts s ON s.id = r.shift_id JOIN shift_closings c ON c.id = r.closing_id
  WHERE r.revision = (SELECT MAX(n.revision) FROM shift_reports n WHERE n.shift_id = r.shift_id)`

/** What comes between the beginning and the end of shift `s`, in the chain of its till. */
const IN_SHIFT = `v.device_id = s.device_id AND v.seq > s.seq AND v.seq < c.seq AND NOT EXISTS (
  SELECT 1 FROM shifts b WHERE b.device_id = s.device_id AND b.seq > s.seq AND b.seq < v.seq)`

/** Rules between the reports of shifts and the books. */
export const SHIFT_RULES = {
  'a Z that is not what its till sold': `SELECT r.id FROM ${NEWEST}
    AND r.expected <> s.float_amount + COALESCE((SELECT SUM(t.amount) FROM sync_verdicts v
      JOIN orders o ON o.sale_id = v.mutation_id JOIN transactions t ON t.order_id = o.id AND t.type_code = 'SALE'
      WHERE ${IN_SHIFT} AND t.account_code = '${CASH}'), 0)
      + COALESCE((SELECT SUM(t.amount) FROM sale_voids v JOIN transactions t ON t.refund_id = v.refund_id
        WHERE ${IN_SHIFT} AND t.account_code = '${CASH}'), 0)
      + COALESCE((SELECT SUM(v.amount) FROM cash_moves v WHERE ${IN_SHIFT}), 0)
      + COALESCE(CAST(JSON_EXTRACT(r.figures, '$.desk') AS DECIMAL(18, 2)), 0)`,
  'a cash move whose entries are not its amount': `SELECT m.id FROM cash_moves m
    LEFT JOIN transactions t ON t.id = m.transaction_id LEFT JOIN transactions o ON o.id = m.other_transaction_id
    WHERE NOT (t.account_code <=> '${CASH}' AND t.amount <=> m.amount
      AND o.amount <=> -m.amount AND o.account_code <> '${CASH}')
    OR EXISTS (SELECT 1 FROM cash_moves n WHERE n.transaction_id = m.transaction_id AND n.id <> m.id)`,
  'a count of a drawer that is not what its Z says, or is there twice': `SELECT k.id FROM ${NEWEST.replace(
    'JOIN shift_closings',
    'JOIN cash_counts k ON k.shift_id = s.id JOIN shift_closings',
  )} AND (k.transaction_id IS NULL AND (k.expected <> r.expected OR k.counted <> r.counted)
      OR EXISTS (SELECT 1 FROM cash_counts d WHERE d.shift_id = k.shift_id AND d.id <> k.id))`,
  'a shift that ended without a Z': `SELECT s.id FROM shifts s
    JOIN shift_closings c ON c.shift_mutation_id = s.mutation_id AND c.device_id = s.device_id AND c.seq > s.seq
    LEFT JOIN shift_reports r ON r.shift_id = s.id WHERE r.id IS NULL`,
} as const
