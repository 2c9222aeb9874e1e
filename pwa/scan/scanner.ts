/**
 * Distinguishes a hardware scanner, which types like a keyboard, from a person by speed alone. Pure: takes a key with
 * its time and returns what to do. Times are the events' own, in ms, so that a busy page that handles keys late still
 * decides correctly.
 */

/** No person strikes `SHORTEST` keys in a row this close together in a field, in ms. */
export const FAST_MS = 35
/** Outside fields a person types nothing, so slower scanners are accepted too. */
export const FAST_ENOUGH_MS = 100
export const SHORTEST = 4
/** How long after a scan's last character its Enter or Tab may come, in ms. */
export const SUFFIX_MS = 160
/** A scanner without a suffix has finished after this pause, in ms. */
export const PAUSE_MS = 120

/** `in_field`: a person could be typing there. */
export type Stroke =
  | { kind: 'char'; char: string; at: number; in_field: boolean }
  | { kind: 'end' | 'pause' | 'other'; at: number }

/** The keys so far and the time of the last one. `scanned`: already reported as a code. */
export interface Burst {
  text: string
  at: number
  scanned: boolean
}
export const SILENCE: Burst = { text: '', at: -Infinity, scanned: false }

/** `code`: a scan is complete. `swallow`: the key came from the scanner, so the page must not handle it. */
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
