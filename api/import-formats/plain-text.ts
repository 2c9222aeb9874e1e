const ENTITIES = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    bull: '•',
    middot: '·',
    deg: '°',
    times: '×',
    frac12: '½',
    frac14: '¼',
    eacute: 'é',
    egrave: 'è',
    copy: '©',
    reg: '®',
    trade: '™',
    euro: '€',
    pound: '£',
  }),
)

/**
 * The words of an HTML text, paragraphs and list entries on lines of their own. No tag is left, nor one that an entity
 * spelled.
 */
export function plainText(html: string): string {
  return withoutTags(decoded(withoutTags(html)))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Walks from `<` to `<` instead of matching pairs, so that a hostile text takes no longer than a good one. */
function withoutTags(html: string): string {
  let text = ''
  let inside = ''
  for (const [i, piece] of html.split('<').entries()) {
    const tag = i === 0 ? undefined : /^(\/?)([a-z][a-z0-9]*|!--|!|\?)/i.exec(piece)
    if (inside) {
      const end =
        inside === '!--'
          ? piece.indexOf('-->') + 2
          : tag?.[1] && tag[2]!.toLowerCase() === inside
            ? piece.indexOf('>')
            : -1
      if (end < (inside === '!--' ? 2 : 0)) continue
      inside = ''
      text += piece.slice(end + 1)
    } else if (!tag) text += i === 0 ? piece : `<${piece}`
    else {
      const name = tag[2]!.toLowerCase()
      const end = name === '!--' ? piece.indexOf('-->') + (piece.includes('-->') ? 2 : 0) : piece.indexOf('>')
      if (!tag[1] && (SILENT.has(name) || (name === '!--' && end < 0))) inside = name
      else
        text +=
          (name === 'li' && !tag[1] ? '\n• ' : BREAKS.has(name) ? '\n' : PARAGRAPHS.has(name) ? '\n\n' : '') +
          (end < 0 ? '' : piece.slice(end + 1))
    }
  }
  return text
}

const SILENT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'head', 'title', 'textarea'])
const BREAKS = new Set(['br', 'tr', 'div', 'hr', 'td', 'th', 'dt', 'dd'])
const PARAGRAPHS = new Set([
  'p',
  'ul',
  'ol',
  'table',
  'section',
  'article',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])

const decoded = (text: string) =>
  text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z0-9]{2,8});/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return ENTITIES.get(entity.toLowerCase()) ?? whole
    const code = Number(`0${entity.slice(1)}`)
    return code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' '
  })
