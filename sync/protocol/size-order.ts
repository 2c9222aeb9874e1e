const LETTERS = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL']
const byName = new Intl.Collator('en', { numeric: true })

/** Sorts size codes as on a rail: letters from small to large, then numbers by value, then the rest by name. */
export const bySizeCode = (a: string, b: string): number => rankOf(a) - rankOf(b) || byName.compare(a, b)

function rankOf(code: string): number {
  const rank = LETTERS.indexOf(code)
  return rank < 0 ? LETTERS.length : rank
}
