import { useEffect } from 'react'
import { isSendKey } from '../use-shortcut.ts'

/** Marks a form that handles the key itself, also from outside. */
export const HEARS_ITSELF = 'data-hears-itself'

const SENDERS = 'button:not([type=button], [type=reset])'

/** While `isOn`, Ctrl+Enter in a form presses its button, if it has exactly one. */
export function useSendKey(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const send = (event: KeyboardEvent) => {
      const form = event.target instanceof Element ? event.target.closest('form') : null
      if (!form || !isSendKey(event) || event.defaultPrevented || form.hasAttribute(HEARS_ITSELF)) return
      const [button, another] = form.querySelectorAll<HTMLButtonElement>(SENDERS)
      if (!another) button?.click()
    }
    document.addEventListener('keydown', send)
    return () => document.removeEventListener('keydown', send)
  }, [isOn])
}
