import { whenForgotten } from '../session/session.ts'

/** A reply as it last came, in ms since 1970, to be read while the shop cannot be reached. */
export interface Copy<Reply> {
  at: number
  reply: Reply
}

interface Stored extends Copy<unknown> {
  whose: string
  shape: number
}

/** Raised where a list's reply gains or loses members: what an older build kept is not read by a newer one. */
const SHAPE = 2

const PREFIX = 'copy '

/**
 * Keeps the last reply of a list in this browser, one for each name; signing out takes it away. A full storage keeps
 * nothing.
 */
export function keepCopy(name: string, whose: string, reply: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ whose, shape: SHAPE, at: Date.now(), reply } satisfies Stored))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/** The copy, where it is this person's. */
export function keptCopy<Reply>(name: string, whose: string): Copy<Reply> | null {
  const text = localStorage.getItem(PREFIX + name)
  const stored = text ? (JSON.parse(text) as Stored) : null
  return stored?.whose === whose && stored.shape === SHAPE ? { at: stored.at, reply: stored.reply as Reply } : null
}

whenForgotten(() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
})
