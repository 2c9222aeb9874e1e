import X from 'lucide-react/icons/x'
import { Link } from '#pwa/ui/link.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { Category, Facets } from '#sync/protocol/shop/catalogue.ts'
import { countFilters, shopHref, toggled, withoutFilters, type Filters } from './filters.ts'
import styles from './filter-chips.module.css'
import * as words from './list-words.tsx'
import { understoodChips, type Said } from './understood-chips.ts'

interface Props {
  filters: Filters
  facets: Facets | undefined
  categories: readonly Category[]
  /** What the reply says of the search. */
  said?: Said | undefined
}

/** The active filters, each with its ×. Links, because each leads to another list. */
export function FilterChips({ filters, facets, categories, said = {} }: Props) {
  const nameOf = (all: readonly { code: string; name: string }[] | undefined, code: string) =>
    all?.find(each => each.code === code)?.name ?? code
  const chips = [
    ...(filters.search ? [{ key: 'search', name: words.quoted(filters.search), without: { search: '' } }] : []),
    ...understoodChips(said),
    ...filters.categories.map(id => ({
      key: `category ${id}`,
      name: categories.find(each => each.id === id)?.name ?? words.category,
      without: { categories: toggled(filters.categories, id) },
    })),
    ...filters.sizes.map(code => ({
      key: `size ${code}`,
      name: nameOf(facets?.sizes, code),
      without: { sizes: toggled(filters.sizes, code) },
    })),
    ...filters.colours.map(code => ({
      key: `colour ${code}`,
      name: nameOf(facets?.colours, code),
      colour: code,
      without: { colours: toggled(filters.colours, code) },
    })),
    ...(filters.min !== null || filters.max !== null
      ? [{ key: 'price', name: words.priceRange(filters.min, filters.max), without: { min: null, max: null } }]
      : []),
    ...(filters.inStock ? [{ key: 'in stock', name: words.inStock, without: { inStock: false } }] : []),
    ...(filters.discounted ? [{ key: 'discounted', name: words.discounted, without: { discounted: false } }] : []),
  ]
  if (chips.length === 0) return null
  return (
    <ul className={`bare ${styles.chips}`} aria-label={words.chips}>
      {chips.map(({ key, name, without, ...chip }) => (
        <li key={key}>
          <Link
            to={shopHref({ ...filters, ...without })}
            preventScrollReset
            className={styles.chip}
            aria-label={words.remove(name)}
          >
            {'colour' in chip && <Swatch code={chip.colour} size={16} />}
            {name}
            <X size={16} aria-hidden />
          </Link>
        </li>
      ))}
      {countFilters(filters) > 1 && (
        <li>
          <Link to={shopHref(withoutFilters(filters))} preventScrollReset className={styles.all}>
            {words.clearAll}
          </Link>
        </li>
      )}
    </ul>
  )
}
