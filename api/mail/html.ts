/** Markup from our code, or escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | readonly Html[]

/** Markup with values. Escapes every value that is not markup, wherever it is: html`<p>${name}</p>`. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.map((part, i) => part + (i < values.length ? markupOf(values[i]!) : '')).join(''))

function markupOf(value: Value): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(each => each.text).join('')
  return String(value).replace(/[&<>"'`]/g, character => `&#${character.charCodeAt(0)};`)
}
