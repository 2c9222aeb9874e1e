import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Shows the browser's modal dialog while `open`. Takes what it returns as props. `onClose` comes before the focus goes
 * back: the `close` event comes after that, and after a key that opened the dialog again.
 */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const closes = useEffectEvent((event: Event) => {
    if ((event as ToggleEvent).newState === 'closed') onClose()
  })
  useEffect(() => {
    if (open && !ref.current?.open) ref.current?.showModal()
    if (!open && ref.current?.open) ref.current.close()
  }, [open])
  useEffect(() => {
    const { current } = ref
    // React does not hear this event of a dialog that the server drew.
    const hear = (event: Event) => closes(event)
    current?.addEventListener('beforetoggle', hear)
    return () => current?.removeEventListener('beforetoggle', hear)
  }, [])
  return {
    ref,
    /** For browsers without `beforetoggle`. */
    onClose: () => {
      if (!ref.current?.open) onClose()
    },
  }
}
