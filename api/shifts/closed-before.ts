import { raiseExceptions } from '#api/exceptions/raise-exception.ts'
import { select, sqlTime } from '#api/db/database.ts'
import { FRESH_FROM } from '#api/trust/after-restore.ts'
import { beforeClosing, type Closing } from '#api/trust/doubts.ts'
import { SHIFT_CLOSE, type ShiftClose } from '#sync/protocol/kinds/shift-close.ts'
import { KEPT_MS } from '#sync/protocol/signed.ts'

const MS = (time: string) => `TIMESTAMPDIFF(MICROSECOND, '1970-01-01', ${time}) DIV 1000`

/** Ends of a device's shifts after a time, `earliest`, for a UNION of five columns. `closingFrom` reads the row. */
export const CLOSINGS_SINCE = `SELECT 'ended', NULL, CONCAT_WS(' ', ${MS('COALESCE(stated_at, occurred_at)')},
    ${MS('occurred_at')}), NULL, seq FROM shift_closings WHERE device_id = :device_id AND occurred_at > :earliest`

export function closingFrom({ content, seq }: { content: string; seq: number | null }): Closing {
  const [stated_at, occurred_at] = content.split(' ').map(Number)
  return { seq: seq!, stated_at: stated_at!, occurred_at: occurred_at! }
}

interface Mutation {
  kind: { kind: string; by: (payload: never) => { occurred_at: string } } | null
  payload: object | null
  seq: number | null
  received_at: number
  skew_ms: number | null
}

/** The earliest time that any of them states, by the server's clock, as SQL has it. */
export function earliestOf(mutations: readonly Mutation[]): string {
  const times = mutations.flatMap(({ kind, payload, skew_ms }) =>
    kind && payload ? [Date.parse(kind.by(payload as never).occurred_at) - (skew_ms ?? 0)] : [],
  )
  return sqlTime(Math.max(0, Math.min(...times, Date.now())))
}

/** The ends of shifts among mutations that are booked together. */
export const closingsAmong = (mutations: readonly Mutation[]): Closing[] =>
  mutations.flatMap(({ kind, payload, seq, received_at, skew_ms }) => {
    if (kind?.kind !== SHIFT_CLOSE || seq === null) return []
    const stated_at = Date.parse((payload as ShiftClose).occurred_at)
    return [{ seq, stated_at, occurred_at: Math.min(received_at, stated_at - (skew_ms ?? 0)) }]
  })

/**
 * Names sales that were booked before the end of a shift arrived which their till signed before them, and that state an
 * earlier time. Their entries stand.
 */
export async function tellOfDatedBack(device_id: string, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  const sales = await select<{ id: number; sale_id: string; occurred_at: Date; closed_at: Date }>(
    `SELECT o.id, o.sale_id, o.occurred_at, MAX(c.occurred_at) AS closed_at
    FROM shift_closings c JOIN sync_verdicts v ON v.device_id = c.device_id AND v.seq > c.seq
      JOIN orders o ON o.sale_id = v.mutation_id JOIN shop_generation g ON g.id = 1
      LEFT JOIN tills t ON t.device_id = c.device_id
    WHERE c.device_id = :device_id AND c.seq IN (:seqs) AND v.author_key IS NOT NULL
      AND o.occurred_at < COALESCE(c.stated_at, c.occurred_at)
      AND o.occurred_at - INTERVAL COALESCE(o.skew_ms, 0) * 1000 MICROSECOND < c.occurred_at
      AND NOT (g.restored_at IS NOT NULL AND o.occurred_at <= g.restored_at
        AND o.received_at <= g.restored_at + INTERVAL :kept MICROSECOND AND v.seq < COALESCE(${FRESH_FROM}, v.seq + 1))
      AND NOT EXISTS (SELECT 1 FROM exceptions e WHERE e.order_id = o.id AND e.code = 'BACKDATED')
    GROUP BY o.id, o.sale_id, o.occurred_at`,
    { device_id, seqs: [...seqs], kept: KEPT_MS * 1000 },
  )
  await raiseExceptions(
    sales.map(({ id, sale_id, occurred_at, closed_at }) => ({
      code: 'BACKDATED',
      once_key: `BACKDATED ${sale_id}`,
      order_id: id,
      device_id,
      detail: beforeClosing(occurred_at.getTime(), closed_at.getTime()),
    })),
  )
}
