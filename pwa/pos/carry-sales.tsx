import FileDown from 'lucide-react/icons/file-down'
import FileUp from 'lucide-react/icons/file-up'
import { useId, useRef, useState, type ChangeEvent } from 'react'
import { saveFile } from '#pwa/browser/save-file.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { DamagedFile, exportSales, importSales } from '#sync/till/carry.ts'
import { StorageFull } from '#sync/till/room.ts'
import styles from './carry-sales.module.css'
import { cycle, till } from './till.ts'
import { useWaiting } from './use-till.ts'
import * as words from './till-words.ts'

interface Outcome {
  kind: 'ok' | 'bad'
  words: string
}

/**
 * Exports sales from a device that cannot go online to a file, and imports it on another till. Ids prevent a second
 * booking.
 */
export function CarrySales() {
  const { count, attention } = useWaiting() ?? { count: 0, attention: 0 }
  const [asking, setAsking] = useState<'export' | 'import' | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const unsent = count + attention

  async function carryOut() {
    const { name, text, count: carried } = await exportSales(till)
    saveFile(new File([text], name, { type: 'application/json' }))
    setOutcome({ kind: 'ok', words: words.written(carried, name) })
    setAsking(null)
  }

  async function carryIn(file: File) {
    setOutcome(await takeIn(file))
    setAsking(null)
    void cycle.wake()
  }

  return (
    <div className={styles.carry}>
      <Button
        type="button"
        kind="secondary"
        icon={<FileDown size={20} aria-hidden />}
        disabled={unsent === 0}
        onClick={() => setAsking('export')}
      >
        {words.exportUnsent}
      </Button>
      <Button
        type="button"
        kind="secondary"
        icon={<FileUp size={20} aria-hidden />}
        onClick={() => setAsking('import')}
      >
        {words.importSales}
      </Button>
      {outcome && (
        <div className={styles.outcome}>
          <Alert kind={outcome.kind}>{outcome.words}</Alert>
        </div>
      )}
      <Dialog open={asking === 'export'} onClose={() => setAsking(null)} title={words.exportTitle(unsent)}>
        <p>{words.aboutTheFile}</p>
        <DialogActions>
          <Button type="button" kind="secondary" size="till" onClick={() => setAsking(null)}>
            {words.cancel}
          </Button>
          <Button type="button" size="till" onClick={() => void carryOut()}>
            {words.exportToFile}
          </Button>
        </DialogActions>
      </Dialog>
      <Dialog open={asking === 'import'} onClose={() => setAsking(null)} title={words.importTitle}>
        <p>{words.aboutImport}</p>
        <FileChoice onFile={file => void carryIn(file)} onCancel={() => setAsking(null)} />
      </Dialog>
    </div>
  )
}

function FileChoice({ onFile, onCancel }: { onFile: (file: File) => void; onCancel: () => void }) {
  const box = useRef<HTMLInputElement>(null)
  const id = useId()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files?.[0]) onFile(target.files[0])
  }
  return (
    <DialogActions>
      <label className="visually-hidden" htmlFor={id}>
        {words.fileOfSales}
      </label>
      <input
        ref={box}
        id={id}
        type="file"
        accept=".json,application/json"
        className="visually-hidden"
        tabIndex={-1}
        onChange={choose}
      />
      <Button type="button" kind="secondary" size="till" onClick={onCancel}>
        {words.cancel}
      </Button>
      <Button type="button" size="till" onClick={() => box.current?.click()}>
        {words.chooseFile}
      </Button>
    </DialogActions>
  )
}

async function takeIn(file: File): Promise<Outcome> {
  try {
    const { added, known } = await importSales(till, await file.text())
    return { kind: 'ok', words: words.imported(added, known) }
  } catch (error) {
    if (error instanceof DamagedFile || error instanceof StorageFull) return { kind: 'bad', words: error.message }
    throw error
  }
}
