import { useEffect, type RefObject } from 'react'

/** Moves focus to the first invalid field after each check of a form: every check passes a new `found` object. */
export function useFirstError(form: RefObject<HTMLElement | null>, found: Record<string, string[]>): void {
  useEffect(() => {
    if (Object.keys(found).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, found])
}
