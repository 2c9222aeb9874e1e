import { choiceKey, type Shop, type StoredProduct, type StoredVariation } from '#api/import/find-shop.ts'
import { htmlWords } from '#api/import-formats/html-words.ts'
import { barcodeProblem } from '#api/import-formats/barcode-problem.ts'
import { changedSize } from '#api/import-formats/changed-size.ts'
import { isOwnBarcode, madeSku } from '#api/import-formats/made-sku.ts'
import type { Memory, Outcome } from '#api/import/memory.ts'
import { plainText } from '#api/import-formats/plain-text.ts'
import type { ProductDraft, ProductFields, VariationDraft } from '#api/import-formats/product-draft.ts'
import { leftOut } from '#api/import/read-drafts.ts'
import { tooMuchOff } from '#api/import-formats/read-value.ts'
import { needCategory, resolveChoice, type NewWords } from '#api/import/resolve-words.ts'
import type { Mistake } from '#api/import-formats/row.ts'
import { keyOf } from '#api/import-formats/slug.ts'
import { noteShown, planPictures, type PlannedPictures } from '#api/import/plan-pictures.ts'
import { isOwnChanged, ownAfter, priceProblem, productPrice, type Own } from '#api/import/plan-prices.ts'
import { articleOf } from '#sync/protocol/ean.ts'
import { hasOwnPrice, isSamePrice, type Priced } from '#sync/protocol/pricing.ts'

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

/** What to do for one product. */
export interface PlannedProduct extends PlannedPictures {
  draft: ProductDraft
  /** Null: create it. */
  stored: StoredProduct | null
  name: string
  category: string
  columns: { description: string; features: string; retail_price: number; discount: number; status_code: string }
  outcome: Outcome
  newVariations: NewVariation[]
  changedVariations: ChangedVariation[]
}

/** What a batch will do, decided before anything is written: a dry run ends here. */
export interface Plan extends NewWords {
  products: PlannedProduct[]
  mistakes: Mistake[]
  /** What goes in and looks odd. */
  hints: Mistake[]
}

/** The category of products without one. */
const OTHER = 'Other'

/**
 * Compares a batch with the shop. A file adds and corrects, it never removes: empty or missing members stay. A quantity
 * counts only for a new variation, so that reading an old file again cannot undo sales.
 */
export function planBatch(drafts: readonly ProductDraft[], shop: Shop, memory: Memory): Plan {
  const plan: Plan = { products: [], categories: [], sizes: [], colours: [], mistakes: [], hints: [] }
  for (const draft of drafts) {
    const product = planProduct(draft, { plan, shop, memory })
    if (product) plan.products.push(product)
  }
  return plan
}

interface Circumstances {
  plan: Plan
  shop: Shop
  memory: Memory
}
type Fail = (line: number, message: string) => void

function planProduct(draft: ProductDraft, around: Circumstances): PlannedProduct | null {
  const { plan, shop, memory } = around
  const { slug, line, isContinuation } = draft
  const stored = shop.products.get(slug) ?? null
  const fields = stored ? withoutParts(draft.fields, stored) : draft.fields
  const known = stored !== null || (isContinuation && memory.isCreated(slug))
  const fail: Fail = (at, message) => {
    plan.mistakes.push({ line: at, slug, message })
  }
  if (!known && (fields.name === null || fields.price === null || draft.variations.length === 0)) {
    if (isContinuation || memory.hasFailed(slug))
      for (const variation of draft.variations) fail(variation.line, leftOut(memory.firstLineOf(slug)))
    else
      fail(
        line,
        `A new product needs ${fields.name === null ? 'a name' : fields.price === null ? 'a price' : 'a variant'} in its first row.`,
      )
    return null
  }
  const product: PlannedProduct = {
    draft,
    stored,
    name: unlessSame(fields.name, stored?.name) ?? slug,
    category: categoryOf(fields, shop) ?? stored?.category_name ?? OTHER,
    columns: columnsOf(fields, stored, priceOf(draft, stored, { ...around, fail })),
    outcome: 'unchanged',
    newVariations: [],
    changedVariations: [],
    newPictures: [],
    changedPictures: [],
    shownIn: new Map(),
  }
  for (const variation of draft.variations) planVariation(variation, product, { ...around, fail })
  planPictures(product, { shop, fail })
  if (!known && product.newVariations.length === 0) return null
  needCategory([...fields.above, product.category], plan, shop)
  product.outcome = known ? (isChanged(product) ? 'updated' : 'unchanged') : 'created'
  return product
}

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

/** A product's columns: from the file, else from the shop, else the defaults. */
function columnsOf(
  fields: ProductDraft['fields'],
  stored: PlannedProduct['stored'],
  { retail_price, discount }: Priced,
): PlannedProduct['columns'] {
  return {
    description: unlessSame(fields.description, stored?.description) ?? '',
    features: unlessSame(fields.features && JSON.stringify(fields.features), stored?.features) ?? '[]',
    retail_price,
    discount,
    status_code: fields.status_code ?? stored?.status_code ?? 'LIVE',
  }
}

