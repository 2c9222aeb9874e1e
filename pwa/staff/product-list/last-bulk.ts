import { atom } from 'jotai'
import type { BulkOutcome } from '#sync/protocol/staff/bulk-change.ts'
import { UNDO_MS } from '#sync/protocol/staff/bulk-change.ts'

/** A bulk change that can still be undone. `until`: ms by this device's clock. */
export interface LastBulk {
  id: number
  words: string
  until: number
}

export const lastBulk = atom<LastBulk | null>(null)

/** Counts the minute from now, because the device's clock may differ from the server's. */
export const undoable = ({ id }: BulkOutcome, words: string): LastBulk | null =>
  id === null ? null : { id, words, until: Date.now() + UNDO_MS }
