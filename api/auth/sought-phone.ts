/** Fewer digits are no phone number. */
const LEAST = 4

/**
 * The digits of a number that somebody looks for, or some of them, as numbers are kept: 0244 is Ghana's 233244. Null
 * for what is no number.
 */
export function soughtPhone(text: string): string | null {
  const digits = text.replace(/\D/g, '')
  return digits.length >= LEAST && /^[+\d\s()-]+$/.test(text)
    ? digits
        .replace(/^0(?!0)/, '233')
        .replace(/^00/, '')
        .replace(/^2330/, '233')
    : null
}
