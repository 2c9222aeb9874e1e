import { useAtomValue } from 'jotai'
import Printer from 'lucide-react/icons/printer'
import { linksHere } from '#pwa/printer/choose-printer.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { waitingPrints } from './print-jobs.ts'
import styles from './printer-screen.module.css'
import * as words from './printer-words.ts'

interface Props {
  /** A phone has no room for it beside the sale, unless a receipt waits. */
  besideSale?: boolean
}

/** The way to this device's receipt printer; in words while a receipt waits for it. */
export function PrinterLink({ besideSale = false }: Props) {
  const { length } = useAtomValue(waitingPrints)
  if (linksHere().length === 0) return null
  return (
    <ButtonLink
      to="/staff/till/printer"
      kind={length > 0 ? 'secondary' : 'quiet'}
      icon={<Printer size={20} aria-hidden />}
      className={besideSale && length === 0 ? styles.roomy : undefined}
      aria-label={length > 0 ? words.notPrinted(length) : words.receiptPrinter}
      title={words.receiptPrinter}
    >
      {length > 0 && words.notPrinted(length)}
    </ButtonLink>
  )
}
