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
  'pictures',
] as const
export type OwnRow = Partial<Record<(typeof OWN_COLUMNS)[number], string | number>>

/** A file in the shop's own format; the columns may be given in another order, or with more among them. */
export const ownFile = (rows: readonly OwnRow[], columns: readonly string[] = OWN_COLUMNS) =>
  [
    columns.join(','),
    ...rows.map(row => columns.map(column => quoted(String(row[column as keyof OwnRow] ?? ''))).join(',')),
  ].join('\n') + '\n'

/** A product of one variation that is right in every way. */
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
