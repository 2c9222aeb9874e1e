import { useEffect, useRef } from 'react'
import { formatCount } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { DialogActions } from '#pwa/ui/dialog.tsx'
import type { ShelfRow } from '#sync/protocol/stock.ts'
import type { Typed } from './grid.ts'
import styles from './stock-grid.module.css'

interface Props {
  /** What somebody else counted, received or adjusted, as the book has it now. */
  rows: readonly ShelfRow[]
  typed: Typed
  busy: boolean
  onTakeTheirs: () => void
}

/** Somebody else put the shelf right meanwhile: both numbers, side by side. It stands in the form, which its button sends again. */
export function ShelfChanged({ rows, typed, busy, onTakeTheirs }: Props) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  const differ = rows.filter(({ id, on_hand }) => Number(typed[id]?.value) !== on_hand)
  return (
    <div ref={top} tabIndex={-1}>
      <Alert kind="warn" title="Somebody changed this meanwhile.">
        <p>{differ.length > 0 ? 'Nothing is saved yet. Look at the shelf again where these differ:' : 'The book has by now what you typed.'}</p>
        {differ.length > 0 && (
          <table className={styles.changed}>
            <thead><tr><th scope="col">Goods</th><th scope="col">Yours</th><th scope="col">The book now</th></tr></thead>
            <tbody>{differ.map(({ id, size, colour, on_hand }) => <tr key={id}><th scope="row">{[size, colour].filter(Boolean).join(', ')}</th><td>{typed[id]?.value}</td><td>{formatCount(on_hand)}</td></tr>)}</tbody>
          </table>
        )}
        <DialogActions>
          <Button type="button" kind="secondary" onClick={onTakeTheirs}>Take theirs</Button>
          {differ.length > 0 && <Button busy={busy}>Save mine</Button>}
        </DialogActions>
      </Alert>
    </div>
  )
}
