/** Adds the check digit of EAN-13, EAN-8 and UPC-A. */
export const withCheckDigit = (digits: string): string => `${digits}${checkDigit(digits)}`

/** Whether this is an EAN-13 or EAN-8 with the right check digit. */
export const isEan = (code: string): boolean =>
  /^(\d{13}|\d{8})$/.test(code) && code === withCheckDigit(code.slice(0, -1))

/** Every second digit from the right counts three times. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/**
 * The codes that scanners may read from the same bars, the shorter first: a UPC-A of 12 digits is an EAN-13 that begins
 * with 0.
 */
export function readingsOf(code: string): [string, ...string[]] {
  const short = code.replace(/^0(?=\d{12}$)/, '')
  return /^\d{12}$/.test(short) ? [short, `0${short}`] : [code]
}
