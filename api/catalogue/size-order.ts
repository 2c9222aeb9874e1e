const LETTERS = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL']
const byName = new Intl.Collator('en', { numeric: true })

/** As on a rail: letters from small to large, then numbers by their value and the rest by name. */
export const bySize = (a: { code: string }, b: { code: string }): number => rankOf(a.code) - rankOf(b.code) || byName.compare(a.code, b.code)

function rankOf(code: string): number {
  const rank = LETTERS.indexOf(code)
  return rank < 0 ? LETTERS.length : rank
}
