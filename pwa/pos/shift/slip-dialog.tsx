import { useAtomValue } from 'jotai'
import FileDown from 'lucide-react/icons/file-down'
import Printer from 'lucide-react/icons/printer'
import { useState, useTransition } from 'react'
import { ChunkError } from '#pwa/lib/lazy-screen.ts'
import { printerSetup } from '#pwa/printer/printer-setup.ts'
import { saveSlip } from '#pwa/shifts/save-slip.ts'
import type { Slip } from '#pwa/shifts/shift-slip.ts'
import { SlipPaper } from '#pwa/shifts/slip-paper.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { printSlip } from '../printer/print-jobs.ts'
import { WaitingNotice } from '../printer/waiting-notice.tsx'
import styles from './shift-screen.module.css'
import * as words from './shift-screen-words.ts'

/** A report on the screen, to print or to save without a network; its style sheet prints only the report. */
export const SlipDialog = ({ slip, onClose }: { slip: Slip | null; onClose: () => void }) => (
  <Dialog open={slip !== null} onClose={onClose} title={slip?.title ?? ''}>
    {slip && <Shown slip={slip} />}
  </Dialog>
)

function Shown({ slip }: { slip: Slip }) {
  const [said, setSaid] = useState('')
  const [busy, start] = useTransition()
  const setup = useAtomValue(printerSetup)

  const sendToPrinter = () =>
    start(async () => {
      setSaid('')
      await printSlip(slip)
    })

  const save = () =>
    start(async () => {
      setSaid('')
      setSaid(
        await saveSlip(slip).then(
          () => words.saved,
          (error: unknown) => {
            if (error instanceof ChunkError) return words.noPdfYet
            throw error
          },
        ),
      )
    })

  return (
    <>
      <div className={styles.actions}>
        <Button
          type="button"
          kind="secondary"
          size="till"
          disabled={busy}
          icon={<Printer size={20} aria-hidden />}
          onClick={() => (setup ? sendToPrinter() : print())}
        >
          {words.print}
        </Button>
        {setup && (
          <Button type="button" kind="secondary" size="till" onClick={() => print()}>
            {words.printDialog}
          </Button>
        )}
        <Button
          type="button"
          kind="secondary"
          size="till"
          busy={busy}
          icon={<FileDown size={20} aria-hidden />}
          onClick={save}
        >
          {words.savePdf}
        </Button>
      </div>
      <p role="status">{said}</p>
      <WaitingNotice />
      <SlipPaper slip={slip} />
    </>
  )
}
