export const OWN_COLUMNS = [
  'slug',
  'name',
  'description',
  'category',
  'retail_price',
  'discount',
  'status_code',
  'features',
  'created_at',
  'sku',
  'barcode',
  'size_code',
  'size_name',
  'colour_code',
  'colour_name',
  'quantity',
  'variation_price',
  'variation_discount',
  'weight',
  'pictures',
] as const
export type OwnRow = Partial<Record<(typeof OWN_COLUMNS)[number], string | number>>

/** A file in the shop's own format; columns may be reordered or added. */
export const ownFile = (rows: readonly OwnRow[], columns: readonly string[] = OWN_COLUMNS) =>
  [
    columns.join(','),
    ...rows.map(row => columns.map(column => quoted(String(row[column as keyof OwnRow] ?? ''))).join(',')),
  ].join('\n') + '\n'

/** A valid product with one variation. */
export const aRow = (slug: string, row: OwnRow = {}): OwnRow => ({
  slug,
  name: `The ${slug}`,
  category: 'Jeans',
  retail_price: '99.50',
  size_code: 'UK10',
  size_name: 'UK 10',
  colour_name: 'Indigo',
  quantity: 3,
  ...row,
})

const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
