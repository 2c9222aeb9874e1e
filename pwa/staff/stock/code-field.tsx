import ScanLine from 'lucide-react/icons/scan-line'
import { useRef, useState, type ReactNode } from 'react'
import { CameraDialog } from '#pwa/scan/camera-dialog.tsx'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import type { StockRow } from '#sync/protocol/staff/stock.ts'
import styles from '../receiving/receive.module.css'
import { nameOf, type Scanned } from './use-scanned-goods.ts'
import * as words from './stock-words.ts'

interface Props {
  scanned: Scanned
  onRead: (code: string) => Promise<string>
  onChoose: (row: StockRow) => void
  /** More for the camera's screen, such as the number of scans so far. */
  children?: ReactNode
}

/**
 * A barcode or SKU typed by hand or read by the camera; a scanner needs no field. Shows the result of the latest one.
 */
export function CodeField({ scanned: { words: answer, isWrong, choices }, onRead, onChoose, children }: Props) {
  const [isFilming, film] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const send = (event: React.FormEvent) => {
    event.preventDefault()
    const { current } = field
    if (!current?.value) return
    void onRead(current.value)
    current.value = ''
    current.focus()
  }
  const which = choices.map(row => (
    <Button key={row.id} type="button" kind="secondary" onClick={() => onChoose(row)}>
      {nameOf(row)} ({row.sku})
    </Button>
  ))
  return (
    <div className={styles.code}>
      <form onSubmit={send} role="search" aria-label={words.addByCode}>
        <TextField
          ref={field}
          label={words.barcodeOrSku}
          name="code"
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          enterKeyHint="go"
          required
        />
        <Button kind="secondary">{words.add}</Button>
        <Button type="button" kind="secondary" icon={<ScanLine size={20} aria-hidden />} onClick={() => film(true)}>
          {words.scan}
        </Button>
      </form>
      {answer && (isWrong ? <Alert kind="bad">{answer}</Alert> : <p role="status">{answer}</p>)}
      {which}
      <CameraDialog open={isFilming} onClose={() => film(false)} onCode={onRead}>
        {which}
        {children}
      </CameraDialog>
    </div>
  )
}
