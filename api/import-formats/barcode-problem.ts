import { isGtin, upcAOf } from '#sync/protocol/ean.ts'

/**
 * Why a cell holds no barcode, in words; null if it may be one. What is not all digits may be a Code 128, and digits of
 * another length than an article's number may be a shop's own.
 */
export function barcodeProblem(text: string): string | null {
  const shown = text.slice(0, 60)
  if (/^\d+([.,]\d+)?E\+?\d+$/i.test(text))
    return `A spreadsheet has replaced the barcode by "${shown}". Its digits are lost: format the column as text and enter it again.`
  if (/^(#.*|TRUE|FALSE)$/i.test(text)) return `"${shown}" is not a barcode.`
  if (text.startsWith('='))
    return `The barcode is a formula: ${shown}. ${offer(text.replace(/^="(\d+)"$/, '$1'))}`.trim()
  if (/^\d{11}$/.test(text)) return `The barcode "${shown}" has 11 digits. ${offer(`0${text}`)}`.trim()
  if (/^(\d{8}|\d{12,14})$/.test(text) && !isGtin(text) && upcAOf(text) === null)
    return `The barcode "${shown}" has a wrong digit: its last one does not fit the others.`
  return null
}

const offer = (code: string) => (isGtin(code) ? `Do you mean ${code}?` : '')
