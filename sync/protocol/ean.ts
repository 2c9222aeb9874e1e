/** Adds the check digit of a GTIN: EAN-13, EAN-8, UPC-A and GTIN-14. */
export const withCheckDigit = (digits: string): string => `${digits}${checkDigit(digits)}`

/** Whether this is an EAN-13 or EAN-8 with the right check digit. */
export const isEan = (code: string): boolean => isGtin(code) && (code.length === 13 || code.length === 8)

/** Whether this is an EAN-8, UPC-A, EAN-13 or GTIN-14 with the right check digit. */
export const isGtin = (code: string): boolean =>
  /^(\d{8}|\d{12,14})$/.test(code) && code === withCheckDigit(code.slice(0, -1))

/** Every second digit from the right counts three times. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** The lengths of an EAN-8, UPC-A, EAN-13 and GTIN-14: leading zeros turn each into the next. */
const LENGTHS = [8, 12, 13, 14] as const

/**
 * One name for an article, whichever way its code is written: its GTIN in the shortest spelling. Any other code stands
 * for itself.
 */
export function articleOf(code: string): string {
  if (!code.startsWith('0') || !/^\d{12,14}$/.test(code)) return code
  const digits = code.replace(/^0+/, '')
  const spellings = LENGTHS.filter(length => length >= digits.length).map(length => digits.padStart(length, '0'))
  // Without its check digit, eight digits are a shop's own number, and no article.
  return spellings.find(spelling => spelling.length > 8 || isGtin(spelling))!
}

/**
 * What a scanned code may stand for, the likelier first: the article as it is, then that of the UPC-A which its eight
 * digits abbreviate.
 */
export function articlesOf(code: string): [string, ...string[]] {
  const long = upcAOf(code)
  return long === null ? [articleOf(code)] : [articleOf(code), articleOf(long)]
}

/** Every way of writing what a scanned code may stand for, the shortest of the likeliest first. */
export function readingsOf(code: string): [string, ...string[]] {
  const [likeliest, ...others] = articlesOf(code)
  return [likeliest, ...spellingsOf(likeliest).slice(1), ...others.flatMap(spellingsOf)]
}

/** The article itself, then with leading zeros. */
const spellingsOf = (article: string): string[] =>
  isGtin(article) || /^\d{12,13}$/.test(article)
    ? LENGTHS.filter(length => length >= article.length).map(length => article.padStart(length, '0'))
    : [article]

/**
 * The UPC-A of a UPC-E of eight digits, as cameras read it: number system, six digits, check digit. The last of the six
 * says which zeros were left out (GS1 General Specifications 5.2.2.4.2). Null for any other code.
 */
export function upcAOf(code: string): string | null {
  const parts = /^([01])(\d)(\d)(\d)(\d)(\d)(\d)(\d)$/.exec(code)
  if (!parts) return null
  const [, system, a, b, c, d, e, way, check] = parts
  const digits =
    Number(way) <= 2
      ? `${a}${b}${way}0000${c}${d}${e}`
      : way === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : way === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${way}`
  const long = `${system}${digits}${check}`
  return isGtin(long) ? long : null
}
