import { SHIFT_OPEN, type ShiftOpen } from '#sync/protocol/kinds/shift-open.ts'
import type { CountedCash } from '#sync/protocol/shifts/denominations.ts'
import { ONLY_SHOP } from '#sync/protocol/shifts/only-shop.ts'
import { enqueue } from '../enqueue.ts'
import type { Teller, TillDb } from '../till-db.ts'
import { openShiftOf, type OpenShift } from './kept-shift.ts'

/**
 * Opens a shift on this till. `id` is minted when the form opens, so that a second press opens no second one. A shift
 * that is open already, such as by another tab, is returned instead.
 * @throws StorageFull, NotEnrolled, ScreenLocked
 */
export const openShift = (
  db: TillDb,
  { id, float }: { id: string; float: CountedCash },
  teller: Pick<Teller, 'id' | 'name'>,
): Promise<OpenShift> =>
  enqueue(db, {
    id,
    kind: SHIFT_OPEN,
    teller_id: teller.id,
    earlier: () => openShiftOf(db),
    fact({ code }) {
      const opened: ShiftOpen = {
        id,
        shop_id: ONLY_SHOP,
        till_code: code,
        teller_id: teller.id,
        occurred_at: new Date().toISOString(),
        float,
      }
      const kept: OpenShift = {
        key: 'shift',
        id,
        teller: { id: teller.id, name: teller.name },
        opened_at: opened.occurred_at,
        float,
      }
      return {
        occurred_at: opened.occurred_at,
        // The previous build counts the lines of every waiting entry.
        payload: { ...opened, lines: [] },
        kept,
        keep: () => db.table<OpenShift, string>('till').put(kept),
      }
    },
  })
