import { beginProduct, linesOf, type BegunProduct, type Notices } from '#api/import/begin-product.ts'
import { choiceKey, type Shop, type StoredProduct, type StoredVariation } from '#api/import/find-shop.ts'
import type { Memory, Outcome } from '#api/import/memory.ts'
import { noteShown, planPictures, type PlannedPictures } from '#api/import/plan-pictures.ts'
import {
  priceProblem,
  priceVariations,
  productPrice,
  type ChangedVariation,
  type NewVariation,
} from '#api/import/plan-prices.ts'
import { NO_FIELDS } from '#api/import/read-drafts.ts'
import { needCategory, resolveChoice } from '#api/import/resolve-words.ts'
import { settleBarcodes, settleSkus } from '#api/import/settle-codes.ts'
import { changedSize } from '#api/import-formats/changed-size.ts'
import { htmlWords } from '#api/import-formats/html-words.ts'
import { plainText, squeezed } from '#api/import-formats/plain-text.ts'
import type { ProductDraft, ProductFields, VariationDraft } from '#api/import-formats/product-draft.ts'
import { tooMuchOff } from '#api/import-formats/read-value.ts'
import { keyOf } from '#api/import-formats/slug.ts'
import { hasOwnPrice, isSamePrice, type Priced } from '#sync/protocol/pricing.ts'

/** What to do for one product. */
export interface PlannedProduct extends PlannedPictures {
  draft: ProductDraft
  /** Its first line without an error. */
  line: number
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
export interface Plan extends Notices {
  products: PlannedProduct[]
}

/** The category of products without one. */
const OTHER = 'Other'

/**
 * Compares a batch with the shop. A file adds and corrects, it never removes: empty or missing members stay. A quantity
 * counts only for a new variation, so that reading an old file again cannot undo sales. A row with an error changes
 * nothing, but a new product may have its name and price from one.
 */
export async function planBatch(drafts: readonly ProductDraft[], shop: Shop, memory: Memory): Promise<Plan> {
  const notices: Notices = { categories: [], sizes: [], colours: [], mistakes: [], hints: [] }
  const begun = drafts.flatMap(draft => beginProduct(draft, { notices, shop, memory }) ?? [])
  await settleBarcodes(begun, notices.hints, memory)
  await settleSkus(begun)
  const products = begun.flatMap(product => finishProduct(product, notices, shop) ?? [])
  const wrong = new Set(notices.mistakes.map(({ line }) => line))
  return { ...notices, products, hints: notices.hints.filter(({ line }) => !wrong.has(line)) }
}

function finishProduct(begun: BegunProduct, notices: Notices, shop: Shop): PlannedProduct | null {
  const { draft, stored, known, wrong, fail } = begun
  const isSkipped = () => stored !== null && !draft.isContinuation && wrong.has(draft.line)
  let priced = pricedBy(isSkipped() ? withoutFirst(begun) : begun, notices, shop)
  if (stored && !isSkipped() && priced.problems.some(([line]) => line === draft.line)) {
    for (const problem of priced.problems) if (problem[0] === draft.line) fail(...problem)
    priced = pricedBy(withoutFirst(begun), notices, shop)
  }
  for (const problem of priced.problems) fail(...problem)
  const { fields } = isSkipped() ? withoutFirst(begun) : begun
  const isKept = (line: number) => !wrong.has(line) || (!stored && line === draft.line)
  const product: PlannedProduct = {
    draft: { ...draft, fields, pictures: draft.pictures.filter(({ line }) => isKept(line)) },
    line: draft.line,
    stored,
    name: unlessSame(fields.name, stored?.name) ?? draft.slug,
    category: categoryOf(fields, shop) ?? stored?.category_name ?? OTHER,
    columns: columnsOf(fields, stored, priced.price),
    outcome: 'unchanged',
    newVariations: priced.newVariations,
    changedVariations: priced.changedVariations,
    newPictures: [],
    changedPictures: [],
    shownIn: new Map(),
  }
  const good = [draft.line, ...linesOf(product.draft)].filter(line => !wrong.has(line))
  if (good.length === 0 || (!known && product.newVariations.length === 0)) return null
  product.line = Math.min(...good)
  for (const { draft: variation, colour_code } of begun.chosen)
    if (!wrong.has(variation.line)) noteShown(product, variation.picture, colour_code)
  planPictures(product, { shop, fail })
  for (const { draft: variation } of product.newVariations) {
    const message = changedSize(variation.size.name)
    if (message) notices.hints.push({ line: variation.line, slug: draft.slug, message })
  }
  needCategory([...fields.above, product.category], notices, shop)
  product.outcome = known ? (isChanged(product) ? 'updated' : 'unchanged') : 'created'
  return product
}

/** The same as if the file did not have its first row. */
const withoutFirst = (begun: BegunProduct): BegunProduct => ({ ...begun, fields: NO_FIELDS })

/** What the rows without an error make of the prices. */
function pricedBy(begun: BegunProduct, notices: Notices, shop: Shop) {
  const { stored, chosen, wrong } = begun
  const { price, problems } = priceOf(begun, notices, shop)
  const variations = priceVariations(
    chosen.filter(({ draft }) => !wrong.has(draft.line)),
    { before: stored, after: price },
  )
  return { ...variations, price, problems: [...problems, ...variations.problems] }
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

/**
 * The product's own price after the file. If a variation that the file leaves as it is could not cost that, that is a
 * problem of the first row, and the price stays.
 */
function priceOf(
  { draft, fields, stored, wrong }: BegunProduct,
  missing: Notices,
  shop: Shop,
): { price: Priced; problems: [line: number, message: string][] } {
  const sisters = (stored && shop.variations.get(stored.id)) ?? new Map<string, StoredVariation>()
  const found = (variation: VariationDraft) => {
    const choice = resolveChoice(variation, sisters, { missing, shop })
    return choice ? sisters.get(choiceKey(choice)) : undefined
  }
  const variations = draft.variations.filter(({ line }) => !wrong.has(line))
  const price = productPrice({ ...draft, fields, variations }, stored, found)
  const named = new Set(variations.map(found))
  const problem = [...sisters.values()]
    .filter(variation => !named.has(variation) && hasOwnPrice(variation))
    .flatMap(variation => priceProblem(variation, price) ?? [])
    .concat(price.discount > price.retail_price ? tooMuchOff(price) : [])[0]
  if (!problem || !stored) return { price, problems: [] }
  return { price: { retail_price: stored.retail_price, discount: stored.discount }, problems: [[draft.line, problem]] }
}

/** The file's value, unless the shop's differs only in spaces, line ends, or HTML conversion. */
function unlessSame(said: string | null, stored: string | undefined): string | undefined {
  if (said === null || said === stored || stored === undefined) return said ?? stored
  return [stored, plainText(htmlWords(stored))].some(text => squeezed(text) === squeezed(said)) ? stored : said
}

/** The last name of a path, unless a shop category is named like a longer part of it. */
function categoryOf({ category, above }: ProductFields, { categories }: Shop): string | null {
  if (category === null || above.length === 0) return category
  const path = [...above, category]
  return path.map((_, i) => path.slice(i).join(' > ')).find(name => categories.has(keyOf(name))) ?? category
}

/** Whether the plan changes a product the shop has. */
function isChanged({
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
