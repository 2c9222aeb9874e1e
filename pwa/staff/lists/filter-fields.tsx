import { useFilters } from '#pwa/forms/use-filters.ts'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import * as listWords from './list-words.ts'

interface ChoiceProps {
  label: string
  /** Its name in the address. */
  name: string
  /** The label for no filter. */
  all: string
  /** The options with their labels. */
  words: Readonly<Record<string, string>>
}

/** Filters a list by one of a few values, kept in the address. */
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
  /** The state of their request. */
  read: { data: unknown; error: unknown }
  /** The options, once they have loaded. */
  choices: readonly { value: string | number; words: string }[]
}

/**
 * The same with options from the shop. A value in the address stays visible even if its option is missing, because the
 * list is filtered by it all the same.
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

/** Filters a list from one day to another, inclusive; kept in the address. */
export function DayFilters() {
  const { bind } = useFilters()
  return (
    <>
      <TextField label={listWords.from} type="date" {...bind('start_date')} required />
      <TextField label={listWords.until} type="date" {...bind('end_date')} required />
    </>
  )
}

/** The filter's value in the address, if the list knows it. */
export const known = <Code extends string>(words: Readonly<Record<Code, unknown>>, value: string): Code | undefined =>
  Object.hasOwn(words, value) ? (value as Code) : undefined
