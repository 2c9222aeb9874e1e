/** Plain text as HTML that other programs show unchanged: paragraphs, line ends, and any typed tag escaped. */
export const htmlWords = (text: string) =>
  text === ''
    ? ''
    : text
        .split(/\n{2,}/)
        .map(paragraph => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
        .join('')

/** A list as HTML. */
export const htmlList = (entries: readonly string[]) =>
  entries.length === 0 ? '' : `<ul>${entries.map(entry => `<li>${escaped(entry)}</li>`).join('')}</ul>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
