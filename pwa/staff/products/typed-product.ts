import { textOf } from '#pwa/forms/use-submit.ts'
import { numberTyped } from '#sync/protocol/typed-number.ts'

/**
 * A typed amount, such as 1,149.99. An invalid one goes to the server unchanged, whose message appears beside the
 * field.
 */
export function amountOf(form: FormData, name: string): number {
  const typed = textOf(form, name)
  return numberTyped(typed) ?? (typed as unknown as number)
}

/** One entry per line. */
export const linesOf = (form: FormData, name: string): string[] =>
  textOf(form, name)
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** A list in a form: sizes[0], sizes[1] … */
export function appendAll(form: FormData, name: string, values: readonly (string | File)[]): void {
  for (const [i, value] of values.entries()) {
    if (typeof value === 'string') form.append(`${name}[${i}]`, value)
    else form.append(`${name}[${i}]`, value, value.name)
  }
}

/** The messages about a list and its entries. */
export const errorsWithin = (fields: Record<string, string[]>, name: string): string[] =>
  Object.entries(fields).flatMap(([field, words]) => (field === name || field.startsWith(`${name}.`) ? words : []))
