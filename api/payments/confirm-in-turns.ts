import { setTimeout as sleep } from 'node:timers/promises'
import { confirm } from '#api/payments/confirm.ts'

/** How many questions about one attempt go out at once before further ones wait. */
const AT_ONCE = 5
const PAUSE_MS = 2_000

/**
 * `due`: when the last question so far would be asked, with a pause after each. `next`: the question that all waiting
 * callers share.
 */
interface Line {
  due: number
  next: Promise<void> | null
}
const lines = new Map<string, Line>()

/**
 * Confirms an attempt for a shopper, who may ask in a loop: a few questions go out at once, then one every two seconds.
 * Nobody is refused: an early caller waits and shares an answer asked for after they came. Each process counts for
 * itself. @throws as confirm
 */
export function confirmInTurns(reference: string): Promise<void> {
  const line = lines.get(reference) ?? { due: 0, next: null }
  lines.set(reference, line)
  const wait = line.due - Date.now() - (AT_ONCE - 1) * PAUSE_MS
  if (wait <= 0) return ask(reference, line)
  line.next ??= sleep(wait).then(() => {
    line.next = null
    return ask(reference, line)
  })
  return line.next
}

function ask(reference: string, line: Line): Promise<void> {
  line.due = Math.max(line.due, Date.now()) + PAUSE_MS
  return confirm(reference)
}

/** Drops idle entries, so that a year of orders does not fill the memory. */
const sweep = setInterval(() => {
  for (const [reference, { due, next }] of lines) if (due < Date.now() && next === null) lines.delete(reference)
}, 60_000)
sweep.unref()
