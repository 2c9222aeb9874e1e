import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import * as uiWords from '#pwa/ui/ui-words.ts'
import { useModal } from '#pwa/ui/use-modal.ts'
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
  const modal = useModal(open, onClose)
  return (
    <dialog
      {...modal}
      className={styles.sheet}
      aria-labelledby="filter-sheet"
      onPointerDown={event => {
        if (event.target === modal.ref.current) onClose()
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
