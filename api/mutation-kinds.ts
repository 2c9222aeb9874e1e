import type { Entry } from '#api/ledger/ledger.ts'
import type { MutationKind } from '#api/mutation-kind.ts'
import { noteLeft } from '#api/notes/note-left.ts'
import { saleRecord } from '#api/sales/sale-kind.ts'
import { cashMove } from '#api/shifts/cash-move.ts'
import { drawerOpen } from '#api/shifts/drawer-open.ts'
import { closingsAmong } from '#api/shifts/closed-before.ts'
import { settleShifts, type BookedPlaces } from '#api/shifts/settle-shifts.ts'
import { shiftClose } from '#api/shifts/shift-close.ts'
import { shiftOpen } from '#api/shifts/shift-open.ts'
import { saleVoid } from '#api/voids/sale-void.ts'
import { settleWaitingVoids } from '#api/voids/settle-voids.ts'

/**
 * Every kind of mutation a till may send; each subject adds a line. They are booked in this order, a sale before its
 * void; the balances that they raise are locked last.
 */
export const mutationKinds: readonly MutationKind[] = [
  noteLeft,
  shiftOpen,
  drawerOpen,
  shiftClose,
  saleRecord,
  saleVoid,
  cashMove,
]

/** The kind with this name; null if this server does not know it. */
export const kindNamed = (name: unknown): MutationKind | null => mutationKinds.find(({ kind }) => kind === name) ?? null

/** The ends of periods among mutations that are booked together: none of them may state a time before one. */
export const closingsIn: typeof closingsAmong = mutations => closingsAmong(mutations)

/** What follows from the places of a till's mutations, once all are booked, in the same transaction. */
export const settlePlaces = (booked: BookedPlaces): Promise<void> => settleShifts(booked)

/**
 * Books what waited for mutations that are booked now, in the same transaction. Returns entries whose balances are
 * still to be raised. `isByHand`: a person booked them.
 */
export const settleWaiting = (ids: readonly string[], { isByHand = false } = {}): Promise<Entry[]> =>
  settleWaitingVoids(ids, isByHand)
