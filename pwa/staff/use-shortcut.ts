import { useEffect, useEffectEvent } from 'react'

const TYPED_INTO = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]'

/** A shortcut for the whole page, except while the user types or a dialog is open. */
export function useShortcut(key: string, act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if ((event.target instanceof Element && event.target.matches(TYPED_INTO)) || isDialogOpen()) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** An open dialog blocks the shortcuts of the page behind it. */
export const isDialogOpen = () => document.querySelector('dialog[open]') !== null

/** Ctrl+Enter, or Cmd+Enter, submits a form. */
export const isSendKey = ({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>) =>
  key === 'Enter' && (ctrlKey || metaKey)
