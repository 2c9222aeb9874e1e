import { useId } from 'react'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { Choice } from './choices.ts'
import styles from './choice-radios.module.css'

interface Props {
  choices: readonly Choice[]
  chosen: string | null
  onChoose: (code: string) => void
  nameOf: (code: string) => string
}

/**
 * The sizes with how many are left of each. What the shelf no longer shows may still be sold: the piece is in the
 * cashier's hand.
 */
export function SizeChoice({ choices, chosen, onChoose, nameOf }: Props) {
  const group = useId()
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">Size</legend>
      {choices.map(({ code, left }) => (
        <label key={code} className={`${styles.choice} ${stateOf(left)}`} title={wordsFor(nameOf(code), left)}>
          <input
            type="radio"
            name={group}
            value={code}
            checked={chosen === code}
            disabled={left === null}
            onChange={() => onChoose(code)}
            aria-label={wordsFor(nameOf(code), left)}
          />
          <span className={styles.code}>{code}</span>
          <span className={styles.left} aria-hidden>
            {left ?? '–'}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The colours as swatches with their names and how many are left of each. */
export function ColourChoice({ choices, chosen, onChoose, nameOf }: Props) {
  const group = useId()
  return (
    <fieldset className={styles.group}>
      <legend className="visually-hidden">Colour</legend>
      {choices.map(({ code, left }) => (
        <label
          key={code}
          className={`${styles.choice} ${styles.colour} ${stateOf(left)}`}
          title={wordsFor(nameOf(code), left)}
        >
          <input
            type="radio"
            name={group}
            value={code}
            checked={chosen === code}
            disabled={left === null}
            onChange={() => onChoose(code)}
            aria-label={wordsFor(nameOf(code), left)}
          />
          <span className={styles.tone}>
            <Swatch code={code} size={18} />
            <span className={styles.left} aria-hidden>
              {left ?? '–'}
            </span>
          </span>
          <span className={styles.colourName} aria-hidden>
            {nameOf(code)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const wordsFor = (name: string, left: number | null) =>
  left === null ? `${name}, not made so` : left > 0 ? `${name}, ${left} left` : `${name}, none left`

const stateOf = (left: number | null) => (left === null ? styles.absent : left > 0 ? '' : styles.out)
