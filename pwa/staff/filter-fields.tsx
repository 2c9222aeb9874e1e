import { useFilters } from '#pwa/lib/use-filters.ts'
import { SelectField, TextField } from '#pwa/ui/field.tsx'

interface ChoiceProps {
  label: string
  /** What the address calls it. */
  name: string
  /** The words for no choice. */
  all: string
  /** What may be chosen, with its words. */
  words: Readonly<Record<string, string>>
}

/** Narrows a list to one of a few values; the address holds it. */
export function ChoiceFilter({ label, name, all, words }: ChoiceProps) {
  const { get, bind } = useFilters()
  return (
    <SelectField label={label} {...bind(name)} value={Object.hasOwn(words, get(name)) ? get(name) : ''}>
      <option value="">{all}</option>
      {Object.entries(words).map(([code, word]) => <option key={code} value={code}>{word}</option>)}
    </SelectField>
  )
}

/** Narrows a list to the days from one to another, both of them in it; the address holds them. */
export function DayFilters() {
  const { bind } = useFilters()
  return (
    <>
      <TextField label="From" type="date" {...bind('start_date')} required />
      <TextField label="Until" type="date" {...bind('end_date')} required />
    </>
  )
}

/** The value of a filter in the address, where the list knows it. */
export const known = <Code extends string>(words: Readonly<Record<Code, unknown>>, value: string): Code | undefined => Object.hasOwn(words, value) ? value as Code : undefined
