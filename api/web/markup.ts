const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it stands in HTML, between tags or in an attribute. */
export const escaped = (text: string) => text.replace(/[&<>"]/g, character => NAMES[character]!)

/** Data for a script element that runs nothing: no text in it can end the element or begin another. */
export const dataScript = (type: string, data: object, id?: string) =>
  `<script type="${type}"${id ? ` id="${id}"` : ''}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** An element of the head; what is null stays away. */
export const element = (name: 'meta' | 'link', attributes: Record<string, string | null>) =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => (value === null ? '' : ` ${key}="${escaped(value)}"`))
    .join('')}>`

/** A text in one line, cut after a word where it is longer than a result of a search shows. */
export function inShort(text: string, most = 155): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  return `${line
    .slice(0, most)
    .replace(/\s+\S*$/, '')
    .replace(/[\s,;:.–-]+$/, '')} …`
}
