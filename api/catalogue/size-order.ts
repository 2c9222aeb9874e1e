const LETTERS = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL']
const byName = new Intl.Collator('en', { numeric: true })

/** As on a rail: letters from small to large, numbers by their value, the rest by name. */
export function bySize(a: { code: string }, b: { code: string }): number {
  const [rankA, rankB] = [LETTERS.indexOf(a.code), LETTERS.indexOf(b.code)]
  return rankA >= 0 && rankB >= 0 ? rankA - rankB : byName.compare(a.code, b.code)
}
