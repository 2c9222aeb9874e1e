import { MOST_BACK_OFF_MS } from '#sync/protocol/delay.ts'

/** The longest Retry-After that is believed. */
export const MOST_ASKED_MS = 60 * 60_000
/** No wait is longer: what the server asked for, and then a back-off. */
export const LONGEST_WAIT_MS = MOST_ASKED_MS + MOST_BACK_OFF_MS

/** A wait by this device's clock, in epoch ms. */
export interface Wait {
  from: number
  until: number
}

export const NO_WAIT: Wait = { from: -Infinity, until: -Infinity }

/**
 * A clock that was put back to before the wait began ends it: otherwise it would last as long as the clock was put
 * back.
 */
export const isOver = ({ from, until }: Wait, now: number): boolean => now >= until || now < from

/** The end of a wait; 0 if it is over. */
export const endOf = (wait: Wait, now: number): number => (isOver(wait, now) ? 0 : wait.until)
