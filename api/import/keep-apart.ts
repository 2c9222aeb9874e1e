import type { Option } from '#api/import-formats/row.ts'
import { keyOf } from '#api/import-formats/slug.ts'
import type { OptionMeaning } from '#sync/protocol/staff/import.ts'

type Means = (name: string) => OptionMeaning

/**
 * Variations of one product with the same size and colour stay apart by their other options, such as "Logo: Yes", which
 * then stand with the size. Where no two are the same, other options say nothing.
 */
export class KeepApart {
  /** The other options of the first row with a product, size and colour. */
  #first = new Map<string, readonly Option[]>()

  /** For each row of a product, the options to put with its size. */
  of(slug: string, rows: readonly (readonly Option[])[], means: Means): Option[][] {
    const others = rows.map(options => options.filter(option => isOther(option, means)))
    if (others.every(({ length }) => length === 0)) return rows.map(() => [])
    const keys = rows.map(options => JSON.stringify([slug, ...options.map(option => partOf(option, means))]))
    const groups = new Map<string, number[]>()
    for (const [nth, key] of keys.entries()) groups.set(key, [...(groups.get(key) ?? []), nth])
    const areAllShared = [...groups].every(([key, some]) => some.length > 1 && !this.#first.has(key))
    return rows.map((_, nth) => {
      const key = keys[nth]!
      const group = groups.get(key)!
      const first = this.#first.get(key) ?? others[group[0]!]!
      if (!this.#first.has(key)) this.#first.set(key, first)
      const alike = areAllShared ? group.map(other => others[other]!) : [first]
      return others[nth]!.filter(option => alike.some(each => !each.some(other => isSame(other, option)))).map(said)
    })
  }
}

const isOther = ({ name, value }: Option, means: Means) =>
  value !== '' && !/^title$/i.test(name) && means(name) === 'apart'
const partOf = ({ name, value }: Option, means: Means) => {
  const meaning = means(name)
  return value !== '' && (meaning === 'size' || meaning === 'colour') ? [meaning, keyOf(value)] : []
}
const isSame = (a: Option, b: Option) => a.name === b.name && keyOf(a.value) === keyOf(b.value)
const said = ({ name, value }: Option): Option => ({ name, value: name ? `${name}: ${value}` : value, code: '' })
