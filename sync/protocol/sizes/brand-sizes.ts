/**
 * Sizes of other brands, by which the size adviser suggests one of ours. Figures of public size charts: a guide, which
 * staff keep.
 */
export const BRAND_SETTINGS = {
  brand_sizes: {
    kind: 'list',
    label: 'Sizes of other brands',
    initial: [
      'Levi’s men’s jeans | 30 | 76 | 94 | 81',
      'Levi’s men’s jeans | 32 | 81 | 99 | 81',
      'Levi’s men’s jeans | 34 | 86 | 104 | 81',
      'Levi’s men’s jeans | 36 | 91 | 109 | 81',
      'Levi’s women’s jeans | 26 | 66 | 92 | 76',
      'Levi’s women’s jeans | 28 | 71 | 97 | 76',
      'Levi’s women’s jeans | 30 | 76 | 102 | 76',
      'Levi’s women’s jeans | 32 | 81 | 107 | 76',
      'Wrangler men’s jeans | 30 | 76 | 94 | 81',
      'Wrangler men’s jeans | 32 | 81 | 99 | 81',
      'Wrangler men’s jeans | 34 | 86 | 104 | 81',
      'Wrangler men’s jeans | 36 | 91 | 109 | 81',
      'Zara women | S | 66 | 94 | ',
      'Zara women | M | 70 | 98 | ',
      'Zara women | L | 76 | 104 | ',
    ].join('\n'),
    parts: ['Brand and garment', 'Size', 'Waist, cm', 'Hip, cm', 'Inseam, cm'],
    hint: 'From the brand’s own size chart: the body in cm that a size is for. Shoppers see them as a guide. Empty: the size adviser does not ask for brands',
    rows: 120,
  },
} as const

/** A size of another brand's garment, in centimetres; null where its chart says nothing. */
export interface BrandSize {
  brand: string
  size: string
  waist: number | null
  hip: number | null
  inseam: number | null
}

/** What a body can measure, in cm. */
const LEAST = 20
const MOST = 220
const NUMBER = /^\d{2,3}(\.\d)?$/

/** The sizes in the rows of the setting; a row that cannot be read counts for nothing. */
export const brandSizes = (rows: readonly (readonly string[])[]): BrandSize[] =>
  rows.flatMap(([brand = '', size = '', ...typed]) => {
    const [waist, hip, inseam] = [0, 1, 2].map(at => measureIn(typed[at] ?? ''))
    if (waist === undefined || hip === undefined || inseam === undefined) return []
    return brand && size && (waist ?? hip) !== null ? [{ brand, size, waist, hip, inseam }] : []
  })

/** Null for an empty part, undefined for anything but a likely number. */
function measureIn(typed: string): number | null | undefined {
  if (typed === '') return null
  const cm = NUMBER.test(typed) ? Number(typed) : 0
  return cm >= LEAST && cm <= MOST ? cm : undefined
}
