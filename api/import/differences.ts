import { createHash } from 'node:crypto'
import type { PlannedProduct } from '#api/import/plan-batch.ts'
import { keyOf } from '#api/import/slug.ts'
import type { Difference } from '#sync/protocol/import.ts'
import { isSamePrice } from '#sync/protocol/pricing.ts'

/** So much of a text says which it is. */
const MOST_LETTERS = 300
/** A product may have hundreds of new variations; nobody reads them one by one. */
const MOST_VARIATIONS = 30

/** What a file makes of a product that is there, or of one that it makes; of texts the first so many letters. */
export function differencesOf({ stored, name, category, columns, newVariations, changedVariations, newPictures }: PlannedProduct, letters = MOST_LETTERS): Difference[] {
  const found: Difference[] = []
  const note = (what: string, was: string | null, becomes: string | null) => { found.push({ what, was: was && short(was, letters), becomes: becomes && short(becomes, letters) }) }
  if (stored) {
    if (stored.deleted_at !== null) note('deleted', 'Deleted', 'There again')
    if (name !== stored.name) note('name', stored.name, name)
    if (keyOf(category) !== keyOf(stored.category_name)) note('category', stored.category_name, category)
    if (columns.description !== stored.description) note('description', stored.description, columns.description)
    if (columns.features !== stored.features) note('features', listed(stored.features), listed(columns.features))
    if (!isSamePrice(columns.retail_price, stored.retail_price)) note('retail_price', stored.retail_price.toFixed(2), columns.retail_price.toFixed(2))
    if (!isSamePrice(columns.discount, stored.discount)) note('discount', stored.discount.toFixed(2), columns.discount.toFixed(2))
    if (columns.status_code !== stored.status_code) note('status_code', stored.status_code, columns.status_code)
  } else {
    note('retail_price', null, columns.retail_price.toFixed(2))
    if (columns.discount > 0) note('discount', null, columns.discount.toFixed(2))
    note('category', null, category)
  }
  for (const { stored: before, sku, barcode } of changedVariations) {
    if (sku !== before.sku) note('sku', before.sku, sku)
    if (barcode !== before.barcode) note('barcode', before.barcode, barcode)
  }
  if (newVariations.length > 0) note('variations', null, newVariations.slice(0, MOST_VARIATIONS).map(({ draft }) => [draft.size.name, draft.colour?.name].filter(Boolean).join(' ')).join(', ')
    + (newVariations.length > MOST_VARIATIONS ? ` and ${newVariations.length - MOST_VARIATIONS} more` : ''))
  if (newPictures.length > 0) note('pictures', null, String(newPictures.length))
  return found
}

/** What a plan does to a product, whole, as a digest. */
export const basisOf = (product: PlannedProduct) => createHash('sha1').update(JSON.stringify(differencesOf(product, Infinity))).digest('hex')

const listed = (features: string) => (JSON.parse(features) as string[]).join(' | ')
const short = (text: string, letters: number) => text.length > letters ? `${text.slice(0, letters)}…` : text
