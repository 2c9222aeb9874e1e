import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { contentOf } from '#pwa/forms/form-content.ts'

interface Sending {
  busy: boolean
  /** Whether the last answer was a success. */
  isSaved: boolean
  /** A new number means that the form shows a new row without any input. */
  turn?: number
}

/**
 * Whether a form has unsaved input. Compares with its values when the user first touched it, because options may load
 * before that; restoring them by hand counts as untouched.
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
      // Filled in without a key or a touch, as by password managers: the earlier values are unknown.
      onInputCapture: () => {
        before.current ??= ''
      },
    },
  }
}

/** The user's input. */
function typedIn(form: HTMLFormElement): string {
  const content = new FormData(form)
  content.delete('updated_at')
  return contentOf(content)
}
