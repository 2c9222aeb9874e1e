import { useState, type FormEvent } from 'react'
import * as words from './ui-words.ts'

export type Checked = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * What is wrong with a field: by the server, else what the browser would say in a bubble over the page. Either goes
 * when the field is changed, since it was about what stood there before; the server's next answer says it again.
 */
export function useUnfit(errors: readonly string[]) {
  const [unfit, setUnfit] = useState<string | null>(null)
  const [changed, noteChange] = useState<readonly string[] | null>(null)
  const said = errors.length > 0 && errors !== changed ? errors : unfit === null ? [] : [unfit]
  const onInvalid = (event: FormEvent<Checked>) => {
    event.preventDefault()
    const { currentTarget: field } = event
    setUnfit(words.unfit(field.validity, field.validationMessage))
    const fields = [...(field.form?.elements ?? [])] as Partial<Checked>[]
    if (fields.find(({ validity }) => validity?.valid === false) === field) field.focus()
  }
  const onInput = () => {
    setUnfit(null)
    if (errors.length > 0) noteChange(errors)
  }
  return { said, onInvalid, onInput }
}
