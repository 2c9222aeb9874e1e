const STYLE = / style="([^"]*)"/g
const ENTITIES: Record<string, string> = { '&quot;': '"', '&#x27;': "'", '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** No character with which a value could end its rule, or the element that the rules stand in. */
const PLAIN = /^[\w\s#%.,:;()/+*'!-]*$/

/**
 * Takes the style attributes out of drawn HTML, which the page's policy does not run, and gives the rules that say the
 * same. They weigh more than a class and less than what a script sets later, as the attributes did.
 */
export function moveStyles(html: string): { html: string; rules: string } {
  const numbers = new Map<string, number>()
  const moved = html.replace(STYLE, (_, written: string) => {
    const style = written.replace(/&(?:quot|#x27|amp|lt|gt);/g, entity => ENTITIES[entity]!)
    if (style === '' || !PLAIN.test(style)) return ''
    if (!numbers.has(style)) numbers.set(style, numbers.size)
    return ` data-style="${numbers.get(style)}"`
  })
  return {
    html: moved,
    rules: [...numbers].map(([style, number]) => `[data-style="${number}"]:not(#_){${style}}`).join(''),
  }
}
