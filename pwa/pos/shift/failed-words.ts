import { NotEnrolled } from '#sync/till/enqueue.ts'
import { StorageFull } from '#sync/till/room.ts'
import { ScreenLocked } from '#sync/till/screen-lock.ts'
import { ShiftClosed } from '#sync/till/shifts/kept-shift.ts'
import { coverIfLocked } from '../till.ts'
import * as words from './shift-screen-words.ts'

/** Why something about a shift was not written. The teller always sees words. */
export function wordsFor(error: unknown): string {
  if (error instanceof ScreenLocked) void coverIfLocked()
  if (
    error instanceof StorageFull ||
    error instanceof NotEnrolled ||
    error instanceof ScreenLocked ||
    error instanceof ShiftClosed
  )
    return error.message
  reportError(error)
  return words.unsaved
}
