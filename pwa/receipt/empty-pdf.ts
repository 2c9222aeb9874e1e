import type { jsPDF, jsPDFOptions } from 'jspdf'
import { loadChunk } from '#pwa/lib/lazy-screen.ts'

/** The face of all PDFs that are written here, as 'normal' and 'bold'. */
export const PDF_FONT = 'shop'

/** A PDF with nothing on it as yet, in letters that know the sign of the cedi. Its writer is loaded at the first one. @throws {ChunkError} */
export async function emptyPdf(paper: jsPDFOptions): Promise<jsPDF> {
  const [{ jsPDF }, { receiptFonts }] = await loadChunk(() => Promise.all([import('jspdf'), import('./receipt-fonts.ts')]))
  const doc = new jsPDF({ ...paper, compress: true })
  for (const [weight, base64] of Object.entries(receiptFonts)) {
    doc.addFileToVFS(`${weight}.ttf`, base64)
    doc.addFont(`${weight}.ttf`, PDF_FONT, weight)
  }
  return doc
}
