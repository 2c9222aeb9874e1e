import { loadChunk } from '#pwa/lib/lazy-screen.ts'
import { saveFile } from '#pwa/browser/save-file.ts'
import { receiptFileName, type ReceiptContent } from './receipt-content.ts'
import * as words from './receipt-words.ts'

/** The receipt as a file, made without a network. The PDF writer loads on first use. @throws ChunkError */
async function receiptFile(content: ReceiptContent): Promise<File> {
  const { receiptPdf } = await loadChunk(() => import('./receipt-pdf.ts'))
  return new File([await receiptPdf(content)], receiptFileName(content), { type: 'application/pdf' })
}

/** Saves the PDF as a download. */
export const saveReceipt = async (content: ReceiptContent): Promise<void> => saveFile(await receiptFile(content))

/**
 * Shares the PDF with another app of this device, or saves it if the browser cannot share. Returns which of the two, or
 * that the person cancelled.
 */
export async function shareReceipt(content: ReceiptContent): Promise<'shared' | 'saved' | 'cancelled'> {
  const file = await receiptFile(content)
  if (!navigator.canShare?.({ files: [file] })) {
    saveFile(file)
    return 'saved'
  }
  try {
    await navigator.share({ files: [file], title: words.receiptOf(content.number) })
    return 'shared'
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    if (error.name === 'AbortError') return 'cancelled'
    saveFile(file)
    return 'saved'
  }
}
