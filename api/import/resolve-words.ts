import { colourCode, colourKey, type Choice } from '#api/import/choice.ts'
import type { Shop } from '#api/import/find-shop.ts'
import { keyOf } from '#api/import/slug.ts'

/** What describes products and is missing in the shop so far. */
export interface NewWords {
  /** Those above stand before those below. */
  categories: { name: string; parent: string | null }[]
  sizes: { code: string; name: string }[]
  colours: { code: string; name: string }[]
}

/** Notes a category, the last of its path, that is to be made with those above it, unless the shop has one of that name. */
export function needCategory(path: readonly string[], missing: NewWords, { categories }: Shop): void {
  if (categories.has(keyOf(path.at(-1)!))) return
  for (const [i, each] of path.entries()) {
    const isKnown = categories.has(keyOf(each)) || missing.categories.some(other => keyOf(other.name) === keyOf(each))
    if (!isKnown) missing.categories.push({ name: each, parent: path[i - 1] ?? null })
  }
}

/** The code of a size: the shop's own where code or name is known there, else one that is to be made. */
export function sizeOf({ size }: Choice, missing: NewWords, { sizes: { byCode, byName } }: Shop): string {
  const known = byCode.get(size.code) ?? byName.get(keyOf(size.name))
  if (known) return known.code
  missing.sizes.push(size)
  byCode.set(size.code, size)
  byName.set(keyOf(size.name), size)
  return size.code
}

/** The code of a colour, likewise; null for none. */
export function colourOf({ colour }: Choice, missing: NewWords, { colours: { byCode, byName } }: Shop): string | null {
  if (!colour) return null
  const known = colour.code ? byCode.get(colour.code) : byName.get(colourKey(colour.name))
  if (known) return known.code
  const made = { code: colour.code ?? freeCode(colourCode(colour.name), byCode), name: colour.name }
  missing.colours.push(made)
  byCode.set(made.code, made)
  if (!byName.has(colourKey(made.name))) byName.set(colourKey(made.name), made)
  return made.code
}

/** The nearest code that is no colour's yet: two names may mean one colour, but not have one code. */
function freeCode(code: string, taken: ReadonlyMap<string, unknown>): string {
  return taken.has(code) ? freeCode(((Number.parseInt(code, 16) + 1) % 0x1000000).toString(16).padStart(6, '0').toUpperCase(), taken) : code
}
