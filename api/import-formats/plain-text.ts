import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** The content of these is skipped. */
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'head', 'title', 'textarea'])
const LINES = ['br', 'tr', 'div', 'hr', 'td', 'th', 'dt', 'dd']
const PARAGRAPHS = ['p', 'ul', 'ol', 'table', 'section', 'article', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const BREAKS = new Map([
  ...LINES.map(name => [name, '\n'] as const),
  ...PARAGRAPHS.map(name => [name, '\n\n'] as const),
])

/**
 * The words of an HTML text, with paragraphs and list entries on their own lines. Leaves no tag, not even one spelled
 * with entities.
 */
export function plainText(html: string): string {
  return wordsOf(wordsOf(html, true), false)
    .replace(/(?<!<)<+(?=[a-z!/?])/gi, '')
    .replace(/(?:(?!\n)[\s\p{Cc}])+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const nothing = () => {}

/** Reads tokens instead of a tree, whose depth could make a hostile text slow. */
function wordsOf(html: string, decodeEntities: boolean): string {
  let text = ''
  let inside = ''
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const heard: TokenizerCallbacks = {
    onopentagname(start, end) {
      const name = nameAt(start, end)
      if (inside) return
      if (SILENT.has(name)) inside = name
      text += name === 'li' ? '\n• ' : (BREAKS.get(name) ?? '')
    },
    onclosetag(start, end) {
      const name = nameAt(start, end)
      if (!inside) text += BREAKS.get(name) ?? ''
      if (inside === name) inside = ''
    },
    ontext(start, end) {
      if (!inside) text += html.slice(start, end)
    },
    ontextentity(code) {
      if (!inside) text += String.fromCodePoint(code)
    },
    onattribdata: nothing,
    onattribentity: nothing,
    onattribend: nothing,
    onattribname: nothing,
    oncdata: nothing,
    oncomment: nothing,
    ondeclaration: nothing,
    onend: nothing,
    onopentagend: nothing,
    onprocessinginstruction: nothing,
    onselfclosingtag: nothing,
  }
  const tokenizer = new Tokenizer({ decodeEntities }, heard)
  tokenizer.write(html)
  tokenizer.end()
  return text
}

/** A text with one space in place of several, of line breaks and of tabs, to compare it. */
export const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()
