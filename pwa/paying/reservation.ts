import * as words from './payment-words.ts'

/**
 * How long the goods of an order are still reserved, in ms; at most the shop's limit, whatever this device's clock
 * says.
 */
export function timeLeft(until: string, now: number, most_minutes = Infinity): number {
  return Math.min(Math.max(0, Date.parse(until) - now), most_minutes * 60_000)
}

/** '29:05', rounded up so that it ends at 0:00. */
export function clockText(left: number): string {
  const seconds = Math.ceil(left / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * Announced to screen readers as the time runs out; nothing in between, because a clock read out all the time helps
 * nobody.
 */
export function warningAt(left: number): string {
  if (left === 0) return words.timeIsOver
  if (left <= 60_000) return words.oneMinuteLeft
  return left <= 5 * 60_000 ? words.fiveMinutesLeft : ''
}
