import { atom } from 'jotai'
import type { BulkOutcome } from '#sync/protocol/staff/bulk-change.ts'
import { UNDO_MS } from '#sync/protocol/staff/bulk-change.ts'

/** A change of many products that may still be taken back. `until`: ms by this device's clock. */
export interface LastBulk {
  id: number
  words: string
  until: number
}

export const lastBulk = atom<LastBulk | null>(null)

/** Counts the minute from now: the device's clock may be another than the server's. */
export const undoable = ({ id }: BulkOutcome, words: string): LastBulk | null =>
  id === null ? null : { id, words, until: Date.now() + UNDO_MS }
