import { choiceKey, type Shop, type StoredProduct, type StoredVariation } from '#api/import/find-shop.ts'
import type { Memory } from '#api/import/memory.ts'
import { leftOut } from '#api/import/read-drafts.ts'
import { resolveChoice, type NewWords } from '#api/import/resolve-words.ts'
import { barcodeProblem } from '#api/import-formats/barcode-problem.ts'
import { isOwnBarcode, madeSku } from '#api/import-formats/made-sku.ts'
import { squeezed } from '#api/import-formats/plain-text.ts'
import type { ProductDraft, ProductFields, VariationDraft } from '#api/import-formats/product-draft.ts'
import type { Mistake } from '#api/import-formats/row.ts'
import { keyOf } from '#api/import-formats/slug.ts'
import { articleOf } from '#sync/protocol/ean.ts'

/** What a batch says, before it is known what it does. */
export interface Notices extends NewWords {
  mistakes: Mistake[]
  /** What goes in and looks odd. */
  hints: Mistake[]
}

/** A row's variation by size, colour and codes, before its price. */
export interface ChosenVariation {
  draft: VariationDraft
  /** Undefined: a new one. */
  stored: StoredVariation | undefined
  size_code: string
  colour_code: string | null
  sku: string
}

/** A product of a batch whose variations are chosen; their codes may still be refused. */
export interface BegunProduct {
  draft: ProductDraft
  /** What the file says of the product itself. */
  fields: ProductFields
  /** Null: create it. */
  stored: StoredProduct | null
  /** It is in the shop, or was created by earlier rows. */
  known: boolean
  chosen: ChosenVariation[]
  /** The lines with an error. */
  wrong: Set<number>
  fail: (line: number, message: string) => void
}

interface Around {
  notices: Notices
  shop: Shop
  memory: Memory
}

/** Finds a product and its variations in the shop; null if it is not there and cannot be made. */
export function beginProduct(draft: ProductDraft, { notices, shop, memory }: Around): BegunProduct | null {
  const { slug, line, isContinuation } = draft
  const stored = shop.products.get(slug) ?? null
  const fields = stored ? withoutParts(draft.fields, stored) : draft.fields
  const known = stored !== null || (isContinuation && memory.isCreated(slug))
  const wrong = new Set(draft.wrong)
  const fail = (at: number, message: string) => {
    notices.mistakes.push({ line: at, slug, message })
    wrong.add(at)
  }
  if (!known && (fields.name === null || fields.price === null || draft.variations.length === 0)) {
    if (isContinuation || memory.hasFailed(slug)) {
      for (const at of linesOf(draft)) if (!wrong.has(at)) fail(at, leftOut(memory.firstLineOf(slug)))
    } else
      fail(
        line,
        `A new product needs ${fields.name === null ? 'a name' : fields.price === null ? 'a price' : 'a variant'} in its first row.`,
      )
    return null
  }
  const chosen = draft.variations
    .filter(({ isSilent }) => !stored || !isSilent)
    .flatMap(variation => {
      const found = chooseVariation(variation, { slug, product: stored, notices, shop, memory })
      if (typeof found !== 'string') return [found]
      fail(variation.line, found)
      return []
    })
  return { draft, fields, stored, known, chosen, wrong, fail }
}

/** Finds out which variation a row means; a sentence if it cannot be one. */
function chooseVariation(
  draft: VariationDraft,
  { slug, product, notices, shop, memory }: Around & { slug: string; product: StoredProduct | null },
): ChosenVariation | string {
  const sisters = product ? shop.variations.get(product.id) : undefined
  const choice = resolveChoice(draft, sisters, { missing: notices, shop })
  if (!choice) return `The file has no column for the ${draft.lacks.join(' and ')} of this variant.`
  const key = choiceKey(choice)
  const twin = memory.claim(`${slug}\n${key}`, draft.line)
  if (twin !== draft.line) return `Line ${twin} already has this size and colour of the product.`
  if (draft.sku) {
    const other = memory.claim(`sku ${keyOf(draft.sku)}`, draft.line)
    if (other !== draft.line) return `Line ${other} already has the SKU "${draft.sku}".`
  }
  const stored = sisters?.get(key)
  const wrong = draft.barcode === stored?.barcode ? null : barcodeProblem(draft.barcode)
  if (wrong) return wrong
  if (isOwnBarcode(draft.barcode)) {
    const other = memory.claim(`barcode ${articleOf(draft.barcode)}`, draft.line)
    if (other !== draft.line) return `Line ${other} already has the barcode "${draft.barcode}".`
  }
  const sku = draft.sku || (stored ? stored.sku : madeSku(slug, choice.size_code, draft.colour?.name ?? ''))
  return { draft, stored, ...choice, sku }
}

/** The lines that say something of a product, apart from its first. */
export const linesOf = ({ variations, pictures }: ProductDraft) =>
  new Set([...variations, ...pictures].map(({ line }) => line))

/**
 * Fields without what the file tells only in part. A part of the description that the shop has is no change; another
 * text is.
 */
function withoutParts(fields: ProductFields, stored: StoredProduct): ProductFields {
  const isNew = (member: ProductFields['inPart'][number]) =>
    member === 'description' && !squeezed(stored.description).includes(squeezed(fields.description ?? ''))
  return {
    ...fields,
    ...Object.fromEntries(fields.inPart.filter(member => !isNew(member)).map(member => [member, null])),
  }
}
