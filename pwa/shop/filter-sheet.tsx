import X from 'lucide-react/icons/x'
import { useEffect, useRef, type ReactNode } from 'react'
import { formatCount } from '#pwa/lib/format.ts'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import styles from './filter-sheet.module.css'

interface Props { open: boolean; onClose: () => void; total: number; onClear: (() => void) | null; children: ReactNode }

/** The filters on a phone: a sheet from below whose button says how many products wait behind it. */
export function FilterSheet({ open, onClose, total, onClear, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal()
    if (!open && dialog.current?.open) dialog.current.close()
  }, [open])
  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby="filter-sheet" onClose={onClose} onPointerDown={event => { if (event.target === dialog.current) onClose() }}>
      {open && (
        <div className={styles.inner}>
          <header className={styles.head}>
            <h2 id="filter-sheet">Filter</h2>
            {onClear && <Button type="button" kind="quiet" onClick={onClear}>Clear all</Button>}
            <IconButton label="Close" icon={<X size={20} />} onClick={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
          <footer className={styles.foot}>
            <Button type="button" wide onClick={onClose}>{total === 0 ? 'No products found.' : `Show ${formatCount(total)} ${total === 1 ? 'product' : 'products'}`}</Button>
          </footer>
        </div>
      )}
    </dialog>
  )
}
