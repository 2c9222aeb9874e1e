import X from 'lucide-react/icons/x'
import { formatCedis } from '#pwa/lib/format.ts'
import { Link } from '#pwa/ui/link.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import type { Category, Facets } from '#sync/protocol/catalogue.ts'
import { countFilters, shopHref, toggled, withoutFilters, type Filters } from './filters.ts'
import styles from './filter-chips.module.css'

interface Props { filters: Filters; facets: Facets | undefined; categories: readonly Category[] }

/** What is set, each with its ×. Links, since each leads to another list. */
export function FilterChips({ filters, facets, categories }: Props) {
  const nameOf = (all: readonly { code: string; name: string }[] | undefined, code: string) => all?.find(each => each.code === code)?.name ?? code
  const chips = [
    ...filters.search ? [{ key: 'search', words: `“${filters.search}”`, without: { search: '' } }] : [],
    ...filters.categories.map(id => ({ key: `category ${id}`, words: categories.find(each => each.id === id)?.name ?? 'Category', without: { categories: toggled(filters.categories, id) } })),
    ...filters.sizes.map(code => ({ key: `size ${code}`, words: nameOf(facets?.sizes, code), without: { sizes: toggled(filters.sizes, code) } })),
    ...filters.colours.map(code => ({ key: `colour ${code}`, words: nameOf(facets?.colours, code), colour: code, without: { colours: toggled(filters.colours, code) } })),
    ...filters.min !== null || filters.max !== null ? [{ key: 'price', words: priceWords(filters), without: { min: null, max: null } }] : [],
    ...filters.discounted ? [{ key: 'discounted', words: 'Discounted', without: { discounted: false } }] : [],
  ]
  if (chips.length === 0) return null
  return (
    <ul className={`bare ${styles.chips}`} aria-label="Filters set">
      {chips.map(({ key, words, without, ...chip }) => (
        <li key={key}>
          <Link to={shopHref({ ...filters, ...without })} preventScrollReset className={styles.chip} aria-label={`Remove ${words}`}>
            {'colour' in chip && <Swatch code={chip.colour} size={16} />}{words}<X size={16} aria-hidden />
          </Link>
        </li>
      ))}
      {countFilters(filters) > 1 && <li><Link to={shopHref(withoutFilters(filters))} preventScrollReset className={styles.all}>Clear all</Link></li>}
    </ul>
  )
}

function priceWords({ min, max }: Filters): string {
  if (min === null) return `up to ${formatCedis(max!)}`
  return max === null ? `from ${formatCedis(min)}` : `${formatCedis(min)} to ${formatCedis(max)}`
}
