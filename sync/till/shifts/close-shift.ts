import { maskCardNumbers } from '#sync/protocol/card-number.ts'
import {
  LONGEST_SHIFT_NOTE,
  SHIFT_CLOSE,
  type CountedTender,
  type ShiftClose,
} from '#sync/protocol/kinds/shift-close.ts'
import type { CountedCash } from '#sync/protocol/shifts/denominations.ts'
import { shiftFigures } from '#sync/protocol/shifts/figures.ts'
import { ONLY_SHOP } from '#sync/protocol/shifts/only-shop.ts'
import { enqueue } from '../enqueue.ts'
import { withWholeCharacters } from '../replica/whole-characters.ts'
import type { Teller, TillDb } from '../till-db.ts'
import { dropOldEvents, factsOf, openShiftOf, reportKey, ShiftClosed, type KeptReport } from './kept-shift.ts'

/** What the teller counted. `id` is minted when the form opens; `shift_id` is the shift that was counted. */
export interface Count {
  id: string
  shift_id: string
  counted: CountedCash
  tenders: readonly CountedTender[]
  note: string
}

/**
 * Ends this till's shift and returns its report, which is on disk then. The transaction that gives the end its place in
 * the chain also works out the report, so exactly what comes before it counts. A second press returns the same report.
 * @throws ShiftClosed, StorageFull, NotEnrolled, ScreenLocked
 */
export async function closeShift(db: TillDb, count: Count, teller: Pick<Teller, 'id' | 'name'>): Promise<KeptReport> {
  const written = await enqueue<{ report: KeptReport | null }>(db, {
    id: count.id,
    kind: SHIFT_CLOSE,
    teller_id: teller.id,
    earlier: async () => {
      const report = await reportOf(db, count.shift_id)
      return report ? { report } : undefined
    },
    fact({ code }) {
      const closing = closingOf(count, teller, code)
      const kept: { report: KeptReport | null } = { report: null }
      return {
        occurred_at: closing.occurred_at,
        // The previous build counts the lines of every waiting entry.
        payload: { ...closing, lines: [] },
        kept,
        keep: async () => {
          kept.report = await end(db, closing, teller)
        },
      }
    },
  })
  return written.report!
}

/** Inside the transaction. @throws ShiftClosed, which undoes it */
async function end(db: TillDb, closing: ShiftClose, teller: Pick<Teller, 'id' | 'name'>): Promise<KeptReport> {
  const shift = await openShiftOf(db)
  if (shift?.id !== closing.shift_id) throw new ShiftClosed()
  const { key: _, ...facts } = shift
  const report: KeptReport = {
    key: reportKey(closing.occurred_at, shift.id),
    shift: facts,
    teller: { id: teller.id, name: teller.name },
    closed_at: closing.occurred_at,
    figures: shiftFigures(await factsOf(db, shift), closing),
  }
  await db.table('till').put(report)
  await db.table('till').delete('shift')
  await dropOldEvents(db, Date.parse(closing.occurred_at))
  return report
}

const reportOf = (db: TillDb, shift_id: string): Promise<KeptReport | undefined> =>
  db
    .table<KeptReport, string>('till')
    .where('key')
    .startsWith('z ')
    .filter(({ shift }) => shift.id === shift_id)
    .first()

/** Corrected here, because what is signed cannot be changed. */
const closingOf = (
  { id, shift_id, counted, tenders, note }: Count,
  teller: Pick<Teller, 'id'>,
  till_code: string,
): ShiftClose =>
  withWholeCharacters({
    id,
    shop_id: ONLY_SHOP,
    till_code,
    teller_id: teller.id,
    shift_id,
    occurred_at: new Date().toISOString(),
    counted,
    tenders: [...tenders],
    note: maskCardNumbers(note.trim()).slice(0, LONGEST_SHIFT_NOTE),
  })
