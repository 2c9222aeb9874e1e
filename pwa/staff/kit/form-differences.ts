import { numberTyped } from '#sync/protocol/typed-number.ts'
import * as kitWords from './kit-words.ts'

export interface Difference {
  name: string
  label: string
  mine: string
  theirs: string
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const NOTHING = '–'

/**
 * The differences between a form and a row, field by field, in the form's words. Skips secrets, which no row shows, and
 * read-only fields. Checkboxes of one name form a list, as in the row.
 */
export const differencesIn = (form: HTMLFormElement, row: Record<string, unknown>): Difference[] =>
  [...form.elements]
    .filter(isControl)
    .filter(
      (control, at, all) =>
        control.name in row && control.name !== 'updated_at' && isAnswer(control) && isFirst(control, all.slice(0, at)),
    )
    .flatMap(control => {
      const theirs = row[control.name]
      return isSame(control, theirs)
        ? []
        : [
            {
              name: control.name,
              label: labelOf(control, theirs),
              mine: wordsOf(control, valueOf(control, theirs)) || NOTHING,
              theirs: wordsOf(control, theirs) || NOTHING,
            },
          ]
    })

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement

/** Only the selected radio button counts, and a file input only with a file. */
function isAnswer(control: Control): boolean {
  if (control.type === 'radio') return (control as HTMLInputElement).checked
  if (control.type === 'file') return control.value !== ''
  return control instanceof HTMLSelectElement || !control.readOnly
}

const isFirst = (control: Control, before: readonly Control[]) =>
  control.type !== 'checkbox' || !before.some(({ name }) => name === control.name)
const isTick = (control: Control): control is HTMLInputElement => control.type === 'checkbox'
const isFile = (control: Control): control is HTMLInputElement => control.type === 'file'
const isNumber = (control: Control) => ['decimal', 'numeric'].includes(control.getAttribute('inputmode') ?? '')

/** The control's value in the row's form. */
function valueOf(control: Control, theirs: unknown): unknown {
  if (isTick(control))
    return Array.isArray(theirs)
      ? ticksOf(control)
          .filter(({ checked }) => checked)
          .map(({ value }) => value)
      : control.checked
  return isFile(control) ? control.files?.[0]?.name : control.value
}

function isSame(control: Control, theirs: unknown): boolean {
  if (isFile(control)) return false
  const mine = valueOf(control, theirs)
  if (isTick(control))
    return Array.isArray(theirs)
      ? theirs.map(String).sort().join() === (mine as string[]).sort().join()
      : mine === Boolean(theirs)
  const [typed, other] = [asTyped(control, mine), asTyped(control, theirs)]
  return (
    typed === other || (isNumber(control) && numberTyped(typed) !== null && numberTyped(typed) === numberTyped(other))
  )
}

/** A date and time is typed in a date field as its day, and so on. */
function asTyped(control: Control, value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = Array.isArray(value)
    ? value.join('\n')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  return control.type === 'date' ? text.slice(0, 10) : text.trim()
}

function wordsOf(control: Control, value: unknown): string {
  if (isTick(control))
    return Array.isArray(value)
      ? ticksOf(control)
          .filter(tick => value.map(String).includes(tick.value))
          .map(nameOf)
          .join(', ')
      : value
        ? kitWords.yes
        : kitWords.no
  if (isFile(control)) return typeof value === 'string' ? value : value ? kitWords.pictureThere : ''
  const typed = asTyped(control, value)
  const option =
    control instanceof HTMLSelectElement
      ? [...control.options].find(({ value: known }) => known === typed)?.text.trim()
      : undefined
  return option ?? typed
}

/** A group of checkboxes, rows in one text, and radio buttons take the label of their group. */
function labelOf(control: Control, theirs: unknown): string {
  const isPart = control.type === 'radio' || control.type === 'hidden' || (isTick(control) && Array.isArray(theirs))
  const legend = isPart ? control.closest('fieldset')?.querySelector('legend') : null
  return legend ? plain(legend) : nameOf(control)
}

const ticksOf = ({ form, name }: HTMLInputElement) =>
  [...(form?.elements ?? [])]
    .filter(isControl)
    .filter(isTick)
    .filter(tick => tick.name === name)
const nameOf = (control: Control) =>
  control.labels?.[0] ? plain(control.labels[0]) : (control.getAttribute('aria-label') ?? control.name)
const plain = ({ textContent }: Element) => textContent.replace('(optional)', '').trim()
