import { useId, type ReactNode } from 'react'

interface Option<Code extends string> {
  code: Code
  /** The visible label. */
  words: ReactNode
  /** The spoken label, if it differs. */
  heard?: string
  title?: string
  className?: string
  disabled?: boolean
}

interface Props<Code extends string> {
  legend: string
  legendClass?: string | undefined
  className?: string | undefined
  /** Its field name in a form. */
  name?: string
  options: readonly Option<Code>[]
  value: Code | null
  onChoose: (code: Code) => void
}

/** A choice of one: radio buttons under a legend. */
export function RadioGroup<Code extends string>({ legend, legendClass, className, options, ...field }: Props<Code>) {
  const group = useId()
  const { name = group, value, onChoose } = field
  return (
    <fieldset className={className}>
      <legend className={legendClass}>{legend}</legend>
      {options.map(option => (
        <label key={option.code} className={option.className} title={option.title}>
          <input
            type="radio"
            name={name}
            value={option.code}
            checked={value === option.code}
            disabled={option.disabled}
            onChange={() => onChoose(option.code)}
            aria-label={option.heard}
          />
          {option.words}
        </label>
      ))}
    </fieldset>
  )
}
