import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { TextField } from '#pwa/ui/field.tsx'
import { LONGEST_SEARCH } from '#sync/protocol/page.ts'
import { useShortcut } from '../use-shortcut.ts'

const AFTER_MS = 300

/** A search kept in the address, updated after a short pause in typing. '/' moves focus to it. */
export function SearchField({ label }: { label: string }) {
  const { get, set } = useFilters()
  const field = useRef<HTMLInputElement>(null)
  const [typed, type] = useState(get('search'))
  const [sent, send] = useState(typed)
  const [known, know] = useState(typed)
  const inAddress = get('search')
  if (inAddress !== known) {
    know(inAddress)
    send(inAddress)
    if (inAddress !== sent) type(inAddress) // changed from outside, such as by Back
  }
  const follow = useEffectEvent((sought: string) => {
    if (sought === sent) return
    send(sought)
    set('search', sought)
  })
  useEffect(() => {
    const timer = setTimeout(() => follow(typed.trim()), AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useShortcut('/', () => {
    field.current?.focus()
    field.current?.select()
  })
  return (
    <TextField
      ref={field}
      label={label}
      name="search"
      type="search"
      autoComplete="off"
      enterKeyHint="search"
      maxLength={LONGEST_SEARCH}
      required
      aria-keyshortcuts="/"
      value={typed}
      onChange={event => type(event.target.value)}
    />
  )
}
