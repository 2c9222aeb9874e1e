import { randomUUID } from 'node:crypto'
import type { CashMove } from '#sync/protocol/kinds/cash-move.ts'
import type { DrawerOpen } from '#sync/protocol/kinds/drawer-open.ts'
import type { SaleVoid } from '#sync/protocol/kinds/sale-void.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import type { ShiftClose } from '#sync/protocol/kinds/shift-close.ts'
import type { ShiftOpen } from '#sync/protocol/kinds/shift-open.ts'
import type { ShiftRevision, StaffShift } from '#sync/protocol/staff/shift.ts'
import type { SignedShop } from '#tests/support/till/signed-shop.ts'
import type { SigningTill } from '#tests/support/till/signing-till.ts'

/** What a till signs about its shifts, in the order of its chain. */
export const shiftsAt = (here: SignedShop, till: SigningTill = here.till) => {
  const fact = () => ({
    id: randomUUID(),
    shop_id: 1,
    till_code: till.till.code,
    teller_id: here.owner.id,
    occurred_at: new Date().toISOString(),
  })
  return {
    open: (more: Partial<ShiftOpen> = {}) => till.sign('shift.open', { ...fact(), float: { note_100: 1 }, ...more }),
    /** Closes with the notes and coins of `counted`. */
    close: (shift_id: string, counted: ShiftClose['counted'], more: Partial<ShiftClose> = {}) =>
      till.sign('shift.close', { ...fact(), shift_id, counted, tenders: [], note: '', ...more }),
    /** Pays cash out of the drawer. */
    payOut: (shift_id: string, amount: number, more: Partial<CashMove> = {}) =>
      till.sign('cash.move', { ...fact(), shift_id, direction: 'OUT', reason: 'SUPPLIES', note: '', amount, ...more }),
    /** Opens the drawer without a sale. */
    noSale: (shift_id: string, more: Partial<DrawerOpen> = {}) =>
      till.sign('drawer.open', { ...fact(), shift_id, reason: 'CHANGE', note: '', ...more }),
    /** Sells one piece for 10 cedis. */
    sell: (account_code = 'CASH', more: Partial<Sale> = {}) => till.sell(here.saleAt(till, { account_code, ...more })),
    /** Voids a sale, which gives back its money and goods. */
    takeBack: ({ id, number }: Pick<Sale, 'id' | 'number'>, more: Partial<SaleVoid> = {}) =>
      till.sign('sale.void', { ...fact(), sale_id: id, number, reason: 'WRONG_ITEM', ...more }),
  }
}

/** The shifts as staff see them, the newest first. */
export async function shiftsSeen({ api, manager }: SignedShop, query = ''): Promise<StaffShift[]> {
  const { body } = await api.send('GET', `/api/staff/shifts${query}`, { token: manager.token })
  return (body as unknown as { shifts: { data: StaffShift[] } }).shifts.data
}

/** The reports of the only shift, the first one first. */
export async function revisionsSeen(here: SignedShop): Promise<ShiftRevision[]> {
  const [{ id }] = (await shiftsSeen(here)) as [StaffShift]
  const { body } = await here.api.send('GET', `/api/staff/shifts/${id}`, { token: here.manager.token })
  return (body as unknown as { revisions: ShiftRevision[] }).revisions
}