/** The product's own price after the file, unless a variation that the file leaves as it is could not cost that. */
function priceOf(
  draft: ProductDraft,
  stored: StoredProduct | null,
  { plan, shop, fail }: Circumstances & { fail: Fail },
): Priced {
  const sisters = (stored && shop.variations.get(stored.id)) ?? new Map<string, StoredVariation>()
  const found = (variation: VariationDraft) => {
    const choice = resolveChoice(variation, sisters, { missing: plan, shop })
    return choice ? sisters.get(choiceKey(choice)) : undefined
  }
  const price = productPrice(draft, stored, found)
  const named = new Set(draft.variations.map(found))
  const problem = [...sisters.values()]
    .filter(variation => !named.has(variation) && hasOwnPrice(variation))
    .flatMap(variation => priceProblem(variation, price) ?? [])
    .concat(price.discount > price.retail_price ? tooMuchOff(price) : [])[0]
  if (!problem || !stored) return price
  fail(draft.line, problem)
  return { retail_price: stored.retail_price, discount: stored.discount }
}

function planVariation(
  draft: VariationDraft,
  product: PlannedProduct,
  { plan, shop, memory, fail }: Circumstances & { fail: Fail },
): void {
  const { slug } = product.draft
  if (product.stored && draft.isSilent) return
  const sisters = product.stored ? shop.variations.get(product.stored.id) : undefined
  const choice = resolveChoice(draft, sisters, { missing: plan, shop })
  if (!choice) return fail(draft.line, `The file has no column for the ${draft.lacks.join(' and ')} of this variant.`)
  noteShown(product, draft.picture, choice.colour_code)
  const key = choiceKey(choice)
  const twin = memory.claim(`${slug}\n${key}`, draft.line)
  if (twin !== draft.line) return fail(draft.line, `Line ${twin} already has this size and colour of the product.`)
  if (draft.sku) {
    const other = memory.claim(`sku ${keyOf(draft.sku)}`, draft.line)
    if (other !== draft.line) return fail(draft.line, `Line ${other} already has the SKU "${draft.sku}".`)
  }
  const stored = sisters?.get(key)
  const wrong = draft.barcode === stored?.barcode ? null : barcodeProblem(draft.barcode)
  if (wrong) return fail(draft.line, wrong)
  if (isOwnBarcode(draft.barcode)) {
    const other = memory.claim(`barcode ${articleOf(draft.barcode)}`, draft.line)
    if (other !== draft.line) return fail(draft.line, `Line ${other} already has the barcode "${draft.barcode}".`)
  }
  const sku = draft.sku || (stored ? stored.sku : madeSku(slug, choice.size_code, draft.colour?.name ?? ''))
  const own = ownAfter(draft, stored, { before: product.stored, after: product.columns })
  const problem = priceProblem(own, product.columns)
  if (problem) return fail(draft.line, problem)
  const looksChanged = stored ? null : changedSize(draft.size.name)
  if (looksChanged) plan.hints.push({ line: draft.line, slug, message: looksChanged })
  if (!stored) product.newVariations.push({ draft, ...choice, sku, own })
  else if (sku !== stored.sku || (draft.barcode && draft.barcode !== stored.barcode) || isOwnChanged(own, stored))
    product.changedVariations.push({ draft, stored, sku, barcode: draft.barcode || stored.barcode, own })
}

/** The file's value, unless the shop's differs only in spaces, line ends, or HTML conversion. */
function unlessSame(said: string | null, stored: string | undefined): string | undefined {
  if (said === null || said === stored || stored === undefined) return said ?? stored
  return [stored, plainText(htmlWords(stored))].some(text => squeezed(text) === squeezed(said)) ? stored : said
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The last name of a path, unless a shop category is named like a longer part of it. */
function categoryOf({ category, above }: ProductFields, { categories }: Shop): string | null {
  if (category === null || above.length === 0) return category
  const path = [...above, category]
  return path.map((_, i) => path.slice(i).join(' > ')).find(name => categories.has(keyOf(name))) ?? category
}

/** Whether the plan changes a product the shop has. */
export function isChanged({
  stored,
  name,
  category,
  columns,
  newVariations,
  changedVariations,
  newPictures,
  changedPictures,
}: PlannedProduct): boolean {
  if (newVariations.length + changedVariations.length + newPictures.length + changedPictures.length > 0) return true
  return (
    stored !== null &&
    (stored.deleted_at !== null ||
      name !== stored.name ||
      keyOf(category) !== keyOf(stored.category_name) ||
      columns.description !== stored.description ||
      columns.features !== stored.features ||
      !isSamePrice(columns.retail_price, stored.retail_price) ||
      !isSamePrice(columns.discount, stored.discount) ||
      columns.status_code !== stored.status_code)
  )
}
