const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text escaped for HTML, between tags or in an attribute. */
export const escaped = (text: string) => text.replace(/[&<>"]/g, character => NAMES[character]!)

/** Data for a script element that runs nothing: no text in it can close the element or open another. */
export const dataScript = (type: string, data: object, id?: string) =>
  `<script type="${type}"${id ? ` id="${id}"` : ''}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** An element of the head; leaves out null attributes. */
export const element = (name: 'meta' | 'link', attributes: Record<string, string | null>) =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => (value === null ? '' : ` ${key}="${escaped(value)}"`))
    .join('')}>`

/** A text in one line, cut after a word at the length of a search result. */
export function inShort(text: string, most = 155): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  return `${line
    .slice(0, most)
    .replace(/\s+\S*$/, '')
    .replace(/[\s,;:.–-]+$/, '')} …`
}
