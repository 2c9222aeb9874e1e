import { select } from '#api/db/database.ts'
import { deskEntries } from '#api/ledger/drawer.ts'
import type { MoveDirection } from '#sync/protocol/kinds/cash-move.ts'
import { booked, moved, opened } from '#sync/protocol/shifts/move-words.ts'
import type { DrawerEvent } from '#sync/protocol/staff/shift.ts'

interface Row {
  reason: string
  note: string
  amount: number | null
  teller_id: number
  teller_name: string
  occurred_at: Date
}

/** In shift `s`: after its beginning, and before its end and the beginning of the next one. */
const IN_SHIFT = `m.device_id = s.device_id AND m.seq > s.seq
  AND NOT EXISTS (SELECT 1 FROM shift_closings c WHERE c.shift_mutation_id = s.mutation_id
    AND c.device_id = s.device_id AND c.seq > s.seq AND c.seq < m.seq)
  AND NOT EXISTS (SELECT 1 FROM shifts n WHERE n.device_id = s.device_id AND n.seq > s.seq AND n.seq < m.seq)`

const ROWS = (table: string, amount: string) => `SELECT m.seq, m.reason, m.note, ${amount} AS amount, m.teller_id,
  u.name AS teller_name, m.occurred_at
  FROM shifts s JOIN ${table} m ON ${IN_SHIFT} JOIN users u ON u.id = m.teller_id WHERE s.id = :id`

/**
 * What was done to the drawer in a shift besides selling, in the order of the till's chain; then what the back office
 * booked in it.
 */
export async function drawerEvents(id: number): Promise<DrawerEvent[]> {
  const rows = await select<Row>(
    `${ROWS('cash_moves', 'm.amount')} UNION ALL ${ROWS('drawer_openings', 'NULL')} ORDER BY seq`,
    { id },
  )
  const atTill = rows.map(({ reason, note, amount, teller_id, teller_name, occurred_at }) => ({
    what: amount === null ? opened(reason) : moved(directionOf(amount), reason),
    moved: amount,
    note,
    teller: { id: teller_id, name: teller_name },
    occurred_at: occurred_at.toJSON(),
  }))
  const atDesk = (await deskEntries(id)).map(({ type_code, description, amount, user_id, user_name, created_at }) => ({
    what: booked(type_code),
    moved: amount,
    note: description,
    teller: { id: user_id, name: user_name },
    occurred_at: created_at.toJSON(),
  }))
  return [...atTill, ...atDesk]
}

const directionOf = (amount: number): MoveDirection => (amount > 0 ? 'IN' : 'OUT')
