import { useState, type FormEvent } from 'react'
import * as words from './ui-words.ts'

export type Checked = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What is wrong with a field: by the server, else what the browser would say in a bubble over the page. */
export function useUnfit(errors: readonly string[]) {
  const [unfit, setUnfit] = useState<string | null>(null)
  const said = errors.length > 0 ? errors : unfit === null ? [] : [unfit]
  const onInvalid = (event: FormEvent<Checked>) => {
    event.preventDefault()
    const { currentTarget: field } = event
    setUnfit(words.unfit(field.validity, field.validationMessage))
    const fields = [...(field.form?.elements ?? [])] as Partial<Checked>[]
    if (fields.find(({ validity }) => validity?.valid === false) === field) field.focus()
  }
  return { said, onInvalid, onInput: () => setUnfit(null) }
}
