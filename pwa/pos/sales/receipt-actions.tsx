import { useAtomValue } from 'jotai'
import FileDown from 'lucide-react/icons/file-down'
import Printer from 'lucide-react/icons/printer'
import Share2 from 'lucide-react/icons/share-2'
import { useState, useTransition } from 'react'
import { ChunkError } from '#pwa/lib/lazy-screen.ts'
import { printerSetup } from '#pwa/printer/printer-setup.ts'
import type { ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import { saveReceipt, shareReceipt } from '#pwa/receipt/receipt-file.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { LocalSale } from '#sync/till/till-db.ts'
import { printReceipt } from '../printer/print-jobs.ts'
import styles from './receipt-actions.module.css'
import * as salesWords from './sales-words.ts'

interface Props {
  sale: LocalSale
  content: ReceiptContent
  /** Counts a print of this sale; returns the number that the receipt carries, which the screen shows as well. */
  onPrint: () => Promise<number>
}

/**
 * Print, Save PDF and Share for the receipt on the screen; its style sheet prints only the receipt. With a receipt
 * printer, Print goes there, and the print dialog stays beside it.
 */
export function ReceiptActions({ sale, content, onPrint }: Props) {
  const setup = useAtomValue(printerSetup)
  const [words, setWords] = useState('')
  const [busy, start] = useTransition()

  const run = (work: () => Promise<string>) =>
    start(async () => {
      setWords('')
      setWords(await work().catch(wordsFor))
    })

  const openDialog = async () => {
    await onPrint()
    print()
    return ''
  }
  const sendToPrinter = async () => {
    await printReceipt(sale, { copy: await onPrint() })
    return ''
  }

  return (
    <div className={styles.actions}>
      <Button
        type="button"
        kind="secondary"
        size="till"
        icon={<Printer size={20} aria-hidden />}
        disabled={busy}
        onClick={() => run(setup ? sendToPrinter : openDialog)}
      >
        {salesWords.print}
      </Button>
      {setup && (
        <Button type="button" kind="secondary" size="till" disabled={busy} onClick={() => run(openDialog)}>
          {salesWords.printDialog}
        </Button>
      )}
      <Button
        type="button"
        kind="secondary"
        size="till"
        icon={<FileDown size={20} aria-hidden />}
        disabled={busy}
        onClick={() =>
          run(async () => {
            await saveReceipt({ ...content, copy: await onPrint() })
            return salesWords.saved
          })
        }
      >
        {salesWords.savePdf}
      </Button>
      <Button
        type="button"
        kind="secondary"
        size="till"
        icon={<Share2 size={20} aria-hidden />}
        disabled={busy}
        onClick={() => run(async () => SHARED[await shareReceipt({ ...content, copy: await onPrint() })])}
      >
        {salesWords.share}
      </Button>
      <p className={styles.words} role="status">
        {words}
      </p>
    </div>
  )
}

const SHARED = { shared: '', cancelled: '', saved: salesWords.savedInstead }

function wordsFor(error: unknown): string {
  if (error instanceof ChunkError) return salesWords.noPdfYet
  throw error
}
