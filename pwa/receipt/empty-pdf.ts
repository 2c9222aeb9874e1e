import type { jsPDF, jsPDFOptions } from 'jspdf'
import { loadChunk } from '#pwa/lib/lazy-screen.ts'

/** The font of all PDFs made here, as 'normal' and 'bold'. */
export const PDF_FONT = 'shop'

/**
 * An empty PDF with a font that has the cedi sign. The PDF writer loads on first use.
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

/** Replaces characters missing in the current font with '?', because a PDF would silently drop them. */
export function withKnownLetters(doc: jsPDF, text: string): string {
  const { metadata } = doc.getFont() as { metadata: { characterToGlyph: (character: number) => number } }
  const isKnown = (letter: string) => /\s/.test(letter) || metadata.characterToGlyph(letter.codePointAt(0)!) !== 0
  return [...text.normalize('NFC')]
    .map(letter => (isKnown(letter) ? letter : /[\p{M}\p{Cf}]/u.test(letter) ? '' : '?'))
    .join('')
}
