import { useEffect, type RefObject } from 'react'
import type { FieldErrors } from './check-information.ts'

/** Takes somebody to the first field that is wrong. */
export function useFirstError(form: RefObject<HTMLElement | null>, errors: FieldErrors): void {
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, errors])
}
