import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useId, useState } from 'react'
import { IconButton } from './button.tsx'
import styles from './stepper.module.css'
import * as words from './ui-words.ts'

interface Props {
  /** What it counts, for screen readers. */
  label: string
  value: number
  /** The maximum, at least 1. */
  most: number
  onChange: (value: number) => void
  disabled?: boolean
  /** Says that more than `most` was typed. */
  tooMany?: (most: number) => string
  /** Hears whether the typed text counts for nothing. */
  onWrong?: (isWrong: boolean) => void
}

/**
 * A whole number from 1 to `most`, by − and + or typed; a typed number counts when the field loses focus or Enter is
 * pressed. More than `most` becomes `most`, and says so; anything but a whole number from 1 stays, with its error.
 */
export function Stepper({
  label,
  value,
  most,
  onChange,
  disabled = false,
  tooMany = words.atMost,
  onWrong = () => {},
}: Props) {
  const [typed, type] = useState<string | null>(null)
  const [said, say] = useState<Said | null>(null)
  const note = useId()
  const set = (wanted: number) => {
    type(null)
    if (wanted !== value) onChange(wanted)
  }
  const settle = () => {
    if (typed === null) return
    const limit = Math.max(1, most)
    const isWrong = !/^\d+$/.test(typed.trim()) || Number(typed) === 0
    onWrong(isWrong)
    if (isWrong) return say({ isWrong, words: words.oneOrMore })
    say(Number(typed) > limit ? { isWrong, words: tooMany(limit) } : null)
    set(Math.min(Number(typed), limit))
  }
  const step = (wanted: number) => {
    onWrong(false)
    say(null)
    set(wanted)
  }
  return (
    <div className={styles.field}>
      <div className={styles.stepper} role="group" aria-label={label}>
        <IconButton
          label={words.oneFewer}
          icon={<Minus size={18} aria-hidden />}
          disabled={disabled || value <= 1}
          onClick={() => step(value - 1)}
        />
        <input
          aria-label={label}
          aria-invalid={said?.isWrong || undefined}
          aria-describedby={said ? note : undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          disabled={disabled}
          value={typed ?? value}
          onChange={event => {
            // Here and not when the field is left: the press that leaves it would miss a button that moves up.
            say(null)
            type(event.target.value)
          }}
          onBlur={settle}
          onKeyDown={event => {
            if (event.key === 'Enter') settle()
          }}
        />
        <IconButton
          label={words.oneMore}
          icon={<Plus size={18} aria-hidden />}
          disabled={disabled || value >= most}
          onClick={() => step(value + 1)}
        />
      </div>
      <span id={note} className={said?.isWrong ? styles.wrong : styles.note} role="status">
        {said?.words}
      </span>
    </div>
  )
}

/** What became of a typed number. */
interface Said {
  isWrong: boolean
  words: string
}
