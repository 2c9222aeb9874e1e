/**
 * Tells a hardware scanner, which types like a keyboard, from a person: by speed alone. Pure: a key goes in with its
 * time, and out comes what to do. Times are the events' own, in ms, so a busy page that handles keys late still hears
 * rightly.
 */

/** No person strikes `SHORTEST` keys in a row this close together in a field, in ms. */
export const FAST_MS = 35
/** Outside of fields there is nothing to type into, so slower scanners are heard too. */
export const FAST_ENOUGH_MS = 100
export const SHORTEST = 4
/** How long after its last character a scan's Enter or Tab may come, in ms. */
export const SUFFIX_MS = 160
/** A scanner that sends no suffix is done after this silence, in ms. */
export const PAUSE_MS = 120

/** `in_field`: a person could be typing there. */
export type Stroke =
  | { kind: 'char'; char: string; at: number; in_field: boolean }
  | { kind: 'end' | 'pause' | 'other'; at: number }

/** The burst heard so far and when its last key came. `scanned`: it has already been handed out as a code. */
export interface Burst {
  text: string
  at: number
  scanned: boolean
}
export const SILENCE: Burst = { text: '', at: -Infinity, scanned: false }

/** `code`: a scan is complete. `swallow`: this key is the scanner's own, so nothing else on the page may see it. */
export interface Heard {
  burst: Burst
  code: string | null
  swallow: boolean
}

export function hear(burst: Burst, stroke: Stroke): Heard {
  const since = stroke.at - burst.at
  const whole = burst.text.length >= SHORTEST ? burst.text : null
  switch (stroke.kind) {
    case 'char': {
      if (burst.text === '' || since > (stroke.in_field ? FAST_MS : FAST_ENOUGH_MS))
        return { burst: { text: stroke.char, at: stroke.at, scanned: false }, code: whole, swallow: false }
      const text = burst.text + stroke.char
      return { burst: { text, at: stroke.at, scanned: false }, code: null, swallow: text.length >= SHORTEST }
    }
    case 'end': {
      const belongs = since <= SUFFIX_MS && (whole !== null || burst.scanned)
      return { burst: belongs ? { text: '', at: stroke.at, scanned: true } : SILENCE, code: whole, swallow: belongs }
    }
    case 'pause':
      if (since < PAUSE_MS) return { burst, code: null, swallow: false }
      return {
        burst: { text: '', at: burst.at, scanned: whole !== null || burst.scanned },
        code: whole,
        swallow: false,
      }
    case 'other':
      return { burst: SILENCE, code: null, swallow: false }
  }
}
