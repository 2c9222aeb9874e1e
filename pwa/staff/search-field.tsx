import { useEffect, useRef } from 'react'
import { useFilters } from '#pwa/lib/use-filters.ts'
import { TextField } from '#pwa/ui/field.tsx'

const AFTER_MS = 300

/** A search that stands in the address, and follows what is typed after a breath. */
export function SearchField({ label }: { label: string }) {
  const { get, set } = useFilters()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const follow = (value: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => set('search', value.trim()), AFTER_MS)
  }
  return <TextField label={label} name="search" type="search" autoComplete="off" defaultValue={get('search')} required onChange={event => follow(event.target.value)} />
}
