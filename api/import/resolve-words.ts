import { colourCode, colourKey, type FileVariant } from '#api/import-formats/choice.ts'
import { choiceKey, type Shop, type StoredVariation } from '#api/import/find-shop.ts'
import type { VariationDraft } from '#api/import-formats/product-draft.ts'
import { keyOf } from '#api/import-formats/slug.ts'

/** Categories, sizes and colours that the shop lacks. */
export interface NewWords {
  /** Parents come before children. */
  categories: { name: string; parent: string | null }[]
  sizes: { code: string; name: string }[]
  colours: { code: string; name: string }[]
}

/** Notes a category to add, with its missing ancestors, unless the shop has one with that name. */
export function needCategory(path: readonly string[], missing: NewWords, { categories }: Shop): void {
  if (categories.has(keyOf(path.at(-1)!))) return
  for (const [i, each] of path.entries()) {
    const isKnown = categories.has(keyOf(each)) || missing.categories.some(other => keyOf(other.name) === keyOf(each))
    if (!isKnown) missing.categories.push({ name: each, parent: path[i - 1] ?? null })
  }
}

interface Codes {
  size_code: string
  colour_code: string | null
}

/**
 * A row's size and colour, by the shop's codes. If several share a name, takes the one that the product, with the
 * variations `sisters`, has under the row's SKU. What the file lacks a column for, it takes from the variation with that
 * SKU, or from the only one that fits; null if none does.
 */
export function resolveChoice(
  draft: VariationDraft,
  sisters: ReadonlyMap<string, StoredVariation> | undefined,
  { missing, shop }: { missing: NewWords; shop: Shop },
): Codes | null {
  const codes = { size_code: sizeOf(draft, missing, shop), colour_code: colourOf(draft, missing, shop) }
  const hasSku = (variation: StoredVariation | undefined) =>
    variation !== undefined && keyOf(variation.sku) === keyOf(draft.sku)
  if (draft.lacks.length > 0 && sisters?.size) {
    const fitting = [...sisters.values()].filter(variation => fits(variation, codes, draft.lacks))
    if (fitting.length === 0 && !draft.lacks.includes('size') && [...sisters.values()].every(isColourless)) return codes
    return fitting.find(hasSku) ?? (fitting.length === 1 ? fitting[0]! : null)
  }
  if (!draft.sku || !sisters || hasSku(sisters.get(choiceKey(codes)))) return codes
  const meant = [...sisters.values()].find(hasSku)
  return meant && isCalled(meant, draft, shop) ? { size_code: meant.size_code, colour_code: meant.colour_code } : codes
}

const isColourless = ({ colour_code }: Codes) => colour_code === null

/** Whether a variation has the size and the colour, as far as the file tells them. */
const fits = (variation: Codes, codes: Codes, lacks: VariationDraft['lacks']): boolean =>
  (lacks.includes('size') || variation.size_code.toUpperCase() === codes.size_code.toUpperCase()) &&
  (lacks.includes('colour') || variation.colour_code === codes.colour_code)

/** Whether a variation's size and colour match a row by name. A colour with a code in the row never matches by name. */
function isCalled(
  { size_code, colour_code }: StoredVariation,
  { size, colour }: FileVariant,
  { sizes, colours }: Shop,
): boolean {
  const isSize =
    size.code === size_code ||
    (!sizes.byCode.has(size.code) && keyOf(sizes.byCode.get(size_code.toUpperCase())?.name ?? '') === keyOf(size.name))
  if (!isSize || colour === null || colour_code === null) return isSize && colour === null && colour_code === null
  return colour.code === null
    ? colourKey(colours.byCode.get(colour_code.toUpperCase())?.name ?? '') === colourKey(colour.name)
    : colour.code === colour_code
}

/** The code of a size: the shop's own if it knows the code or name, else a new one. */
function sizeOf({ size }: FileVariant, missing: NewWords, { sizes: { byCode, byName } }: Shop): string {
  const known = byCode.get(size.code) ?? byName.get(keyOf(size.name))
  if (known) return known.code
  missing.sizes.push(size)
  byCode.set(size.code, size)
  byName.set(keyOf(size.name), size)
  return size.code
}

/** The code of a colour, likewise; null without a colour. */
function colourOf({ colour }: FileVariant, missing: NewWords, { colours: { byCode, byName } }: Shop): string | null {
  if (!colour) return null
  const known = colour.code ? byCode.get(colour.code) : byName.get(colourKey(colour.name))
  if (known) return known.code
  const made = { code: colour.code ?? freeCode(colourCode(colour.name), byCode), name: colour.name }
  missing.colours.push(made)
  byCode.set(made.code, made)
  if (!byName.has(colourKey(made.name))) byName.set(colourKey(made.name), made)
  return made.code
}

/** The nearest free colour code: two names may mean one colour, but need two codes. */
function freeCode(code: string, taken: ReadonlyMap<string, unknown>): string {
  return taken.has(code)
    ? freeCode(((Number.parseInt(code, 16) + 1) % 0x1000000).toString(16).padStart(6, '0').toUpperCase(), taken)
    : code
}
