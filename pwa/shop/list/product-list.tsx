import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { useTitle } from '#pwa/browser/title.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { textOf } from '#pwa/forms/use-submit.ts'
import { rememberSearch } from '#pwa/shell/recent-searches.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { Category } from '#sync/protocol/shop/catalogue.ts'
import { LONGEST_SEARCH } from '#sync/protocol/page.ts'
import * as uiWords from '#pwa/ui/ui-words.ts'
import { FilterChips } from './filter-chips.tsx'
import type { Said } from './understood-chips.ts'
import { FilterFields } from './filter-fields.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { countFilters, queryFor, shopHref, withoutFilters, type Filters } from './filters.ts'
import type { ProductSummary } from '#sync/protocol/shop/catalogue.ts'
import * as words from './list-words.tsx'
import { NothingFound } from './nothing-found.tsx'
import { ProductGrid } from '../product-card.tsx'
import styles from './product-list.module.css'
import { ShelvesAsOf } from './shelves-as-of.tsx'
import { BEST_MATCH, sortNamed, sortsFor } from './sorts.ts'
import { UnreadGoods } from '../bag/unread-goods.tsx'
import { usePlace } from '../use-place.ts'
import { longerHref, shownIn, useProductPages } from './use-product-pages.ts'
import { useShopFilters } from './use-shop-filters.ts'

/** The catalogue, filtered and sorted. The address holds everything; Back returns to the same position. */
export function ProductList() {
  const { filters, change } = useShopFilters()
  const [sheet, openSheet] = useState(false)
  const { list, loaded, products, count } = useProductsFrom(filters)
  const categories = useApi('GET /api/categories', { query: { per_page: 100 } }).data?.categories.data ?? []
  const top = useRef<HTMLDivElement>(null)
  // The address set by the open sheet: its next change replaces that one, so that Back leaves all of them at once.
  const ofSheet = useRef<string | null>(null)
  const [first] = list.data?.pages ?? []
  const total = first?.products.total ?? 0
  const set = countFilters(filters)
  const { heading, title } = headingOf(filters, categories)
  useTitle(title)

  const narrow = (changes: Partial<Filters>, replace = false) => {
    change(changes, { replace })
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
  }
  const narrowInSheet = (changes: Partial<Filters>) => {
    narrow(changes, shopHref(filters) === ofSheet.current)
    ofSheet.current = shopHref({ ...filters, ...changes })
  }
  const showSheet = () => {
    ofSheet.current = null
    openSheet(true)
  }
  const shown = first && { filters, facets: first.facets, categories }
  return (
    <div className={`${page.page} ${styles.top}`} ref={top}>
      <div className={styles.head}>
        <div className={styles.heading}>
          <h1>{heading}</h1>
          <p role="status">{products ? words.products(total) : '\u00A0'}</p>
        </div>
        <SearchBox key={filters.search} search={filters.search} onSearch={search => narrow({ search })} />
      </div>
      <div className={styles.columns}>
        <aside className={styles.side} aria-label={words.filters}>
          {shown && <FilterFields {...shown} onChange={narrow} />}
        </aside>
        <div className={styles.list}>
          <div className={styles.bar}>
            <Button
              type="button"
              kind="secondary"
              className={styles.open}
              icon={<SlidersHorizontal size={20} aria-hidden />}
              onClick={showSheet}
            >
              {words.filtersSet(set)}
            </Button>
            <SortField filters={filters} onSort={sort => narrow({ sort })} />
          </div>
          <ShelvesAsOf replies={list.data?.pages ?? []} />
          <FilterChips
            filters={filters}
            facets={first?.facets}
            categories={categories}
            said={list.isPlaceholderData ? undefined : first}
          />
          {first && !list.isPlaceholderData && <SearchedFor search={filters.search} {...first} />}
          <Goods list={list} products={products} filters={filters} said={first} expected={count || 12} />
          {products && products.length > 0 && (
            <More list={list} filters={filters} shown={products.length} total={total} isWhole={loaded >= total} />
          )}
        </div>
      </div>
      <FilterSheet
        open={sheet}
        total={total}
        onClose={() => openSheet(false)}
        onClear={set > 0 ? () => narrowInSheet(withoutFilters(filters)) : null}
      >
        {shown && <FilterFields {...shown} onChange={narrowInSheet} />}
      </FilterSheet>
    </div>
  )
}

