import { select, selectOne } from '#api/db/database.ts'
import { deskIn } from '#api/ledger/drawer.ts'
import type { CountedCash } from '#sync/protocol/shifts/denominations.ts'
import type { VoidReason } from '#sync/protocol/kinds/sale-void.ts'
import type { MovedInShift, ShiftCount, ShiftFacts, SoldInShift, VoidedInShift } from '#sync/protocol/shifts/figures.ts'

/** A shift with its places in the till's chain. What belongs to it comes between `first_seq` and `last_seq`. */
export interface PlacedShift {
  id: number
  mutation_id: string
  device_id: string
  till_code: string
  first_seq: number
  last_seq: number
  float_pieces: string
  closing_id: number | null
  closing_mutation_id: string | null
  /** Who counted the drawer. */
  closed_by: number | null
  counted_pieces: string | null
  tenders: string | null
  /** The shift before it on this till had not ended. */
  over_open: 0 | 1
}

/** What the server knows of a shift that ended. */
export async function readFacts(shift: PlacedShift): Promise<{ facts: ShiftFacts; count: ShiftCount }> {
  const { float_pieces, counted_pieces, tenders } = shift
  return {
    facts: {
      float: JSON.parse(float_pieces) as CountedCash,
      sales: await salesIn(shift),
      voids: await voidsIn(shift),
      moves: await movesIn(shift),
      desk: await deskIn(shift),
      drawer_openings: await openingsIn(shift),
      missing: await missingIn(shift),
    },
    count: {
      counted: JSON.parse(counted_pieces ?? '{}') as CountedCash,
      tenders: JSON.parse(tenders ?? '[]') as ShiftCount['tenders'],
    },
  }
}

const BETWEEN = 'device_id = :device_id AND seq > :first_seq AND seq < :last_seq'

interface Entry {
  id: number
  number: string
  occurred_at: Date
  subtotal: number
  discount: number
  total: number
  account_code: string | null
  amount: number | null
}

/** The sales of a shift with what the ledger has of each. */
async function salesIn({ device_id, first_seq, last_seq }: PlacedShift): Promise<SoldInShift[]> {
  const entries = await select<Entry>(
    `SELECT o.id, o.number, o.occurred_at, o.subtotal, o.discount, o.total, t.account_code, t.amount
    FROM sync_verdicts v JOIN orders o ON o.sale_id = v.mutation_id
      LEFT JOIN transactions t ON t.order_id = o.id AND t.type_code = 'SALE'
    WHERE v.device_id = :device_id AND v.seq > :first_seq AND v.seq < :last_seq ORDER BY v.seq, o.id, t.id`,
    { device_id, first_seq, last_seq },
  )
  const sales = new Map<number, SoldInShift & { paid: { account_code: string; amount: number }[] }>()
  for (const { id, account_code, amount, occurred_at, ...sale } of entries) {
    if (!sales.has(id)) sales.set(id, { ...sale, occurred_at: occurred_at.toJSON(), paid: [] })
    if (account_code !== null) sales.get(id)!.paid.push({ account_code, amount: amount! })
  }
  return [...sales.values()]
}

/** The cash that was moved in a shift, in the order of the till's chain. */
async function movesIn({ device_id, first_seq, last_seq }: PlacedShift): Promise<MovedInShift[]> {
  const moves = await select<{ reason: string; amount: number }>(
    `SELECT reason, amount FROM cash_moves WHERE ${BETWEEN} ORDER BY seq, id`,
    { device_id, first_seq, last_seq },
  )
  return moves.map(({ reason, amount }) => ({ direction: amount > 0 ? 'IN' : 'OUT', reason, amount: Math.abs(amount) }))
}

async function openingsIn({ device_id, first_seq, last_seq }: PlacedShift): Promise<number> {
  const row = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM drawer_openings WHERE ${BETWEEN}`, {
    device_id,
    first_seq,
    last_seq,
  })
  return row!.n
}

/** The sales that were voided during a shift, with what the ledger has of each. */
async function voidsIn({ device_id, first_seq, last_seq }: PlacedShift): Promise<VoidedInShift[]> {
  const entries = await select<
    Omit<VoidedInShift, 'occurred_at' | 'back'> & {
      id: number
      reason: VoidReason
      occurred_at: Date
      account_code: string | null
      amount: number | null
    }
  >(
    `SELECT w.id, COALESCE(o.number, w.number) AS number, w.occurred_at, w.teller_id, w.reason, t.account_code,
      -t.amount AS amount
    FROM sale_voids w JOIN orders o ON o.id = w.order_id LEFT JOIN transactions t ON t.refund_id = w.refund_id
    WHERE w.refund_id IS NOT NULL AND w.device_id = :device_id AND w.seq > :first_seq AND w.seq < :last_seq
    ORDER BY w.seq, w.id, t.id`,
    { device_id, first_seq, last_seq },
  )
  const voids = new Map<number, VoidedInShift & { back: { account_code: string; amount: number }[] }>()
  for (const { id, account_code, amount, occurred_at, ...voided } of entries) {
    if (!voids.has(id)) voids.set(id, { ...voided, occurred_at: occurred_at.toJSON(), back: [] })
    if (account_code !== null) voids.get(id)!.back.push({ account_code, amount: amount! })
  }
  return [...voids.values()]
}

/** Numbers between the beginning and the end that never arrived. */
async function missingIn({ device_id, first_seq, last_seq }: PlacedShift): Promise<number> {
  const row = await selectOne<{ n: number }>(
    `SELECT COUNT(*) AS n FROM (SELECT seq FROM sync_verdicts WHERE ${BETWEEN}
      UNION SELECT seq FROM sync_quarantine WHERE ${BETWEEN}
      UNION SELECT l.seq FROM till_links l JOIN till_keys k ON k.id = l.till_key_id JOIN tills t ON t.id = k.till_id
        WHERE t.device_id = :device_id AND l.seq > :first_seq AND l.seq < :last_seq) arrived`,
    { device_id, first_seq, last_seq },
  )
  return last_seq - first_seq - 1 - row!.n
}
