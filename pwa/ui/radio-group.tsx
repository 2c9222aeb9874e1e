import { useId, type ReactNode } from 'react'

interface Option<Code extends string> {
  code: Code
  /** What is shown beside the button. */
  words: ReactNode
  /** What is heard, where it is not what is shown. */
  heard?: string
  title?: string
  className?: string
  disabled?: boolean
}

interface Props<Code extends string> {
  legend: string
  legendClass?: string | undefined
  className?: string | undefined
  /** What a form sends it as. */
  name?: string
  options: readonly Option<Code>[]
  value: Code | null
  onChoose: (code: Code) => void
}

/** One of several: a group of radio buttons under its legend. */
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
