import { isEan13, withCheckDigit } from '#sync/protocol/ean.ts'

/**
 * Seven modules a digit, dark ones as 1: the left half's odd form. Its even form is the right half's, read backwards.
 */
const ODD = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const right = (digit: number) => ODD[digit]!.replace(/./g, module => (module === '1' ? '0' : '1'))
const even = (digit: number) => [...right(digit)].reverse().join('')

/** Which digits of the left half are even: so the first digit is written, which has no bars of its own. */
const PARITY = ['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO']

/**
 * The modules of an EAN-13, 95 of them, and the code that they write. A UPC-A is an EAN-13 that begins with 0; null for
 * what is neither.
 */
export function eanModules(barcode: string): { code: string; modules: string } | null {
  const code = /^\d{12}$/.test(barcode) && barcode === withCheckDigit(barcode.slice(0, 11)) ? `0${barcode}` : barcode
  if (!isEan13(code)) return null
  const digits = [...code].map(Number)
  const left = digits.slice(1, 7).map((digit, i) => (PARITY[digits[0]!]![i] === 'O' ? ODD[digit]! : even(digit)))
  return { code, modules: `101${left.join('')}01010${digits.slice(7).map(right).join('')}101` }
}

export interface Bar {
  from: number
  width: number
  isGuard: boolean
}

/** The dark bars, in modules from the left. The guards at both ends and in the middle reach further down. */
export function barsOf(modules: string): Bar[] {
  return [...modules.matchAll(/1+/g)].map(({ 0: { length }, index }) => ({
    from: index,
    width: length,
    isGuard: index < 3 || index >= 92 || (index >= 45 && index < 50),
  }))
}
