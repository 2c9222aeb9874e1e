import { select, selectOne } from '#api/db/database.ts'
import { raiseExceptions, type Found } from '#api/exceptions/raise-exception.ts'
import { takeBack } from '#api/exceptions/take-back.ts'
import type { PlacedShift } from '#api/shifts/read-facts.ts'
import { formatCedis, toPesewas } from '#sync/protocol/money.ts'
import { numberOf } from '#sync/protocol/setting-values.ts'

/** A shift as it stands now. `difference`: the drawer's, in cedis; null if the shift did not end. */
export interface Told {
  shift: PlacedShift
  difference: number | null
}

type Odd = Found & { once_key: string }

/** A till's shifts from a place on. */
export interface Telling {
  device_id: string
  first: number
  told: readonly Told[]
}

/** Raises what is odd about a till's shifts, each once, and takes back what is so no longer. */
export async function tellOfShifts({ device_id, first, told }: Telling): Promise<void> {
  const limit = await differenceLimit()
  const closings = await strayClosings(device_id)
  const events = await eventsFrom(device_id, first)
  const odd: Odd[] = [
    ...told.filter(({ shift }) => shift.over_open === 1).map(overOpen),
    ...told.filter(({ difference }) => limit !== null && isAbove(difference, limit)).map(offBy),
    ...closings.map(stray),
    ...events.flatMap(strayEvent),
  ]
  await raiseExceptions(odd.map(each => ({ ...each, device_id })))
  const raised = new Set(odd.map(({ once_key }) => once_key))
  const known = [
    ...told.map(({ shift }) => shift.closing_mutation_id),
    ...closings.map(({ mutation_id, again }) => (again ? mutation_id : null)),
  ]
  const right = [
    ...told.flatMap(({ shift }) => [overOpenKey(shift), differenceKey(shift)]),
    ...known.filter(id => id !== null).map(unknownKey),
    ...events.flatMap(({ mutation_id }) => [unknownKey(mutation_id), endedKey(mutation_id)]),
  ].filter(key => !raised.has(key))
  if (right.length > 0) await takeBack(right, 'What was missing has arrived.')
}

const isAbove = (difference: number | null, limit: number): boolean =>
  difference !== null && Math.abs(toPesewas(difference)) > toPesewas(limit)

const overOpenKey = ({ mutation_id }: PlacedShift) => `SHIFT_OVER_OPEN ${mutation_id}`
const differenceKey = ({ mutation_id }: PlacedShift) => `SHIFT_DIFFERENCE ${mutation_id}`
/** By the mutation that names the shift: the till of that shift cannot take it back. */
const unknownKey = (mutation_id: string) => `SHIFT_UNKNOWN ${mutation_id}`
const endedKey = (mutation_id: string) => `SHIFT_ENDED ${mutation_id}`

const overOpen = ({ shift }: Told): Odd => ({
  code: 'SHIFT_OVER_OPEN',
  once_key: overOpenKey(shift),
  order_id: null,
  detail: `${shift.till_code}: a shift was opened before the last one was closed.`,
})

const offBy = ({ shift, difference }: Told): Odd => ({
  code: 'SHIFT_DIFFERENCE',
  once_key: differenceKey(shift),
  order_id: null,
  ...(shift.closed_by !== null && { person_id: shift.closed_by }),
  detail: `${shift.till_code}: the drawer was ${formatCedis(Math.abs(difference!))} ${difference! < 0 ? 'short' : 'over'}.`,
})

interface StrayClosing {
  mutation_id: string
  till_code: string
  again: 0 | 1
}

const stray = ({ mutation_id, till_code, again }: StrayClosing): Odd => ({
  code: again ? 'SHIFT_CLOSED_TWICE' : 'SHIFT_UNKNOWN',
  once_key: again ? `SHIFT_CLOSED_TWICE ${mutation_id}` : unknownKey(mutation_id),
  order_id: null,
  detail: again
    ? `${till_code}: a shift was closed a second time. The first count stands.`
    : `${till_code}: a shift was closed that this till did not open, or whose opening has not arrived.`,
})

/** Ends of shifts that did not begin on this till before them, or that ended before. */
const strayClosings = (device_id: string): Promise<StrayClosing[]> =>
  select<StrayClosing>(
    `SELECT c.mutation_id, c.till_code, s.id IS NOT NULL AS again FROM shift_closings c
      LEFT JOIN shifts s ON s.mutation_id = c.shift_mutation_id AND s.device_id = c.device_id AND s.seq < c.seq
    WHERE c.device_id = :device_id AND (s.id IS NULL OR EXISTS (SELECT 1 FROM shift_closings e
      WHERE e.shift_mutation_id = c.shift_mutation_id AND e.device_id = c.device_id AND e.seq > s.seq
      AND (e.seq < c.seq OR e.seq = c.seq AND e.id < c.id)))`,
    { device_id },
  )

/** Cash that was moved, or a drawer opened, with the shift that it names. `moved`: in cedis; null for an opening. */
interface NamingShift {
  mutation_id: string
  till_code: string
  moved: number | null
  known: 0 | 1
  ended: 0 | 1
}

function strayEvent({ mutation_id, till_code, moved, known, ended }: NamingShift): Odd[] {
  if (known && !ended) return []
  const what =
    moved === null
      ? 'the drawer was opened'
      : `${formatCedis(Math.abs(moved))} ${moved < 0 ? 'was paid out' : 'was paid in'}`
  return [
    {
      code: known ? 'SHIFT_ENDED' : 'SHIFT_UNKNOWN',
      once_key: known ? endedKey(mutation_id) : unknownKey(mutation_id),
      order_id: null,
      detail: known
        ? `${till_code}: ${what} for a shift that was already closed.`
        : `${till_code}: ${what} for a shift that this till did not open, or whose opening has not arrived.`,
    },
  ]
}

const NAMING = (table: string, moved: string) => `SELECT m.mutation_id, m.till_code, ${moved} AS moved,
    s.id IS NOT NULL AS known, s.id IS NOT NULL AND (
      EXISTS (SELECT 1 FROM shift_closings e WHERE e.shift_mutation_id = s.mutation_id AND e.device_id = s.device_id
        AND e.seq > s.seq AND e.seq < m.seq)
      OR EXISTS (SELECT 1 FROM shifts n WHERE n.device_id = s.device_id AND n.seq > s.seq AND n.seq < m.seq)) AS ended
  FROM ${table} m LEFT JOIN shifts s ON s.mutation_id = m.shift_mutation_id AND s.device_id = m.device_id
    AND s.seq < m.seq
  WHERE m.device_id = :device_id AND m.seq >= :first`

/** What was done to a till's drawer from a place on, and whether the shift that it names was open. */
const eventsFrom = (device_id: string, first: number): Promise<NamingShift[]> =>
  select<NamingShift>(`${NAMING('cash_moves', 'm.amount')} UNION ALL ${NAMING('drawer_openings', 'NULL')}`, {
    device_id,
    first,
  })

/** In cedis; null: no difference is too much. */
async function differenceLimit(): Promise<number | null> {
  const setting = await selectOne<{ value: string | null }>(
    "SELECT value FROM settings WHERE name = 'shift_difference_limit'",
  )
  return numberOf('shift_difference_limit', setting?.value)
}