/** The loaded products that match the filters; after Back, as many as before. */
function useProductsFrom(filters: Filters) {
  const [read, setRead] = useState({ loaded: 0, whole: false })
  const { count = 0 } = usePlace(read)
  const asked = shownIn(useLocation().search)
  const list = useProductPages(queryFor(filters), count || asked)
  const rows = list.data?.pages.flatMap(reply => reply.products.data)
  if (rows && (rows.length !== read.loaded || list.hasNextPage === read.whole))
    setRead({ loaded: rows.length, whole: !list.hasNextPage })
  // A product that moved down between two pages comes again with the second.
  const products = rows && [...new Map(rows.map(product => [product.id, product])).values()]
  // A list that the server drew starts with its first page, even after Back.
  const isShort =
    read.loaded > 0 && read.loaded < count && list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError
  const { fetchNextPage } = list
  useEffect(() => {
    if (isShort) void fetchNextPage()
  }, [isShort, fetchNextPage])
  return { list, loaded: rows?.length ?? 0, products, count }
}

interface SearchedForProps {
  search: string
  meant?: string
  partly?: boolean
}

/** What the shop searched for, if that is not what was typed. */
function SearchedFor({ search, meant, partly }: SearchedForProps) {
  if (!meant && !partly) return null
  return (
    <p className={styles.meant}>{partly ? words.partly : <words.Meant searched={search} meant={meant ?? search} />}</p>
  )
}

interface GoodsProps {
  list: ReturnType<typeof useProductPages>
  said: Said | undefined
  products: ProductSummary[] | undefined
  filters: Filters
  /** How many placeholder cards to show. */
  expected: number
}

function Goods({ list, products, filters, said, expected }: GoodsProps) {
  if (list.isError && !products) return <UnreadGoods what={words.theProducts} error={list.error} again={list.refetch} />
  if (products?.length === 0) return <NothingFound filters={filters} said={said} />
  return (
    <div className={list.isPlaceholderData ? styles.stale : ''}>
      <ProductGrid products={products} expected={expected} first={2} />
    </div>
  )
}

interface MoreProps {
  filters: Filters
  list: ReturnType<typeof useProductPages>
  shown: number
  total: number
  isWhole: boolean
}

/** How much of the list is shown, and Load more, which without scripts leads to a longer page. */
function More({ list, filters, shown, total, isWhole }: MoreProps) {
  return (
    <div className={styles.more}>
      <span>{words.shownOf(shown, total)}</span>
      <progress value={shown} max={total} aria-label={words.productsShown} />
      {!isWhole && (
        <ButtonLink
          to={longerHref(shopHref(filters), shown)}
          kind="secondary"
          aria-busy={list.isFetchingNextPage || undefined}
          onClick={event => {
            event.preventDefault()
            void list.fetchNextPage()
          }}
        >
          {list.isFetchingNextPage ? uiWords.loading : words.loadMore}
        </ButtonLink>
      )}
      {list.isFetchNextPageError && <Alert kind="bad">{words.moreUnread}</Alert>}
    </div>
  )
}

interface SortFieldProps {
  filters: Filters
  onSort: (sort: Filters['sort']) => void
}

function SortField({ filters: { sort, search }, onSort }: SortFieldProps) {
  const sorts = sortsFor(search)
  return (
    <SelectField
      label={words.sortBy}
      name="sort"
      className={styles.sort}
      value={sort === BEST_MATCH ? sorts[0] : sort}
      onChange={event => onSort(sortNamed(event.target.value, search))}
    >
      {sorts.map(name => (
        <option key={name} value={name}>
          {words.sorts[name]}
        </option>
      ))}
    </SelectField>
  )
}

/** The heading of the list, and its title, which says the shop's part too. */
function headingOf({ search, categories, shelf }: Filters, all: readonly Category[]) {
  const names = categories.flatMap(id => all.find(category => category.id === id)?.name ?? [])
  const few = names.length > 0 && names.length <= 2 ? words.both(names) : null
  const part = search ? words.quoted(search) : few
  const whole = shelf ? words.shelves[shelf] : words.shop
  const title = part ? words.within(whole, part) : whole
  return { heading: shelf ? title : (part ?? whole), title }
}

function SearchBox({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = textOf(new FormData(event.currentTarget), 'search')
    rememberSearch(wanted)
    onSearch(wanted)
  }
  return (
    <form role="search" aria-label={words.theShop} className={styles.search} onSubmit={submit}>
      <TextField
        label={words.search}
        name="search"
        type="search"
        defaultValue={search}
        placeholder={words.forExample}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={LONGEST_SEARCH}
        required={false}
      />
      <Button kind="secondary">{words.search}</Button>
    </form>
  )
}
