import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'
import * as words from './ui-words.ts'
import { useModal } from './use-modal.ts'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}

/**
 * The browser's modal dialog: focus moves to its first field and stays inside. Escape and a press on the backdrop close
 * it; the backdrop does not once something was typed in a form in it. Its contents mount at each opening.
 */
export function Dialog({ open, onClose, title, children }: Props) {
  const modal = useModal(open, onClose)
  const { ref: dialog } = modal
  const isTyped = useRef(false)
  const heading = useId()
  useEffect(() => {
    if (!open) return
    isTyped.current = false
    dialog.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [dialog, open])
  return (
    <dialog
      {...modal}
      className={styles.dialog}
      aria-labelledby={heading}
      onInput={event => {
        if (event.target instanceof Element && event.target.closest('form:not([role=search])')) isTyped.current = true
      }}
      onPointerDown={event => {
        if (event.target === dialog.current && !isTyped.current) onClose()
      }}
    >
      {open && (
        <>
          <div className={styles.head}>
            <h2 id={heading}>{title}</h2>
            <IconButton label={words.close} icon={<X size={20} />} onClick={onClose} />
          </div>
          <div className={styles.body}>{children}</div>
        </>
      )}
    </dialog>
  )
}

/** The buttons at the end of a dialog; the confirming one comes last. */
export const DialogActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>
