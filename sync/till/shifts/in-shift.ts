import { maskCardNumbers } from '#sync/protocol/card-number.ts'
import { CASH_MOVE, LONGEST_MOVE_NOTE, type CashMove } from '#sync/protocol/kinds/cash-move.ts'
import { DRAWER_OPEN, LONGEST_OPENING_NOTE, type DrawerOpen } from '#sync/protocol/kinds/drawer-open.ts'
import { ONLY_SHOP } from '#sync/protocol/shifts/only-shop.ts'
import { enqueue } from '../enqueue.ts'
import { withWholeCharacters } from '../replica/whole-characters.ts'
import type { Teller, TillDb } from '../till-db.ts'
import { eventKey, openShiftOf, ShiftClosed, type KeptEvent } from './kept-shift.ts'

/** What the teller typed. `id` is minted when the form opens, so that a second press writes no second one. */
export type Moving = Pick<CashMove, 'id' | 'shift_id' | 'direction' | 'reason' | 'note' | 'amount'>
export type Opening = Pick<DrawerOpen, 'id' | 'shift_id' | 'reason' | 'note'>

type By = Pick<Teller, 'id' | 'name'>

/** Puts cash into the drawer or takes some out. @throws ShiftClosed, StorageFull, NotEnrolled, ScreenLocked */
export const moveCash = (db: TillDb, moving: Moving, teller: By): Promise<KeptEvent> =>
  write(db, { kind: CASH_MOVE, typed: { ...moving, note: noteOf(moving.note, LONGEST_MOVE_NOTE) } }, teller)

/** Opens the drawer without a sale. @throws ShiftClosed, StorageFull, NotEnrolled, ScreenLocked */
export const openDrawer = (db: TillDb, opening: Opening, teller: By): Promise<KeptEvent> =>
  write(db, { kind: DRAWER_OPEN, typed: { ...opening, note: noteOf(opening.note, LONGEST_OPENING_NOTE) } }, teller)

/** Corrected here, because what is signed cannot be changed. */
const noteOf = (text: string, most: number) => maskCardNumbers(text.trim()).slice(0, most)

interface Deed {
  kind: KeptEvent['kind']
  typed: Moving | Opening
}

const write = (db: TillDb, { kind, typed }: Deed, teller: By): Promise<KeptEvent> =>
  enqueue<KeptEvent>(db, {
    id: typed.id,
    kind,
    teller_id: teller.id,
    earlier: () => db.table<KeptEvent, string>('till').get(eventKey(typed)),
    fact({ code }) {
      const payload = withWholeCharacters({
        ...typed,
        shop_id: ONLY_SHOP,
        till_code: code,
        teller_id: teller.id,
        occurred_at: new Date().toISOString(),
      })
      const kept: KeptEvent = { key: eventKey(typed), kind, payload }
      return {
        occurred_at: payload.occurred_at,
        // The previous build counts the lines of every waiting entry.
        payload: { ...payload, lines: [] },
        kept,
        keep: async () => {
          const shift = await openShiftOf(db)
          if (shift?.id !== typed.shift_id) throw new ShiftClosed()
          await db.table('till').put(kept)
        },
      }
    },
  })
