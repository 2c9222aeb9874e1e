import X from 'lucide-react/icons/x'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import * as uiWords from '#pwa/ui/ui-words.ts'
import styles from './filter-sheet.module.css'
import * as words from './list-words.tsx'

interface Props {
  open: boolean
  onClose: () => void
  total: number
  onClear: (() => void) | null
  children: ReactNode
}

/** The filters on a phone: a sheet from below whose button shows the number of results. */
export function FilterSheet({ open, onClose, total, onClear, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open && dialog.current?.open) dialog.current.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby="filter-sheet"
      onClose={onClose}
      onPointerDown={event => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {open && (
        <div className={styles.inner}>
          <header className={styles.head}>
            <h2 id="filter-sheet">{words.filter}</h2>
            {onClear && (
              <Button type="button" kind="quiet" onClick={onClear}>
                {words.clearAll}
              </Button>
            )}
            <IconButton label={uiWords.close} icon={<X size={20} />} onClick={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
          <footer className={styles.foot}>
            <Button type="button" wide onClick={onClose}>
              {words.show(total)}
            </Button>
          </footer>
        </div>
      )}
    </dialog>
  )
}
