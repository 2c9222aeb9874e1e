import type { jsPDF, jsPDFOptions } from 'jspdf'
import { loadChunk } from '#pwa/lib/lazy-screen.ts'

/** The face of all PDFs that are written here, as 'normal' and 'bold'. */
export const PDF_FONT = 'shop'

/**
 * A PDF with nothing on it as yet, in letters that know the sign of the cedi. Its writer is loaded at the first one.
 * @throws {ChunkError}
 */
export async function emptyPdf(paper: jsPDFOptions): Promise<jsPDF> {
  const [{ jsPDF }, { receiptFonts }] = await loadChunk(() =>
    Promise.all([import('jspdf'), import('./receipt-fonts.ts')]),
  )
  const doc = new jsPDF({ ...paper, compress: true })
  for (const [weight, base64] of Object.entries(receiptFonts)) {
    doc.addFileToVFS(`${weight}.ttf`, base64)
    doc.addFont(`${weight}.ttf`, PDF_FONT, weight)
  }
  return doc
}

/** A text with '?' for every sign that the letters in use have not, since a PDF would leave it out without a word. */
export function withKnownLetters(doc: jsPDF, text: string): string {
  const { metadata } = doc.getFont() as { metadata: { characterToGlyph: (character: number) => number } }
  const isKnown = (letter: string) => /\s/.test(letter) || metadata.characterToGlyph(letter.codePointAt(0)!) !== 0
  return [...text.normalize('NFC')]
    .map(letter => (isKnown(letter) ? letter : /[\p{M}\p{Cf}]/u.test(letter) ? '' : '?'))
    .join('')
}
