import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useApi } from '#pwa/lib/use-api.ts'
import { useLater } from '#pwa/lib/use-later.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { LONGEST_SEARCH } from '#sync/protocol/page.ts'
import { PaletteOptions } from './palette-options.tsx'
import { optionsFor } from './palette-found.tsx'
import styles from './palette.module.css'
import * as words from './staff-words.ts'

const LIST = 'palette-options'
const PAUSE_MS = 150

/** One letter matches everything; one digit may be an order number. */
const isEnough = (text: string) => text.length > 1 || /^\d$/.test(text)

/** Searches the screens at once, then products, orders and customers. Arrows choose, Enter goes. */
export function PalettePanel({ clearance, onLeave }: { clearance: number; onLeave: () => void }) {
  const [text, type] = useState('')
  const [active, activate] = useState(0)
  const navigate = useNavigate()
  const sought = useLater(text.trim(), PAUSE_MS)
  const { data, error, isFetching } = useApi(
    'GET /api/staff/search',
    { query: { text: sought } },
    { enabled: isEnough(sought) },
  )
  const groups = optionsFor(text.trim(), clearance, isEnough(text.trim()) ? data : undefined)
  const options = groups.flatMap(group => group.options)
  const isSettled = sought === text.trim() && !isFetching
  const chosen = options[Math.min(active, options.length - 1)]

  const go = (event: FormEvent) => {
    event.preventDefault()
    if (!chosen) return
    onLeave()
    void navigate(chosen.to)
  }
  const move = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined || options.length === 0) return
    event.preventDefault()
    activate((Math.min(active, options.length - 1) + by + options.length) % options.length)
  }
  return (
    <form className={styles.panel} role="search" noValidate onSubmit={go}>
      <TextField
        label={words.whatToFind}
        name="text"
        type="search"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={LONGEST_SEARCH}
        required
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={LIST}
        aria-autocomplete="list"
        aria-activedescendant={chosen ? `${LIST}-${options.indexOf(chosen)}` : undefined}
        value={text}
        onKeyDown={move}
        onChange={event => {
          type(event.target.value)
          activate(0)
        }}
      />
      <p className="visually-hidden" role="status">
        {text && isSettled ? words.found(options.length) : ''}
      </p>
      {error && <Alert kind="bad">{error.message}</Alert>}
      <PaletteOptions id={LIST} groups={groups} chosen={chosen} onLeave={onLeave} />
      {text.trim() !== '' && options.length === 0 && isSettled && (
        <p className={styles.empty}>{words.nothingFound(text.trim())}</p>
      )}
    </form>
  )
}
