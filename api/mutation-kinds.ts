import type { MutationKind } from '#api/mutation-kind.ts'
import { noteLeft } from '#api/notes/note-left.ts'
import { saleRecord } from '#api/sales/sale-kind.ts'

/**
 * Every kind of mutation that a till may send: each subject adds a line. They are booked in this order; the balances,
 * which a sale raises, are locked last.
 */
export const mutationKinds: readonly MutationKind[] = [noteLeft, saleRecord]

/** The kind of this name; null for one that this server does not know. */
export const kindNamed = (name: unknown): MutationKind | null => mutationKinds.find(({ kind }) => kind === name) ?? null
