const STYLE = / style="([^"]*)"/g
const ENTITIES: Record<string, string> = { '&quot;': '"', '&#x27;': "'", '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** Allows no character that could end a rule, or the style element. */
const PLAIN = /^[\w\s#%.,:;()/+*'!-]*$/

/**
 * Moves style attributes of rendered HTML, which the page's policy blocks, into rules. They outrank a class and rank
 * below what a script sets later, as the attributes did.
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
