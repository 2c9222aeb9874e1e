import { saveFile } from '#pwa/browser/save-file.ts'
import { loadChunk } from '#pwa/lib/lazy-screen.ts'
import type { Slip } from './shift-slip.ts'

/** Saves a report as a PDF, made without a network. The PDF writer loads on first use. @throws ChunkError */
export async function saveSlip(slip: Slip): Promise<void> {
  const { slipPdf } = await loadChunk(() => import('./slip-pdf.ts'))
  saveFile(new File([await slipPdf(slip)], `${slip.file}.pdf`, { type: 'application/pdf' }))
}
