import { insertRow, select, selectOne } from '#api/db/database.ts'
import { countShift } from '#api/ledger/count-shift.ts'
import { tellOfDatedBack } from '#api/shifts/closed-before.ts'
import { readFacts, type PlacedShift } from '#api/shifts/read-facts.ts'
import { tellOfShifts, type Told } from '#api/shifts/tell-of-shifts.ts'
import { CASH_MOVE } from '#sync/protocol/kinds/cash-move.ts'
import { DRAWER_OPEN } from '#sync/protocol/kinds/drawer-open.ts'
import { SHIFT_CLOSE } from '#sync/protocol/kinds/shift-close.ts'
import { SHIFT_OPEN } from '#sync/protocol/kinds/shift-open.ts'
import { canonical } from '#sync/protocol/canonical.ts'
import { cashIn, shiftFigures, type ShiftFigures } from '#sync/protocol/shifts/figures.ts'

/** The kinds that change what shifts there are, or name one. */
const SHIFT_KINDS: readonly string[] = [SHIFT_OPEN, SHIFT_CLOSE, CASH_MOVE, DRAWER_OPEN]

/** The last end of a shift in a device's chain, for a UNION of five columns. */
export const LAST_CLOSING =
  "SELECT 'closing', NULL, '', NULL, MAX(seq) FROM shift_closings WHERE device_id = :device_id"

/** What was booked of one till. `last_closing`: the place of the last end of a shift that was on record before. */
export interface BookedPlaces {
  device_id: string
  places: readonly { kind: string; seq: number | null }[]
  last_closing: number | null
}

/**
 * Writes the reports of shifts that ended, and the next revision of those that a late mutation belongs to; names what
 * is odd about a till's shifts, and takes back what is so no longer. Call with the till locked, once all is booked.
 */
export async function settleShifts({ device_id, places, last_closing }: BookedPlaces): Promise<void> {
  const first = Math.min(...places.flatMap(({ seq }) => seq ?? []))
  const isTouched = places.some(({ kind }) => SHIFT_KINDS.includes(kind)) || (last_closing ?? 0) > first
  if (!isTouched || !Number.isFinite(first)) return
  const shifts = await shiftsAround(device_id, first)
  const told: Told[] = []
  for (const shift of shifts) told.push({ shift, difference: await report(shift) })
  await tellOfDatedBack(
    device_id,
    places.flatMap(({ kind, seq }) => (kind === SHIFT_CLOSE && seq !== null ? [seq] : [])),
  )
  await tellOfShifts({ device_id, first, told })
}

/**
 * The till's shifts that end at a place or after it, or did not end. A shift lasts until its end, or until the next one
 * begins on this till.
 */
const shiftsAround = (device_id: string, first: number): Promise<PlacedShift[]> =>
  select<PlacedShift>(
    `SELECT s.id, s.mutation_id, s.device_id, s.till_code, s.seq AS first_seq, s.float_pieces,
      c.id AS closing_id, c.mutation_id AS closing_mutation_id, c.teller_id AS closed_by, c.counted_pieces, c.tenders,
      LEAST(COALESCE(c.seq, ${NEVER}), COALESCE((SELECT MIN(n.seq) FROM shifts n
        WHERE n.device_id = s.device_id AND n.seq > s.seq), ${NEVER})) AS last_seq,
      EXISTS (SELECT 1 FROM shifts b LEFT JOIN shift_closings e ON e.shift_mutation_id = b.mutation_id
        AND e.device_id = b.device_id AND e.seq < s.seq
        WHERE b.device_id = s.device_id AND e.id IS NULL
        AND b.seq = (SELECT MAX(m.seq) FROM shifts m WHERE m.device_id = s.device_id AND m.seq < s.seq)) AS over_open
    FROM shifts s LEFT JOIN shift_closings c ON c.id = (SELECT e.id FROM shift_closings e
      WHERE e.shift_mutation_id = s.mutation_id AND e.device_id = s.device_id AND e.seq > s.seq
      ORDER BY e.seq, e.id LIMIT 1)
    WHERE s.device_id = :device_id AND (c.seq IS NULL OR c.seq >= :first)
    ORDER BY s.seq, s.id`,
    { device_id, first },
  )

/** Above every number of a till. */
const NEVER = 4_294_967_296

/** Reports from before tenders were rows have them in another order, which is no change. */
function isSameReport(kept: string, figures: ShiftFigures): boolean {
  const sorted = ({ tenders, ...rest }: ShiftFigures) =>
    canonical({ ...rest, tenders: [...tenders].sort((a, b) => (a.account_code < b.account_code ? -1 : 1)) })
  return kept === canonical(figures) || sorted(JSON.parse(kept) as ShiftFigures) === sorted(figures)
}

/** Adds a revision if the report has changed. Returns the drawer's difference in cedis; null if it did not end. */
async function report(shift: PlacedShift): Promise<number | null> {
  if (shift.closing_id === null) return null
  const { facts, count } = await readFacts(shift)
  const figures = shiftFigures(facts, count)
  const last = await selectOne<{ revision: number; figures: string; closing_id: number }>(
    'SELECT revision, figures, closing_id FROM shift_reports WHERE shift_id = ? ORDER BY revision DESC LIMIT 1',
    [shift.id],
  )
  const { expected, counted, difference } = cashIn(figures)
  if (last?.closing_id !== shift.closing_id || !isSameReport(last.figures, figures)) {
    await insertRow('shift_reports', {
      shift_id: shift.id,
      closing_id: shift.closing_id,
      revision: (last?.revision ?? 0) + 1,
      expected,
      counted,
      figures: canonical(figures),
    })
    const { id, closing_id, device_id, first_seq, last_seq } = shift
    await countShift({ shift_id: id, closing_id, device_id, first_seq, last_seq, expected, counted: counted! })
  }
  return difference
}
