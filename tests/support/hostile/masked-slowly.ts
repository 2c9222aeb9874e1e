/** Digits written together, or in groups as on a card. */
const DIGITS = /\d+(?:[ \u00a0.-]\d+)*/g
const LONGEST = 19

/**
 * Card issuers by first digits and lengths. Thirteen digits count as a barcode: no issuer uses them for cards today.
 */
const ISSUED =
  /^(?:4\d{15}(?:\d{3})?|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|(?:5[06-9]|6\d)\d{14,17})$/

/**
 * The rule of `maskCardNumbers` in its simplest form, for short texts only: its time grows with the square of the
 * length.
 */
export const maskedSlowly = (text: string): string =>
  text.replace(DIGITS, run => {
    const groups = run.split(/(?<=\d)(?=\D)/) // each except the first with the character before it
    for (let first = 0; first < groups.length; first++)
      for (let last = first + 1; last <= groups.length; last++) {
        const digits = groups.slice(first, last).join('').replace(/\D/g, '')
        if (digits.length > LONGEST) break
        if (!ISSUED.test(digits) || !isLuhn(digits)) continue
        const sign = first === 0 ? '' : groups[first]!.charAt(0)
        return (
          groups.slice(0, first).join('') +
          sign +
          '•••• ' +
          maskedSlowly(digits.slice(-4) + groups.slice(last).join(''))
        )
      }
    return run
  })

function isLuhn(digits: string): boolean {
  let sum = 0
  for (const [i, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * ((i % 2) + 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
