import { formatCount, formatDuration } from '#pwa/lib/format.ts'
import type { CycleState } from '#sync/till/cycle.ts'
import type { Waiting } from '#sync/till/waiting.ts'

/** What the header says: one sentence, and what a person may do about it. */
export interface StatusWords {
  kind: 'calm' | 'busy' | 'attention'
  words: string
  action: 'send' | 'sign_in' | 'look' | 'update' | null
}

/** The connection and the queue in words. What needs a person comes first; offline is a normal state of a till. */
export function statusWords(cycle: CycleState, { count, oldest, attention }: Waiting, now: number): StatusWords {
  const queue = count === 0 ? 'all sales sent' : `${formatCount(count)} waiting${ageOf(oldest, now)}, all safe`
  if (cycle.sending) return { kind: 'busy', words: `Sending ${formatCount(cycle.sending.done + 1)} of ${formatCount(cycle.sending.total)}`, action: null }
  if (cycle.pause?.reason === 'sign_in') return { kind: 'attention', words: count > 0 ? `Sign in to send ${sales(count)}` : 'Sign in to go online', action: 'sign_in' }
  if (cycle.pause?.reason === 'update') return { kind: 'attention', words: `Update needed to send ${sales(count)}; they are safe`, action: 'update' }
  if (cycle.pause?.reason === 'forbidden') return { kind: 'attention', words: `${cycle.pause.message} ${count > 0 ? `${sales(count)} safe on this tablet.` : ''}`.trim(), action: 'send' }
  if (attention > 0) return { kind: 'attention', words: `${attention === 1 ? '1 needs' : `${formatCount(attention)} need`} attention${count > 0 ? ` · ${queue}` : ''}`, action: 'look' }
  if (cycle.captive) return { kind: 'attention', words: `This network asks for a sign-in of its own · ${queue}`, action: 'send' }
  if (cycle.reachable === false) return { kind: 'calm', words: count > 0 ? `No connection: ${queue}` : 'No connection: sales are kept on this tablet', action: 'send' }
  if (count > 0) return { kind: 'calm', words: queue, action: 'send' }
  return { kind: 'calm', words: cycle.reachable ? 'Online · all sales sent' : 'All sales sent', action: null }
}

const sales = (count: number) => count === 1 ? '1 sale' : `${formatCount(count)} sales`

/** A sale of the last minute needs no age. */
function ageOf(oldest: number | null, now: number) {
  const age = oldest === null ? 0 : now - oldest
  return age < 60_000 ? '' : `, oldest ${formatDuration(age)}`
}
