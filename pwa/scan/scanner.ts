/**
 * Distinguishes a hardware scanner, which types like a keyboard, from a person: by speed, and a slower one by what it
 * typed. Pure: takes a key with its time and returns what to do. Times are the events' own, in ms, so that
 * a busy page that handles keys late still decides correctly.
 */

/** No person strikes `SHORTEST` keys in a row this close together in a field, in ms. */
export const FAST_MS = 35
/** Outside fields a person types nothing, so slower scanners are accepted too. */
export const FAST_ENOUGH_MS = 100
/** In a field, no person types so many keys without one pause longer than this, in ms. */
export const STEADY_MS = 55
export const SHORTEST = 4
/** A slow code in a field is at least this long, so that an amount is not taken for one. */
export const SHORTEST_SLOW = 6
/** So long that it is a code at a steady pace, even if nothing is known by it. */
export const LONG = 8
/** How long after a scan's last character its Enter or Tab may come, in ms. */
export const SUFFIX_MS = 160
/** A scanner without a suffix has finished after this pause, in ms. */
export const PAUSE_MS = 120
/** A known code may come this slowly: over Bluetooth a key takes up to 120 ms, and longer where it is sent again. */
export const SLOWEST_MS = 1_000
/** How many keys are remembered to find a known code at their end. */
const LONGEST = 80

/** `in_field`: a person could be typing there. `is_secret`: such as a PIN, which may be the same as a code. */
export type Stroke =
  | { kind: 'char'; char: string; at: number; in_field: boolean; is_secret?: boolean }
  | { kind: 'end' | 'pause' | 'other'; at: number }

/**
 * The keys so far and the time of the last one. `scanned`: already reported as a code. `slowest`: the longest pause
 * between two keys in a field, in ms; outside fields it does not count. `tail`: the last keys, however slow, which may
 * hold more than the code: an amount typed before it.
 */
export interface Burst {
  text: string
  at: number
  scanned: boolean
  slowest: number
  tail: string
}
export const SILENCE: Burst = { text: '', at: -Infinity, scanned: false, slowest: 0, tail: '' }

/**
 * `code`: a scan is complete; `is_slow`: found only because it is known. `swallow`: the key came from the scanner, so
 * the page must not handle it.
 */
export interface Heard {
  burst: Burst
  code: string | null
  swallow: boolean
  is_slow?: true
}

/** `isKnown`: something has this code. */
export function hear(burst: Burst, stroke: Stroke, isKnown: (text: string) => boolean = () => false): Heard {
  const since = stroke.at - burst.at
  switch (stroke.kind) {
    case 'char': {
      const tail = stroke.is_secret ? '' : ((since > SLOWEST_MS ? '' : burst.tail) + stroke.char).slice(-LONGEST)
      const isNext = since > FAST_ENOUGH_MS || (stroke.in_field && since > STEADY_MS && isFast(burst))
      if (burst.text === '' || isNext)
        return {
          burst: { ...SILENCE, text: stroke.char, at: stroke.at, tail },
          code: codeOf(burst, isKnown, STEADY_MS),
          swallow: false,
        }
      const text = burst.text + stroke.char
      const slowest = stroke.in_field ? Math.max(burst.slowest, since) : burst.slowest
      return {
        burst: { text, at: stroke.at, scanned: false, slowest, tail },
        code: null,
        swallow: isFast({ text, slowest }),
      }
    }
    case 'end': {
      const code = codeOf(burst, isKnown, FAST_ENOUGH_MS)
      const slow = code === null && since <= SLOWEST_MS ? knownEnd(burst.tail, isKnown) : null
      if (slow !== null)
        return { burst: { ...SILENCE, at: stroke.at, scanned: true }, code: slow, swallow: true, is_slow: true }
      const belongs = since <= SUFFIX_MS && (code !== null || burst.scanned)
      return { burst: belongs ? { ...SILENCE, at: stroke.at, scanned: true } : SILENCE, code, swallow: belongs }
    }
    case 'pause': {
      if (since < PAUSE_MS) return { burst, code: null, swallow: false }
      const code = codeOf(burst, isKnown, STEADY_MS)
      if (code !== null) return { burst: { ...SILENCE, at: burst.at, scanned: true }, code, swallow: false }
      const rest = { ...SILENCE, at: burst.at, scanned: burst.scanned }
      if (since < SLOWEST_MS) return { burst: { ...rest, tail: burst.tail }, code: null, swallow: false }
      // Without a suffix only the digits of a barcode count: a person may have searched for a SKU and be reading.
      const slow = knownEnd(burst.tail, text => isBarcode(text) && isKnown(text))
      return slow === null
        ? { burst: rest, code: null, swallow: false }
        : { burst: { ...rest, scanned: true }, code: slow, swallow: false, is_slow: true }
    }
    case 'other':
      return { burst: SILENCE, code: null, swallow: false }
  }
}

const isFast = ({ text, slowest }: Pick<Burst, 'text' | 'slowest'>) => text.length >= SHORTEST && slowest <= FAST_MS

/** The code that was typed; null if a person may have typed it. `pace`: how slow a known code may come, in ms. */
function codeOf(burst: Burst, isKnown: (text: string) => boolean, pace: number): string | null {
  const { text, slowest } = burst
  if (isFast(burst) || (slowest <= STEADY_MS && text.length >= LONG)) return text
  return slowest <= pace && text.length >= SHORTEST_SLOW && isKnown(text) ? text : null
}

/** The digits of an EAN-8 to GTIN-14. */
const isBarcode = (text: string) => /^\d{8,14}$/.test(text)

/**
 * The known code that was typed, or the known barcode at its end, behind an amount. A part of a person's words or
 * numbers is no other code: a short SKU may end a phone number, and what a gift card's code may be is in any long text.
 */
function knownEnd(typed: string, isKnown: (text: string) => boolean): string | null {
  const isWhole = typed.length >= SHORTEST_SLOW && (isBarcode(typed) || !/^\d{8,}$/.test(typed))
  if (isWhole && isKnown(typed)) return typed
  for (let length = Math.min(14, typed.length - 1); length >= 8; length--) {
    const text = typed.slice(-length)
    if (isBarcode(text) && isKnown(text)) return text
  }
  return null
}
