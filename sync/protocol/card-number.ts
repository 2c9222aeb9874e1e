import type { Sale } from './sale.ts'

/**
 * How long a number may be, by its first two digits. Thirteen digits count as a barcode: no issuer uses them for cards
 * today.
 */
function lengthsOf(prefix: number): readonly number[] {
  if (prefix === 34 || prefix === 37) return [15]
  if (prefix === 30 || prefix === 36 || prefix === 38 || prefix === 39) return [14]
  if (prefix >= 40 && prefix <= 49) return [16, 19]
  if (prefix === 50 || (prefix >= 56 && prefix <= 69)) return [16, 17, 18, 19]
  return (prefix >= 22 && prefix <= 27) || prefix === 35 || (prefix >= 51 && prefix <= 55) ? [16] : []
}

const LENGTHS = Array.from({ length: 100 }, (_, prefix) => lengthsOf(prefix))

/** Shown to a person who typed a card number into another field. */
export const NO_CARD_NUMBERS =
  'This looks like a bank card number. Please remove it: only the payment window asks for card details.'

export const hasCardNumber = (text: string) => maskCardNumbers(text) !== text

/**
 * Replaces all but the last four digits of every card number. These may begin another one with the digits behind them:
 * then they go too, so that masking twice changes nothing more. One pass without recursion, so a long text takes no
 * extra time.
 */
export function maskCardNumbers(text: string): string {
  let masked = ''
  let tail = ''
  let kept = 0
  for (let from = 0; from < text.length; from++) {
    if (!isDigit(text.charCodeAt(from))) continue
    const end = endOfRun(text, from)
    const run = end - from < SHORTEST ? noRun : readRun(text, from, end)
    let isTail = false
    for (let first = 0; first + SHORTEST <= run.count;) {
      const count: number = isTail || isBetween(run, first) ? lengthOfCard(run, first) : 0
      if (count > 0) {
        masked += `${isTail ? '' : tail + text.slice(kept, run.places[first])}•••• `
        tail = lastFour(run, first + count)
        kept = run.places[first + count - 1]! + 1
        first += count - tail.length
      } else first += isTail ? tail.length : 1
      isTail = count > 0
    }
    from = end
  }
  return kept === 0 ? text : masked + tail + text.slice(kept)
}

/** A sale is never refused for a card number typed beside it: the number is masked, the sale is booked. */
export const withoutCardNumbers = (sale: Sale): Sale => {
  const masked: Partial<Sale> = {}
  for (const name of ['number', 'reference', 'customer_name', 'customer_phone'] as const) {
    const text = sale[name]
    if (text) masked[name] = maskCardNumbers(text)
  }
  if (sale.tenders)
    masked.tenders = sale.tenders.map(part =>
      part.reference ? { ...part, reference: maskCardNumbers(part.reference) } : part,
    )
  return { ...sale, ...masked }
}

const SHORTEST = 14

const isDigit = (code: number) => code >= 48 && code <= 57

/** What separates the groups of a card number: a space or non-breaking space, a dot, a hyphen. */
const isSign = (code: number) => code === 32 || code === 0xa0 || code === 46 || code === 45

/** The end of digits that are written together, or in groups as on a card. */
function endOfRun(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    const code = text.charCodeAt(at)
    if (!isDigit(code) && !(isSign(code) && isDigit(text.charCodeAt(at + 1)))) return at
  }
}

interface Run {
  count: number
  digits: Uint8Array
  /** Where each digit is in the text. */
  places: Uint32Array
  /**
   * For Luhn's check, which doubles every second digit. Last digit of the sum of all digits before each place, with the
   * digits at even places doubled; `odd` doubles those at odd places.
   */
  even: Uint8Array
  odd: Uint8Array
}

const runOf = (length: number): Run => ({
  count: 0,
  digits: new Uint8Array(length),
  places: new Uint32Array(length),
  even: new Uint8Array(length + 1),
  odd: new Uint8Array(length + 1),
})
const noRun = runOf(0)

function readRun(text: string, from: number, end: number): Run {
  const run = runOf(end - from)
  const { digits, places, even, odd } = run
  let count = 0
  for (let at = from; at < end; at++) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) continue
    const doubled = digit < 5 ? 2 * digit : 2 * digit - 9
    digits[count] = digit
    places[count] = at
    even[count + 1] = (even[count]! + (count % 2 === 0 ? doubled : digit)) % 10
    odd[count + 1] = (odd[count]! + (count % 2 === 0 ? digit : doubled)) % 10
    count += 1
  }
  return { ...run, count }
}

/** The length of the shortest card number from this digit to the end of a group; 0 if there is none. */
function lengthOfCard(run: Run, first: number): number {
  for (const length of LENGTHS[10 * run.digits[first]! + run.digits[first + 1]!]!) {
    const end = first + length
    const sums = end % 2 === 0 ? run.even : run.odd
    if (end <= run.count && sums[end] === sums[first] && isBetween(run, end)) return length
  }
  return 0
}

const lastFour = ({ digits }: Run, end: number) =>
  `${digits[end - 4]}${digits[end - 3]}${digits[end - 2]}${digits[end - 1]}`

const isBetween = ({ places, count }: Run, place: number) =>
  place === 0 || place === count || places[place]! - places[place - 1]! > 1
