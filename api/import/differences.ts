import { createHash } from 'node:crypto'
import type { PlannedProduct } from '#api/import/plan-batch.ts'
import type { VariationDraft } from '#api/import-formats/product-draft.ts'
import { ALL_COLOURS } from '#api/import-formats/own-format.ts'
import { keyOf } from '#api/import-formats/slug.ts'
import type { Difference } from '#sync/protocol/staff/import.ts'
import { isSamePrice } from '#sync/protocol/pricing.ts'

/** How much of a text to show: from the start, or around the first difference. */
const MOST_LETTERS = 300
const LEADING_LETTERS = 60
/** A product may have hundreds of new or changed variations; nobody reads them all. */
const MOST_VARIATIONS = 30

/**
 * What a file changes on a product, or what a new one would be. Shows the start of long texts, or where they differ,
 * and the first of many variations, unless `whole`.
 */
export function differencesOf(
  { stored, name, category, columns, newVariations, changedVariations, newPictures, changedPictures }: PlannedProduct,
  whole = false,
): Difference[] {
  const [letters, variations] = whole ? [Infinity, Infinity] : [MOST_LETTERS, MOST_VARIATIONS]
  const found: Difference[] = []
  const note = (what: string, was: string | null, becomes: string | null) => {
    const alike = was && becomes ? lettersAlike(was, becomes) : 0
    const from = alike < letters ? 0 : alike - LEADING_LETTERS
    found.push({
      what,
      was: was && short(was, { from, letters }),
      becomes: becomes && short(becomes, { from, letters }),
    })
  }
  if (stored) {
    if (stored.deleted_at !== null) note('deleted', 'Deleted', 'Restored')
    if (name !== stored.name) note('name', stored.name, name)
    if (keyOf(category) !== keyOf(stored.category_name)) note('category', stored.category_name, category)
    if (columns.description !== stored.description) note('description', stored.description, columns.description)
    if (columns.features !== stored.features) note('features', listed(stored.features), listed(columns.features))
    if (!isSamePrice(columns.retail_price, stored.retail_price))
      note('retail_price', stored.retail_price.toFixed(2), columns.retail_price.toFixed(2))
    if (!isSamePrice(columns.discount, stored.discount))
      note('discount', stored.discount.toFixed(2), columns.discount.toFixed(2))
    if (columns.status_code !== stored.status_code) note('status_code', stored.status_code, columns.status_code)
  } else {
    note('retail_price', null, columns.retail_price.toFixed(2))
    if (columns.discount > 0) note('discount', null, columns.discount.toFixed(2))
    note('category', null, category)
  }
  for (const { draft, stored: before, sku, barcode, own } of changedVariations.slice(0, variations)) {
    const of = calledAs(draft)
    if (sku !== before.sku) found.push({ what: 'sku', of, was: before.sku, becomes: sku })
    if (barcode !== before.barcode) found.push({ what: 'barcode', of, was: before.barcode, becomes: barcode })
    for (const what of ['retail_price', 'discount', 'weight'] as const)
      if (own[what] !== before[what])
        found.push({ what, of, was: written(what, before[what]), becomes: written(what, own[what]) })
  }
  if (changedVariations.length > variations)
    note('changed_variations', null, `${changedVariations.length - variations} more`)
  if (newVariations.length > 0)
    note(
      'variations',
      null,
      newVariations
        .slice(0, variations)
        .map(({ draft, own }) =>
          own.retail_price === null ? calledAs(draft) : `${calledAs(draft)} (${own.retail_price.toFixed(2)})`,
        )
        .join(', ') + (newVariations.length > variations ? ` and ${newVariations.length - variations} more` : ''),
    )
  if (newPictures.length > 0) note('pictures', null, String(newPictures.length))
  if (changedPictures.length > 0)
    note(
      'picture_colours',
      changedPictures.map(({ stored }) => stored.colour_code ?? ALL_COLOURS).join(' | '),
      changedPictures.map(({ colour_code }) => colour_code ?? ALL_COLOURS).join(' | '),
    )
  return found
}

/** A digest of everything a plan does to a product. */
export const basisOf = (product: PlannedProduct) =>
  createHash('sha1')
    .update(JSON.stringify(differencesOf(product, true)))
    .digest('hex')

const calledAs = ({ size, colour }: VariationDraft) => [size.name, colour?.name].filter(Boolean).join(' ')
/** Money with two decimals; null where the product's counts. */
const written = (what: 'retail_price' | 'discount' | 'weight', value: number | null) =>
  value === null ? null : what === 'weight' ? String(value) : value.toFixed(2)
const listed = (features: string) => (JSON.parse(features) as string[]).join(' | ')
const short = (text: string, { from, letters }: { from: number; letters: number }) =>
  `${from > 0 ? '…' : ''}${text.slice(from, from + letters)}${text.length > from + letters ? '…' : ''}`

/** How many letters two texts share at the start. */
function lettersAlike(a: string, b: string): number {
  let alike = 0
  while (alike < a.length && a[alike] === b[alike]) alike += 1
  return alike
}
