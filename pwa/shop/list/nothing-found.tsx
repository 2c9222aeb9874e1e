import SearchX from 'lucide-react/icons/search-x'
import { useApi } from '#pwa/lib/use-api.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { productPath } from '#sync/protocol/shop/catalogue.ts'
import { countFilters, NO_FILTERS, shopHref, withoutFilters, type Filters } from './filters.ts'
import * as words from './list-words.tsx'
import styles from './nothing-found.module.css'
import type { Said } from './understood-chips.ts'

/** Replaces an empty list: which filters to clear, and similar products. */
export function NothingFound({ filters, said = {} }: { filters: Filters; said: Said | undefined }) {
  const set = countFilters(filters)
  const text = withoutPrice(filters.search, said)
  const { data } = useApi('GET /api/search/suggestions', { query: { text } }, { enabled: text !== '' })
  const near = text && data?.suggestions.length ? data.suggestions : []
  return (
    <>
      <EmptyState
        title={words.nothingFound}
        icon={<SearchX size={32} aria-hidden />}
        action={
          set > 0 ? (
            <ButtonLink to={shopHref(withoutFilters(filters))}>{words.takeAway(set)}</ButtonLink>
          ) : (
            <ButtonLink to={shopHref(NO_FILTERS)}>{words.showAll}</ButtonLink>
          )
        }
      >
        {whyEmpty(filters, set > 0 || text !== filters.search)}
      </EmptyState>
      {near.length > 0 && (
        <section className={styles.near} aria-label={words.similar}>
          <h2>{words.perhaps}</h2>
          <ul className={`bare ${styles.list}`}>
            {near.map(({ kind, id, name, slug = '' }) => (
              <li key={`${kind} ${id}`}>
                <Link
                  to={kind === 'category' ? shopHref({ ...NO_FILTERS, categories: [id] }) : productPath({ id, slug })}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function whyEmpty({ search, shelf }: Filters, isNarrowed: boolean): string {
  if (isNarrowed) return words.tooNarrow
  return shelf && search === '' ? words.emptyShelf[shelf] : words.tryAnother
}

/** A price in the text may be all that stands in the way. */
const withoutPrice = (search: string, { without = {} }: Said): string =>
  without.max_price ?? without.min_price ?? search
