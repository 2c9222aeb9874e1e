import FileDown from 'lucide-react/icons/file-down'
import Printer from 'lucide-react/icons/printer'
import Share2 from 'lucide-react/icons/share-2'
import { useState, useTransition } from 'react'
import { ChunkError } from '#pwa/lib/lazy-screen.ts'
import type { ReceiptContent } from '#pwa/receipt/receipt-content.ts'
import { saveReceipt, shareReceipt } from '#pwa/receipt/receipt-file.ts'
import { Button } from '#pwa/ui/button.tsx'
import styles from './receipt-actions.module.css'
import * as salesWords from './sales-words.ts'

/** Print, Save PDF and Share for the receipt on the screen; its style sheet prints only the receipt. */
export function ReceiptActions({ content }: { content: ReceiptContent }) {
  const [words, setWords] = useState('')
  const [busy, start] = useTransition()

  const run = (work: () => Promise<string>) =>
    start(async () => {
      setWords('')
      setWords(await work().catch(wordsFor))
    })

  return (
    <div className={styles.actions}>
      <Button
        type="button"
        kind="secondary"
        size="till"
        icon={<Printer size={20} aria-hidden />}
        disabled={busy}
        onClick={() => print()}
      >
        {salesWords.print}
      </Button>
      <Button
        type="button"
        kind="secondary"
        size="till"
        icon={<FileDown size={20} aria-hidden />}
        disabled={busy}
        onClick={() =>
          run(async () => {
            await saveReceipt(content)
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
        onClick={() => run(async () => SHARED[await shareReceipt(content)])}
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
