import type { MutationKind } from '#api/mutation-kind.ts'
import { noteLeft } from '#api/notes/note-left.ts'
import { saleRecord } from '#api/sales/sale-kind.ts'

/**
 * Every kind of mutation a till may send; each subject adds a line. They are booked in this order, so that balances,
 * which sales raise, are locked last.
 */
export const mutationKinds: readonly MutationKind[] = [noteLeft, saleRecord]

/** The kind with this name; null if this server does not know it. */
export const kindNamed = (name: unknown): MutationKind | null => mutationKinds.find(({ kind }) => kind === name) ?? null
