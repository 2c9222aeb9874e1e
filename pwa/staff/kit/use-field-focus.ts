import { useLayoutEffect, useRef, type RefObject } from 'react'

const FIELD = 'input:not([type=hidden]), select, textarea'

/** Restores focus to the field that had it when the form was disabled; to the first field if that one is gone. */
export function useFieldFocus(form: RefObject<HTMLFormElement | null>, isShut: boolean): void {
  const left = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (isShut) {
      left.current = activeElement?.matches(FIELD) && form.current?.contains(activeElement) ? activeElement : null
      return
    }
    const field = left.current?.isConnected === false ? form.current?.querySelector(FIELD) : left.current
    left.current = null
    if (field instanceof HTMLElement && activeElement === document.body) field.focus()
  }, [form, isShut])
}
