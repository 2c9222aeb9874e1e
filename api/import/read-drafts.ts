import { choiceOf } from '#api/import-formats/choice.ts'
import type { Memory } from '#api/import/memory.ts'
import {
  MOST_PICTURES,
  type ProductDraft,
  type ProductFields,
  type VariationDraft,
} from '#api/import-formats/product-draft.ts'
import {
  BadValue,
  readAddress,
  readMoney,
  readPrice,
  readQuantity,
  readText,
  readTime,
  readWeight,
} from '#api/import-formats/read-value.ts'
import type { Mistake, Option, Row } from '#api/import-formats/row.ts'
import type { OptionMeaning } from '#sync/protocol/staff/import.ts'

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
          : 'This row has no product: its handle and name are empty.',
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
    wrong: [],
    fields: NO_FIELDS,
    variations: [],
    pictures: [],
  }
  try {
    if (isFirst) draft.fields = fieldsOf(first)
  } catch (error) {
    fail(line, error)
    draft.wrong.push(line)
  }
  const named = rows.map(row => row.options.map((option, i) => ({ ...option, name: option.name || (names[i] ?? '') })))
  const apart = apartIn(rows, named, memory)
  for (const [nth, row] of rows.entries()) {
    if (draft.wrong.includes(row.line)) continue
    try {
      const price = readPrice(row)
      const isOfProduct = isFirst && row.isProductPrice && !draft.fields.price
      if (isFirst && price && !draft.fields.price)
        draft.fields = { ...draft.fields, price, isOwnPrice: row.isProductPrice }
      if (row.isVariation)
        draft.variations.push({
          line: row.line,
          price: isOfProduct ? null : price,
          own: {
            retail_price: readMoney(row.own_price, 'The price'),
            discount: readMoney(row.own_discount, 'The discount'),
          },
          weight: readWeight(row.weight),
          ...choiceOf(named[nth]!, { means: memory.asked.meaningOf, apart: apart.get(row) ?? [] }),
          lacks: lackedIn(named[nth]!, memory.asked.meaningOf),
          isSilent: !row.sku && !row.barcode && !row.quantity && row.options.every(({ value }) => value === ''),
          sku: readText(row.sku, 64, 'The SKU'),
          barcode: readText(row.barcode, 64, 'The barcode'),
          quantity: row.isUncounted ? (memory.asked.pieces ?? 0) : readQuantity(row.quantity),
          isUncounted: row.isUncounted === true,
          picture: row.picture || null,
        })
    } catch (error) {
      fail(row.line, error)
      draft.wrong.push(row.line)
    }
    if (row.pictures.length > MOST_PICTURES)
      fail(row.line, new BadValue(`A product may have ${MOST_PICTURES} pictures.`))
    for (const picture of row.pictures.slice(0, MOST_PICTURES)) addPicture(picture, row)
  }
  const listed = new Set(draft.pictures.map(({ source }) => source))
  for (const row of rows)
    if (row.picture && !listed.has(row.picture) && listed.add(row.picture))
      addPicture({ source: row.picture, alt: '' }, row)
  return draft

  function addPicture({ source, alt, ...colour }: Row['pictures'][number], row: Row) {
    try {
      if (colour.colour_code && !/^[0-9A-F]{6}$/i.test(colour.colour_code))
        throw new BadValue(`The colour code "${colour.colour_code.slice(0, 20)}" is not six hex digits.`)
      draft.pictures.push({
        line: row.line,
        source: isDrawn(source, slug) ? source : readAddress(source),
        alt: alt.slice(0, 255),
        ...colour,
      })
    } catch (error) {
      fail(row.line, error)
    }
  }
}

/** Of a variation's size and colour, what the file lacks a column for. */
function lackedIn(options: readonly Option[], means: (name: string) => OptionMeaning): VariationDraft['lacks'] {
  const lacked = options.flatMap(({ name, value, lacks }): VariationDraft['lacks'] => {
    if (lacks === 'name' && value !== '') return ['size', 'colour']
    return lacks === 'value' && name !== '' ? [means(name) === 'colour' ? 'colour' : 'size'] : []
  })
  return [...new Set(lacked)]
}

/** The options that keep the variations of a product apart. */
function apartIn(
  rows: readonly Row[],
  named: readonly (readonly Option[])[],
  { asked, apart }: Memory,
): Map<Row, Option[]> {
  const variations = rows.flatMap((row, nth) => (row.isVariation ? [{ row, options: named[nth]! }] : []))
  const kept = apart.of(
    rows[0]!.slug,
    variations.map(({ options }) => options),
    asked.meaningOf,
  )
  for (const [nth, { options }] of variations.entries()) asked.noteOptions(options, kept[nth]!)
  return new Map(variations.map(({ row }, nth) => [row, kept[nth]!]))
}

export const leftOut = (line: number) => `Left out: line ${line}, the first row of this product, is wrong.`

/** A product of which a file says nothing. */
export const NO_FIELDS: ProductFields = {
  name: null,
  description: null,
  category: null,
  above: [],
  features: null,
  price: null,
  isOwnPrice: false,
  status_code: null,
  created_at: null,
  inPart: [],
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
    isOwnPrice: false,
    status_code: row.status_code || null,
    created_at: readTime(row.created_at),
    inPart: row.inPart ?? [],
  }
}
