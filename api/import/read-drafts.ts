import { choiceOf } from '#api/import-formats/choice.ts'
import type { Memory } from '#api/import/memory.ts'
import { MOST_PICTURES, type ProductDraft, type ProductFields } from '#api/import-formats/product-draft.ts'
import { BadValue, readAddress, readPrice, readQuantity, readText, readTime } from '#api/import-formats/read-value.ts'
import type { Mistake, Row } from '#api/import-formats/row.ts'

/** Most rows in one product draft, and in one transaction. */
export const BATCH_ROWS = 500

/**
 * Groups neighbouring rows of a product, checked; errors go into the memory. Yields null if so many errors are waiting
 * that they should be stored first.
 */
export async function* readDrafts(
  rows: AsyncIterable<Row | Mistake>,
  memory: Memory,
  isDrawn: (source: string, slug: string) => boolean,
): AsyncGenerator<ProductDraft | null> {
  let group: Row[] = []
  const draft = () => draftOf(group, memory, isDrawn)
  for await (const row of rows) {
    if (memory.fresh >= BATCH_ROWS) yield null
    memory.rows += 1
    if ('message' in row) {
      memory.fail(row)
      continue
    }
    if (group.length > 0 && (group[0]!.slug !== row.slug || group.length === BATCH_ROWS)) {
      yield draft()
      group = []
    }
    if (row.slug === '' || row.slug.length > 160)
      memory.fail({
        line: row.line,
        slug: null,
        message: row.slug
          ? 'The handle is longer than 160 characters.'
          : 'This row names no product: its handle and name are empty.',
      })
    else group.push(row)
  }
  if (group.length > 0) yield draft()
}

function draftOf(
  rows: readonly Row[],
  memory: Memory,
  isDrawn: (source: string, slug: string) => boolean,
): ProductDraft {
  const [first] = rows as [Row]
  const { slug, line } = first
  const isFirst = memory.meet(
    slug,
    line,
    first.options.map(({ name }) => name),
  )
  const names = memory.optionsOf(slug) ?? []
  const fail = (line: number, error: unknown) => {
    if (!(error instanceof BadValue)) throw error
    memory.fail({ line, slug, message: error.message })
  }
  const draft: ProductDraft = {
    slug,
    line,
    rows: rows.length,
    isContinuation: !isFirst,
    fields: NOTHING,
    variations: [],
    pictures: [],
  }
  try {
    if (isFirst) draft.fields = fieldsOf(first)
  } catch (error) {
    fail(line, error)
    for (const row of rows.slice(1)) memory.fail({ line: row.line, slug, message: leftOut(line) })
    return draft
  }
  for (const row of rows) {
    try {
      const price = isFirst ? readPrice(row) : null
      draft.fields.price ??= price
      if (
        price &&
        (price.retail_price !== draft.fields.price!.retail_price || price.discount !== draft.fields.price!.discount)
      ) {
        throw new BadValue(
          `The price ${shown(price)} differs from the product’s first row (${shown(draft.fields.price!)}).`,
        )
      }
      if (row.isVariation)
        draft.variations.push({
          line: row.line,
          ...choiceOf(row.options.map((option, i) => ({ ...option, name: option.name || (names[i] ?? '') }))),
          isSilent: !row.sku && !row.barcode && !row.quantity && row.options.every(({ value }) => value === ''),
          sku: readText(row.sku, 64, 'The SKU'),
          barcode: readText(row.barcode, 64, 'The barcode'),
          quantity: readQuantity(row.quantity),
        })
    } catch (error) {
      fail(row.line, error)
    }
    if (row.pictures.length > MOST_PICTURES)
      fail(row.line, new BadValue(`A product may have ${MOST_PICTURES} pictures.`))
    for (const { source, alt } of row.pictures.slice(0, MOST_PICTURES)) {
      try {
        draft.pictures.push({
          line: row.line,
          source: isDrawn(source, slug) ? source : readAddress(source),
          alt: alt.slice(0, 255),
        })
      } catch (error) {
        fail(row.line, error)
      }
    }
  }
  return draft
}

export const leftOut = (line: number) => `Left out, because line ${line}, its product's first, is not right.`

const NOTHING: ProductFields = {
  name: null,
  description: null,
  category: null,
  above: [],
  features: null,
  price: null,
  status_code: null,
  created_at: null,
}

/** @throws {BadValue} */
function fieldsOf(row: Row): ProductFields {
  if (!['', 'LIVE', 'INACTIVE'].includes(row.status_code))
    throw new BadValue(`The status must be LIVE or INACTIVE: "${row.status_code.slice(0, 20)}".`)
  const features = row.features.map(feature => readText(feature, 300, 'A feature'))
  if (features.length > 40) throw new BadValue('There are more than 40 features.')
  return {
    name: readText(row.name.replace(/\s+/g, ' '), 160, 'The name') || null,
    description: readText(row.description.replace(/\r\n?/g, '\n'), 20_000, 'The description') || null,
    category: readText(row.category, 120, 'The category') || null,
    above: row.above.map(name => readText(name, 120, 'The category')),
    features: features.length > 0 ? features : null,
    price: null,
    status_code: row.status_code || null,
    created_at: readTime(row.created_at),
  }
}

const shown = ({ retail_price, discount }: { retail_price: number; discount: number }) =>
  `${retail_price.toFixed(2)}${discount ? ` less ${discount.toFixed(2)}` : ''}`
