/** Fewer digits match too many numbers. */
const LEAST = 4

/**
 * The digits to search for, in the stored form: 0244 becomes 233244. Null if the text is not part of a phone number.
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
