import { useEffect, type RefObject } from 'react'

/**
 * Takes somebody to the first field that is wrong, each time that a form was checked: what was `found` is another
 * object then.
 */
export function useFirstError(form: RefObject<HTMLElement | null>, found: Record<string, string[]>): void {
  useEffect(() => {
    if (Object.keys(found).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, found])
}
