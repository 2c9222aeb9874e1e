import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
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
}

/**
 * A whole number from 1 to `most`, by − and + or typed; a typed number counts when the field loses focus or Enter is
 * pressed.
 */
export function Stepper({ label, value, most, onChange, disabled = false }: Props) {
  const [typed, type] = useState<string | null>(null)
  const choose = (wanted: number) => {
    const within = Math.min(Math.max(1, wanted), Math.max(1, most))
    if (within !== value) onChange(within)
  }
  const settle = () => {
    if (typed !== null && /^\d+$/.test(typed.trim())) choose(Number(typed))
    type(null)
  }
  return (
    <div className={styles.stepper} role="group" aria-label={label}>
      <IconButton
        label={words.oneFewer}
        icon={<Minus size={18} aria-hidden />}
        disabled={disabled || value <= 1}
        onClick={() => choose(value - 1)}
      />
      <input
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        disabled={disabled}
        value={typed ?? value}
        onChange={event => type(event.target.value)}
        onBlur={settle}
        onKeyDown={event => {
          if (event.key === 'Enter') settle()
        }}
      />
      <IconButton
        label={words.oneMore}
        icon={<Plus size={18} aria-hidden />}
        disabled={disabled || value >= most}
        onClick={() => choose(value + 1)}
      />
    </div>
  )
}
