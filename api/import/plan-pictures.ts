import { noPictures, type Shop, type StoredPicture } from '#api/import/find-shop.ts'
import { MOST_PICTURES, type PictureDraft, type ProductDraft } from '#api/import-formats/product-draft.ts'
import { altAfter, altOf, viewIn } from '#sync/protocol/shop/pictures.ts'

/** A picture that the shop has, and the colour that the file gives it. */
export interface ChangedPicture {
  stored: StoredPicture
  colour_code: string | null
  alt: string | null
}

export interface NewPicture extends PictureDraft {
  position: number
  colour_code: string | null
}

/** What is planned for the pictures of a product. */
export interface PlannedPictures {
  draft: ProductDraft
  stored: { id: number } | null
  name: string
  newPictures: NewPicture[]
  changedPictures: ChangedPicture[]
  /** The colours of the variations that a picture shows, by its address; null: several. */
  shownIn: Map<string, string | null>
}

interface Around {
  shop: Shop
  fail: (line: number, message: string) => void
}

/** Notes that a picture shows a variation. One that shows two colours stands for all. */
export function noteShown({ shownIn }: PlannedPictures, source: string | null, colour_code: string | null): void {
  if (!source || !colour_code) return
  const known = shownIn.get(source)
  shownIn.set(source, known === undefined || known === colour_code ? colour_code : null)
}

/** Adds the pictures that the shop lacks, and corrects the colours of those it has. */
export function planPictures(product: PlannedPictures, around: Around): void {
  const { sources, names, next, rows } = (product.stored && around.shop.pictures.get(product.stored.id)) ?? noPictures()
  const left = new Map([...rows].map(([key, stored]) => [key, [...stored]]))
  for (const picture of product.draft.pictures) {
    const colour_code = colourOf(picture, product, around)
    if (sources.has(picture.source) || names.has(ownPicture(picture.source))) {
      const stored = (left.get(picture.source) ?? left.get(ownPicture(picture.source)))?.shift()
      if (stored && colour_code !== undefined && colour_code !== stored.colour_code)
        product.changedPictures.push({
          stored,
          colour_code,
          alt: altAfter(stored.alt, {
            product: product.name,
            from: nameOf(stored.colour_code, around.shop),
            to: nameOf(colour_code, around.shop),
          }),
        })
      continue
    }
    if (next + product.newPictures.length >= MOST_PICTURES)
      return around.fail(picture.line, `A product may have ${MOST_PICTURES} pictures.`)
    sources.add(picture.source)
    product.newPictures.push({
      ...picture,
      alt: picture.alt || altOf(product.name, nameOf(colour_code ?? null, around.shop), viewIn(picture.source)),
      colour_code: colour_code ?? null,
      position: next + product.newPictures.length,
    })
  }
}

/** The colour that the file gives a picture; undefined if it says nothing. */
function colourOf(
  { colour_code, line, source }: PictureDraft,
  { shownIn }: PlannedPictures,
  { shop, fail }: Around,
): string | null | undefined {
  if (colour_code === undefined) return shownIn.get(source) ?? undefined
  if (colour_code === null) return null
  const known = shop.colours.byCode.get(colour_code.toUpperCase())
  if (!known) fail(line, `There is no colour ${colour_code}.`)
  return known?.code
}

const nameOf = (code: string | null, { colours }: Shop) => (code && colours.byCode.get(code)?.name) || null

/** The name of the shop's own picture, from its address. */
const ownPicture = (source: string) => /\/storage\/pictures\/([\w-]+?)(-\d+\.webp|\.jpg)$/.exec(source)?.[1] ?? ''
