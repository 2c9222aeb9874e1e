import { selectOne } from '#api/db/database.ts'
import { IS_IN_DRAWER } from '#api/ledger/drawer.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'

/** Where a count begins, and what was there then. See cash_counts for its places. */
export interface CountStart {
  previous: { id: number; counted: number; remains: number; last_entry_id: number } | null
  /** In cedis; 0 for the first count of a drawer. */
  held: number
  from_seq: number | null
  from_at: string | null
}

type Previous = NonNullable<CountStart['previous']> & { to_seq: number | null; created: string }

/** A time as text, so that no milliseconds are lost. */
export const TIME = (column: string) => `DATE_FORMAT(${column}, '%Y-%m-%d %H:%i:%s.%f')`

/**
 * A count of a drawer begins with the float of the shift that is open, if it was opened since the last count; else with
 * what stayed of the last count, which may be the end of a shift.
 */
export async function startOf(account_code: string, till_id: number | null): Promise<CountStart> {
  const previous = await selectOne<Previous>(
    `SELECT id, counted, remains, last_entry_id, to_seq, ${TIME('created_at')} AS created FROM cash_counts
    WHERE account_code = ? AND till_id <=> ? ORDER BY created_at DESC, to_seq DESC, id DESC LIMIT 1`,
    [account_code, till_id],
  )
  if (till_id === null || account_code !== CASH)
    return { previous, held: previous?.remains ?? 0, from_seq: null, from_at: null }
  const shift = await openShift(till_id, previous?.created ?? null)
  if (shift) return { previous, held: shift.float_amount, from_seq: shift.seq, from_at: shift.opened }
  if (!previous) return { previous, held: 0, from_seq: null, from_at: null }
  const isShift = previous.to_seq !== null
  const ended = isShift ? previous.to_seq : await lastEnd(till_id, previous.created)
  return { previous, held: previous.remains, from_seq: ended, from_at: isShift ? previous.created : null }
}

/** The place of the last end of a shift that a count of its drawer at a time came after; null if there is none. */
const lastEnd = async (till_id: number, at: string): Promise<number | null> =>
  (await selectOne<{ seq: number | null }>(
    `SELECT MAX(to_seq) AS seq FROM cash_counts WHERE account_code = '${CASH}' AND till_id = ? AND created_at <= ?`,
    [till_id, at],
  ))!.seq

/** The last shift of a till, if it is open and was opened after a time. */
const openShift = (till_id: number, after: string | null) =>
  selectOne<{ seq: number; float_amount: number; opened: string }>(
    `SELECT s.seq, s.float_amount, ${TIME('s.occurred_at')} AS opened FROM tills k JOIN shifts s
      ON s.device_id = k.device_id AND s.seq = (SELECT MAX(n.seq) FROM shifts n WHERE n.device_id = k.device_id)
    WHERE k.id = :till_id AND (:after IS NULL OR s.created_at > :after)
      AND NOT EXISTS (SELECT 1 FROM shift_closings c WHERE c.shift_mutation_id = s.mutation_id
        AND c.device_id = s.device_id AND c.seq > s.seq)
    LIMIT 1`,
    { till_id, after },
  )

/** Joins the place `v` in the chain of till `k` that entry `t` has by the sale `o`, a void or a cash move, if any. */
export const PLACE = `LEFT JOIN cash_moves m ON m.transaction_id = t.id
    LEFT JOIN sale_voids w ON w.refund_id = t.refund_id
    LEFT JOIN sync_verdicts v ON v.device_id = k.device_id
      AND v.mutation_id = COALESCE(IF(t.type_code = 'SALE', o.sale_id, NULL), m.mutation_id, w.mutation_id)`

/** How far ahead a till's clock may have been: what has a place was booked later than that, so an index finds it. */
const WRONG_DAYS = 2

/** Whether entry `t` with its place `v` falls after the beginning `c` of a count; `last` is the last entry before it. */
export const isAfterStart = (c: Record<'from_seq' | 'from_at', string>, last: string): string =>
  `(${c.from_at} IS NULL OR t.created_at >= ${c.from_at} - INTERVAL ${WRONG_DAYS} DAY)
    AND (${c.from_seq} IS NULL OR v.seq IS NULL OR v.seq > ${c.from_seq})
    AND IF(${c.from_at} IS NULL, t.id > ${last}, v.seq IS NOT NULL OR t.created_at > ${c.from_at})`

/** The total of entries since a count began; entries that booked a difference moved no money. */
export async function movedSince(
  { previous, from_seq, from_at }: CountStart,
  account_code: string,
  till_id: number | null,
): Promise<number> {
  const row = await selectOne<{ moved: number }>(
    `SELECT COALESCE(SUM(t.amount), 0) AS moved FROM transactions t LEFT JOIN orders o ON o.id = t.order_id
      LEFT JOIN tills k ON k.id = :till_id ${till_id === null ? '' : PLACE}
    WHERE t.account_code = :account_code AND (:till_id IS NULL OR ${IS_IN_DRAWER})
      AND ${till_id === null ? 't.id > :last' : isAfterStart({ from_seq: ':from_seq', from_at: ':from_at' }, ':last')}
      AND NOT EXISTS (SELECT 1 FROM cash_counts c WHERE c.transaction_id = t.id)`,
    { account_code, till_id, from_seq, from_at, last: previous?.last_entry_id ?? 0 },
  )
  return row!.moved
}
