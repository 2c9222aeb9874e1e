import type { ReactNode } from 'react'
import { RadioGroup } from '#pwa/ui/radio-group.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { ChoiceLeft } from './choices.ts'
import styles from './choice-radios.module.css'
import * as productWords from './product-words.ts'

interface Props {
  choices: readonly ChoiceLeft[]
  chosen: string | null
  onChoose: (code: string) => void
  nameOf: (code: string) => string
}

/** The sizes with the stock of each. A size without stock can still be sold: the cashier holds the piece. */
export const SizeChoice = (props: Props) => <Choices legend={productWords.size} {...props} show={sizeShown} />

/** The colours as swatches, with their names and the stock of each. */
export const ColourChoice = (props: Props) => (
  <Choices legend={productWords.colour} className={styles.colour} {...props} show={colourShown} />
)

const sizeShown = ({ code, left }: ChoiceLeft) => (
  <>
    <span className={styles.code}>{code}</span>
    <Left left={left} />
  </>
)

const colourShown = ({ code, left }: ChoiceLeft, name: string) => (
  <>
    <span className={styles.tone}>
      <Swatch code={code} size={18} />
      <Left left={left} />
    </span>
    <span className={styles.colourName} aria-hidden>
      {name}
    </span>
  </>
)

interface Shown extends Props {
  legend: string
  className?: string | undefined
  show: (choice: ChoiceLeft, name: string) => ReactNode
}

const Choices = ({ legend, className = '', choices, chosen, onChoose, nameOf, show }: Shown) => (
  <RadioGroup
    legend={legend}
    legendClass="visually-hidden"
    className={styles.group}
    value={chosen}
    onChoose={onChoose}
    options={choices.map(choice => ({
      code: choice.code,
      heard: productWords.choice(nameOf(choice.code), choice.left),
      title: productWords.choice(nameOf(choice.code), choice.left),
      className: `${styles.choice} ${className} ${stateOf(choice.left)}`,
      disabled: choice.left === null,
      words: show(choice, nameOf(choice.code)),
    }))}
  />
)

const Left = ({ left }: Pick<ChoiceLeft, 'left'>) => (
  <span className={styles.left} aria-hidden>
    {left ?? '–'}
  </span>
)

const stateOf = (left: number | null) => (left === null ? styles.absent : left > 0 ? '' : styles.out)
