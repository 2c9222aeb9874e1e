import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { contentOf } from '#pwa/forms/form-content.ts'

interface Sending {
  busy: boolean
  /** The last answer was a success. */
  isSaved: boolean
  /** Another number says that the form shows another row, with nothing typed yet. */
  turn?: number
}

/**
 * Whether a form holds what was typed and not saved. It is compared with what it held when somebody first reached for
 * it, since choices may still arrive before that; put back by hand it counts as untouched.
 */
export function useUnsaved(form: RefObject<HTMLFormElement | null>, { busy, isSaved, turn }: Sending) {
  const before = useRef<string | null>(null)
  const sending = useRef(false)
  const shown = useRef(turn)
  const isUnsaved = useCallback(
    () =>
      before.current !== null && !sending.current && form.current !== null && typedIn(form.current) !== before.current,
    [form],
  )
  const reach = () => {
    before.current ??= form.current && typedIn(form.current)
  }
  useEffect(() => {
    if (busy) return
    sending.current = false
    if (isSaved) before.current = null
  }, [busy, isSaved])
  useEffect(() => {
    if (shown.current !== turn) before.current = null
    shown.current = turn
  }, [turn])
  return {
    isUnsaved,
    listeners: {
      onPointerDownCapture: reach,
      onKeyDownCapture: reach,
      onDragEnterCapture: reach,
      onSubmitCapture: () => {
        sending.current = true
      },
      // Filled in without a key or a finger, as password managers do: what was there before is not known.
      onInputCapture: () => {
        before.current ??= ''
      },
    },
  }
}

/** What somebody typed, or chose. */
function typedIn(form: HTMLFormElement): string {
  const content = new FormData(form)
  content.delete('updated_at')
  return contentOf(content)
}
