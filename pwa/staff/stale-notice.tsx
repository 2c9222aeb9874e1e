import { useEffect, useRef, useState, type RefObject } from 'react'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions } from '#pwa/ui/dialog.tsx'
import styles from './form-screen.module.css'
import { differencesIn } from './form-differences.ts'

interface Props {
  form: RefObject<HTMLFormElement | null>
  /** The row as it is now. */
  present: Record<string, unknown>
  /** What its fields would hold. */
  held: Record<string, unknown>
  onKeepMine: (updated_at: string) => void
  onTakeTheirs: () => void
  busy: boolean
}

/** Somebody else was quicker: what differs, side by side. Nothing is overwritten unseen. */
export function StaleNotice({ form, present, held, onKeepMine, onTakeTheirs, busy }: Props) {
  const top = useRef<HTMLDivElement>(null)
  const [differences] = useState(() => form.current ? differencesIn(form.current, held) : [])
  useEffect(() => top.current?.focus(), [])
  return (
    <div ref={top} tabIndex={-1} className={styles.stale}>
      <Alert kind="warn" title="Somebody changed this meanwhile.">
        <p>{differences.length > 0 ? 'Nothing is saved yet. This is what differs:' : 'Nothing is saved yet. Every field here holds what you typed.'}</p>
        {differences.length > 0 && (
          <table className={styles.differences}>
            <thead><tr><th scope="col">Field</th><th scope="col">Yours</th><th scope="col">Theirs</th></tr></thead>
            <tbody>{differences.map(({ name, label, mine, theirs }) => <tr key={name}><th scope="row">{label}</th><td>{mine}</td><td>{theirs}</td></tr>)}</tbody>
          </table>
        )}
        <DialogActions>
          <Button type="button" kind="secondary" onClick={onTakeTheirs}>Take theirs</Button>
          <Button type="button" busy={busy} onClick={() => onKeepMine(String(present.updated_at))}>Save mine</Button>
        </DialogActions>
      </Alert>
    </div>
  )
}
