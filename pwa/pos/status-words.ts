import { formatCount, formatDuration } from '#pwa/lib/format.ts'
import { clockWords } from '#sync/protocol/staff/clock-words.ts'
import type { CycleState } from '#sync/till/cycle.ts'
import type { Waiting } from '#sync/till/waiting.ts'

/** The header's status: one sentence, and what a person can do about it. */
export interface StatusWords {
  kind: 'online' | 'offline' | 'busy' | 'attention'
  words: string
  action: 'send' | 'sign_in' | 'look' | 'update' | null
}

/** `waiting`: undefined until the outbox was read; the status says nothing about it before that. */
export interface Standing {
  cycle: CycleState
  waiting: Waiting | undefined
  contact: 'unknown' | 'online' | 'offline' | 'refused'
  now: number
  /** The shop's books differ from those that this till remembers. */
  isSealBroken?: boolean
  /** How far this device's clock is ahead of the shop's, in ms; 0 while it is right. */
  ahead_ms?: number
}

/** The connection and the queue in words. What needs a person comes first; offline is a normal state of a till. */
export function statusWords({
  cycle,
  waiting,
  contact,
  now,
  isSealBroken = false,
  ahead_ms = 0,
}: Standing): StatusWords {
  if (!waiting) return { kind: 'busy', words: '', action: null }
  const { count, oldest, attention } = waiting
  const queue = count === 0 ? 'all sales sent' : `${formatCount(count)} waiting${ageOf(oldest, now)}, all safe`
  const { sending, pause } = cycle
  if (sending)
    return {
      kind: 'busy',
      words: `Sending ${formatCount(Math.min(sending.done + 1, sending.total))} of ${formatCount(sending.total)}`,
      action: null,
    }
  if (pause?.reason === 'update')
    return { kind: 'attention', words: `Update needed to send ${sales(count)} · all safe`, action: 'update' }
  if (pause?.reason === 'forbidden') return { kind: 'attention', words: `${pause.message} · ${queue}`, action: 'send' }
  if (pause?.reason === 'unknown_device')
    return { kind: 'attention', words: `${pause.message} · ${queue}`, action: 'sign_in' }
  if (pause?.reason === 'sign_in' || contact === 'refused')
    return {
      kind: 'attention',
      words: count > 0 ? `Sign in to send ${sales(count)}` : 'Sign in to go online',
      action: 'sign_in',
    }
  if (attention > 0)
    return {
      kind: 'attention',
      words: `${attention === 1 ? '1 needs' : `${formatCount(attention)} need`} attention${count > 0 ? ` · ${queue}` : ''}`,
      action: 'look',
    }
  if (isSealBroken) return { kind: 'attention', words: `The shop’s records were altered · ${queue}`, action: 'look' }
  if (ahead_ms !== 0)
    return {
      kind: 'attention',
      words: `This device’s clock is ${clockWords(ahead_ms)}: correct it · ${queue}`,
      action: null,
    }
  if (cycle.captive)
    return { kind: 'attention', words: `This network needs its own sign-in · ${queue}`, action: 'send' }
  if (contact === 'offline')
    return {
      kind: 'offline',
      words: count > 0 ? `Offline · ${queue}` : 'Offline: sales are saved on this device',
      action: 'send',
    }
  if (count > 0) return { kind: 'online', words: queue, action: 'send' }
  return { kind: 'online', words: contact === 'online' ? 'Online · all sales sent' : 'All sales sent', action: null }
}

const sales = (count: number) => (count === 1 ? '1 sale' : `${formatCount(count)} sales`)

/** A sale less than a minute old needs no age. */
function ageOf(oldest: number | null, now: number) {
  const age = oldest === null ? 0 : now - oldest
  return age < 60_000 ? '' : `, oldest ${formatDuration(age)}`
}
