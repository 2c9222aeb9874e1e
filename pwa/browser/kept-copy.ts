import { whenForgotten } from '../session/session.ts'

/** The last reply and its time, in ms since 1970, to read while the shop cannot be reached. */
export interface Copy<Reply> {
  at: number
  reply: Reply
}

interface Stored extends Copy<unknown> {
  whose: string
  shape: number
}

/** Raise it when a list's reply gains or loses members, so that a new build ignores the copies of an older one. */
const SHAPE = 2

const PREFIX = 'copy '

/**
 * Stores the last reply of a list in this browser, one per name; signing out deletes it. A full storage stores nothing.
 */
export function keepCopy(name: string, whose: string, reply: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ whose, shape: SHAPE, at: Date.now(), reply } satisfies Stored))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/** The copy, if it belongs to this person. */
export function keptCopy<Reply>(name: string, whose: string): Copy<Reply> | null {
  const text = localStorage.getItem(PREFIX + name)
  const stored = text ? (JSON.parse(text) as Stored) : null
  return stored?.whose === whose && stored.shape === SHAPE ? { at: stored.at, reply: stored.reply as Reply } : null
}

whenForgotten(() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
})
