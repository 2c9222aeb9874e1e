import type { ChosenVariation } from '#api/import/begin-product.ts'
import type { StoredProduct, StoredVariation } from '#api/import/find-shop.ts'
import type { ProductDraft, VariationDraft } from '#api/import-formats/product-draft.ts'
import { priceAfter } from '#api/import-formats/read-value.ts'
import { isPossiblePrice, isSamePrice, pricedAs, priceCharged, type Priced } from '#sync/protocol/pricing.ts'

/** What a variation has of its own. */
export interface Own {
  retail_price: number | null
  discount: number | null
  weight: number | null
}

type Found = (draft: VariationDraft) => StoredVariation | undefined

/**
 * The product's own price. Other shops' files know only what variations cost: then the shop's price stays if one of them
 * costs that, if all have their own, or if nothing in the file differs; else the first of them gives it.
 */
export function productPrice({ fields, variations }: ProductDraft, stored: StoredProduct | null, found: Found): Priced {
  const own = stored && { retail_price: stored.retail_price, discount: stored.discount }
  const price = fields.price ? priceAfter(fields.price, own) : (own ?? { retail_price: 0, discount: 0 })
  if (!own || fields.isOwnPrice || variations.length === 0) return price
  const costs = ({ price }: VariationDraft, before: Priced) => price && priceAfter(price, before)
  const isKept =
    variations.some(draft => isSame(costs(draft, pricedAs(found(draft) ?? {}, own)), own)) ||
    variations.every(draft => (found(draft)?.retail_price ?? null) !== null) ||
    variations.every(draft =>
      isSame(costs(draft, pricedAs(found(draft) ?? {}, own)), pricedAs(found(draft) ?? {}, own)),
    )
  return isKept ? own : price
}

const isSame = (a: Priced | null, b: Priced) =>
  a !== null && isSamePrice(a.retail_price, b.retail_price) && isSamePrice(a.discount, b.discount)

/** What a variation has of its own after a file, given what the product cost before, if it was there, and then. */
function ownAfter(
  draft: VariationDraft,
  stored: StoredVariation | undefined,
  { before: productBefore, after: product }: { before: Priced | null; after: Priced },
): Own {
  const before = { retail_price: stored?.retail_price ?? null, discount: stored?.discount ?? null }
  const weight = draft.weight ?? stored?.weight ?? null
  const own = {
    retail_price: draft.own.retail_price ?? before.retail_price,
    discount: draft.own.discount ?? before.discount,
  }
  const price = draft.price && priceAfter(draft.price, productBefore && pricedAs(stored ?? {}, productBefore))
  if (!price || draft.own.retail_price !== null || isSame(price, pricedAs(own, product))) return { ...own, weight }
  const { retail_price, discount } = price
  return {
    retail_price: isSamePrice(retail_price, product.retail_price) ? null : retail_price,
    discount: isSamePrice(discount, product.discount) ? null : discount,
    weight,
  }
}

/** Why a variation cannot cost this; null if it can. */
export function priceProblem(own: Pick<Own, 'retail_price' | 'discount'>, product: Priced): string | null {
  if (isPossiblePrice(own, product)) return null
  const { retail_price, discount } = pricedAs(own, product)
  return `The price ${retail_price.toFixed(2)} less ${discount.toFixed(2)} is ${priceCharged(own, product).toFixed(2)}. A variant must cost more than 0.`
}

const isOwnChanged = (own: Own, stored: Own) =>
  own.retail_price !== stored.retail_price || own.discount !== stored.discount || own.weight !== stored.weight

export interface NewVariation {
  draft: VariationDraft
  size_code: string
  colour_code: string | null
  sku: string
  own: Own
}
export interface ChangedVariation {
  draft: VariationDraft
  stored: StoredVariation
  sku: string
  barcode: string | null
  own: Own
}

/** What a product's rows make of its variations; for those that cannot be, lines and sentences. */
export interface PricedVariations {
  newVariations: NewVariation[]
  changedVariations: ChangedVariation[]
  problems: [line: number, message: string][]
}

/** `before`: what the product cost, if it was there; `after`: what it costs now. */
export function priceVariations(
  chosen: readonly ChosenVariation[],
  { before, after }: { before: Priced | null; after: Priced },
): PricedVariations {
  const priced: PricedVariations = { newVariations: [], changedVariations: [], problems: [] }
  for (const { draft, stored, sku, ...choice } of chosen) {
    const own = ownAfter(draft, stored, { before, after })
    const problem = priceProblem(own, after)
    if (problem) priced.problems.push([draft.line, problem])
    else if (!stored) priced.newVariations.push({ draft, ...choice, sku, own })
    else if (sku !== stored.sku || (draft.barcode && draft.barcode !== stored.barcode) || isOwnChanged(own, stored))
      priced.changedVariations.push({ draft, stored, sku, barcode: draft.barcode || stored.barcode, own })
  }
  return priced
}
