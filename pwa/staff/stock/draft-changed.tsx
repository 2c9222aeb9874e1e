import { useEffect, useRef } from 'react'
import { formatCount } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions } from '#pwa/ui/dialog.tsx'
import { differencesOf, type Draft } from './receiving.ts'
import styles from './receive.module.css'

interface Props { mine: Draft; theirs: Draft; busy: boolean; onTakeTheirs: () => void; onSaveMine: () => void }

/** Somebody else saved the draft meanwhile: what differs, side by side. It stands in the form, which its button sends again. */
export function DraftChanged({ mine, theirs, busy, onTakeTheirs, onSaveMine }: Props) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  const differences = differencesOf(mine, theirs)
  return (
    <div ref={top} tabIndex={-1}>
      <Alert kind="warn" title="Somebody changed this draft meanwhile.">
        <p>{differences.length > 0 ? 'Nothing is saved yet. This is what differs:' : 'It holds by now what you wrote down.'}</p>
        {differences.length > 0 && (
          <table className={styles.lines}>
            <thead><tr><th scope="col">What</th><th scope="col">Yours</th><th scope="col">Theirs</th></tr></thead>
            <tbody>{differences.map(({ id, what, mine: ours, theirs: others }) => <tr key={id}><th scope="row">{what}</th><td>{words(ours)}</td><td>{words(others)}</td></tr>)}</tbody>
          </table>
        )}
        <DialogActions>
          <Button type="button" kind="secondary" onClick={onTakeTheirs}>Take theirs</Button>
          <Button busy={busy} onClick={onSaveMine}>Save mine</Button>
        </DialogActions>
      </Alert>
    </div>
  )
}

const words = (value: string | number) => typeof value === 'number' ? formatCount(value) : value || '–'
