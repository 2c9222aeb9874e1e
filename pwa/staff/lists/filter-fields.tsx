import { useFilters } from '#pwa/forms/use-filters.ts'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import * as listWords from './list-words.ts'

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
      {Object.entries(words).map(([code, word]) => (
        <option key={code} value={code}>
          {word}
        </option>
      ))}
    </SelectField>
  )
}

interface ReadProps extends Omit<ChoiceProps, 'words'> {
  /** How they were read. */
  read: { data: unknown; error: unknown }
  /** What may be chosen, once it is here. */
  choices: readonly { value: string | number; words: string }[]
}

/**
 * The same where the shop has to be asked what there is. What the address names is shown though it did not come, or is
 * gone: the list is narrowed to it all the same.
 */
export function ReadFilter({ label, name, all, read, choices }: ReadProps) {
  const { get, bind } = useFilters()
  const chosen = get(name)
  const isThere = chosen === '' || choices.some(({ value }) => String(value) === chosen)
  return (
    <SelectField
      label={label}
      {...bind(name)}
      hint={read.error && read.data === undefined ? listWords.optionsUnread : undefined}
    >
      <option value="">{all}</option>
      {!isThere && <option value={chosen}>{/^\d+$/.test(chosen) ? listWords.numbered(chosen) : chosen}</option>}
      {choices.map(({ value, words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectField>
  )
}

/** Narrows a list to the days from one to another, both of them in it; the address holds them. */
export function DayFilters() {
  const { bind } = useFilters()
  return (
    <>
      <TextField label={listWords.from} type="date" {...bind('start_date')} required />
      <TextField label={listWords.until} type="date" {...bind('end_date')} required />
    </>
  )
}

/** The value of a filter in the address, where the list knows it. */
export const known = <Code extends string>(words: Readonly<Record<Code, unknown>>, value: string): Code | undefined =>
  Object.hasOwn(words, value) ? (value as Code) : undefined
